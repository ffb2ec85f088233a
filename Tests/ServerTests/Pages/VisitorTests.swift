#if Server
import CityGeocoding
import CityExplorer
import CityFavorites
import CitySearch
import CitySession
import Foundation
import Logging
import TestSupport
import Testing

@testable import CityExplorerServer

@Suite("Visitors", .againstHanging)
struct VisitorTests {
  private static let munich = SearchCompletion.munichID
  private static let rome = SearchCompletion.romeID

  @Test func `two windows show one list of favorites`() async throws {
    let fixture = try PageFixture()
    let visitor = VisitorID.new()
    let (one, two) = (await fixture.page(of: visitor), await fixture.page(of: visitor))
    let stranger = await fixture.page()
    await one.perform(.kept(.starred(Self.munich, isFavorite: true)))
    await two.wait { await $0.favorites.contains("Munich") }
    await two.perform(.kept(.starred(Self.rome, isFavorite: true)))
    await one.wait { await $0.favorites.contains("Rome") }
    await one.perform(.kept(.moved(Self.rome, to: 0)))
    await two.wait { await $0.state.favorites.cities.map(\.id) == [Self.rome, Self.munich] }
    await two.perform(.kept(.starred(Self.munich, isFavorite: false)))
    await one.wait { await !$0.favorites.contains("Munich") }
    #expect(await stranger.favorites.contains("Star a city to find it here again."))
  }

  @Test func `a star that is what it shall be stays so`() async throws {
    let page = try await PageFixture().page()
    for _ in 0..<2 { await page.perform(.kept(.starred(Self.munich, isFavorite: true))) }
    await page.wait { await $0.state.favorites.cities.map(\.id) == [Self.munich] }
    await page.wait { await $0.favorites.contains("aria-pressed=\"true\"") }
  }

  @Test func `a change is on the disk when it is acknowledged`() async throws {
    try await withTemporaryFolder { folder in
      let visitor = VisitorID.new()
      let page = try await PageFixture(folder: folder).page(of: visitor)
      let file = folder.appending(path: "\(visitor.text).favorites")
      func saved() async throws -> [City.ID] {
        try await FavoritesFile(at: file).load().cities.map(\.id)
      }
      #expect(await page.perform(.kept(.starred(Self.munich, isFavorite: true))) == nil)
      #expect(try await saved() == [Self.munich])
      #expect(await page.perform(.kept(.starred(Self.rome, isFavorite: true))) == nil)
      #expect(await page.perform(.kept(.moved(Self.rome, to: 0))) == nil)
      #expect(try await saved() == [Self.rome, Self.munich])
      #expect(await page.perform(.kept(.starred(Self.munich, isFavorite: false))) == nil)
      #expect(try await saved() == [Self.rome])
      // What cannot be saved is not acknowledged.
      let permissions = FileManager.default
      try permissions.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file.path)
      for action in [
        VisitorAction.starred(Self.munich, isFavorite: true), .starred(-1, isFavorite: true),
      ] {
        #expect(await page.perform(.kept(action)) != nil)
      }
      try permissions.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
      #expect(await page.perform(.kept(.starred(Self.munich, isFavorite: true))) == nil)
      #expect(try await saved() == [Self.rome, Self.munich])
    }
  }

  @Test func `the damage of a file is shown`() async throws {
    try await withTemporaryFolder { folder in
      let visitor = VisitorID.new()
      let file = folder.appending(path: "\(visitor.text).favorites")
      let cities = [Self.munich, Self.rome].map {
        FavoriteCity(
          City(
            id: $0, name: "City", countryCode: "",
            coordinate: Coordinate(latitude: 1, longitude: 2)))
      }
      try await FavoritesFile(at: file).update { $0 = FavoriteList(cities) }
      try Data(contentsOf: file).dropLast(20).write(to: file)
      let page = try await PageFixture(folder: folder).page(of: visitor)
      await page.wait { await $0.favorites.contains("1 could not be read; 1 could.") }
      #expect(await page.favorites.contains("Munich"))
    }
  }

  @Test func `what a visitor keeps is there after a new start`() async throws {
    try await withTemporaryFolder { folder in
      let visitor = VisitorID.new()
      do {
        let fixture = try PageFixture(folder: folder)
        let page = await fixture.page(of: visitor)
        await page.perform(.kept(.starred(Self.munich, isFavorite: true)))
        await page.wait { await $0.state.favorites.cities.count == 1 }
        await page.perform(.kept(.addressesPasted("Paris, France\n\nNowhere 7, Xyzzy")))
        await page.wait {
          await $0.state.geocoding.progress == .finished(found: 1, uncertain: 0, failed: 1)
        }
        await page.close()
        await fixture.context.visitors.close()
      }
      let page = try await PageFixture(folder: folder).page(of: visitor, isScripted: false)
      #expect(await page.state.favorites.cities.map(\.id) == [Self.munich])
      #expect(await page.state.geocoding.markers.map(\.placemark.name) == ["Paris, France"])
      let document = await page.document()
      #expect(document.contains("Nowhere 7, Xyzzy"))
    }
  }

  @Test func `addresses are found, shown, tried again and forgotten`() async throws {
    let page = try await PageFixture().page()
    await page.perform(
      .kept(.addressesPasted("Unter den Linden 1, Berlin\r\nSpringfield, IL, USA\nXyzzy 9")))
    await page.wait {
      await $0.state.geocoding.progress == .finished(found: 2, uncertain: 0, failed: 1)
    }
    await page.wait { await $0.progress.contains("2 found, 1 not found") }
    #expect(await page.map.contains("&quot;kind&quot;:&quot;address&quot;"))
    #expect(await page.progress.contains("<span>Xyzzy 9</span>"))
    // The map moves to the addresses.
    await page.wait { await $0.map.contains("region=") }
    let marker = try #require(await page.state.geocoding.markers.first)
    await page.perform(.markerSelected(id: marker.id))
    #expect(await page.card.contains("Unter den Linden 1"))
    #expect(await page.card.contains("<dt>Found</dt>"))
    await page.perform(.kept(.addressesRetried))
    await page.wait { await $0.state.geocoding.failures.count == 1 }
    await page.perform(.kept(.addressesForgotten))
    await page.wait { await $0.state.geocoding.markers.isEmpty }
    await page.wait { await !$0.map.contains("&quot;kind&quot;:&quot;address&quot;") }
  }

  @Test func `too many addresses are refused with a sentence`() async throws {
    let page = try await PageFixture().page()
    let lines = (0..<1_001).map { "City \($0)" }.joined(separator: "\n")
    await page.perform(.kept(.addressesPasted(lines)))
    #expect(await page.progress.contains("The list must have at most 1000 addresses, got 1001."))
    await page.perform(.kept(.addressesPasted(String(repeating: "x", count: 501))))
    #expect(
      await page.progress.contains("An address must have at most 500 characters, got 501."))
    #expect(await page.state.geocoding.failures.isEmpty)
  }

  @Test func `lists at once do not exceed the limit together`() async throws {
    let fixture = try PageFixture()
    let visitor = await fixture.context.visitors.take(.new())
    let taken = await withTaskGroup(of: Bool.self) { group in
      for list in 0..<12 {
        let lines = (0..<900).map { "k\(list)-\($0)" }.joined(separator: "\n")
        group.addTask {
          (try? await visitor.performOnAddresses(.addressesPasted(lines))) != nil
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(taken == 1)
    // Addresses that are there already do not count twice.
    try await visitor.performOnAddresses(.addressesForgotten)
    for _ in 0..<2 {
      try await visitor.performOnAddresses(
        .addressesPasted((0..<900).map { "same \($0)" }.joined(separator: "\n")))
    }
  }

  @Test func `one visitor is one object as long as a page has it`() async throws {
    let fixture = try PageFixture()
    let visitors = Visitors(
      places: fixture.context.gazetteer, geocoder: NoPlaces(), folder: nil, addressLimit: 1,
      cacheLimit: 2)
    let ids = (0..<5).map { _ in VisitorID.new() }
    let held = await visitors.take(ids[0])
    for id in ids.dropFirst() { await visitors.release(await visitors.take(id)) }
    #expect(await visitors.count == 3)
    #expect(await visitors.take(ids[0]) === held)
    await visitors.release(held)
    await visitors.close()
    #expect(await visitors.count == 1)
    await visitors.release(held)
    await visitors.close()
    #expect(await visitors.count == 0)
  }

  @Test func `files are closed before somebody opens them again`() async throws {
    try await withTemporaryFolder { folder in
      let fixture = try PageFixture()
      let visitors = Visitors(
        places: fixture.context.gazetteer, geocoder: NoPlaces(),
        folder: try VisitorFolder(folder, limits: .tests, logger: Logger(label: "tests")),
        addressLimit: 10, cacheLimit: 0)
      let id = VisitorID.new()
      for count in 1...5 {
        let visitor = await visitors.take(id)
        try await visitor.performOnAddresses(.addressesPasted("Nowhere \(count)"))
        for await progress in try await visitor.geocoding.progressUpdates() {
          if case .finished = progress { break }
        }
        await visitors.release(visitor)
      }
      let visitor = await visitors.take(id)
      for await update in try await visitor.geocoding.updates() {
        if case .failed(let failures) = update {
          #expect(failures.map(\.address.city) == (1...5).map { "Nowhere \($0)" })
          break
        }
      }
    }
  }

  @Test(
    arguments: [
      "", "0123456789abcdef0123456789abcde", "0123456789ABCDEF0123456789ABCDEF",
      "../../../../../../etc/passwd\0\0\0\0", "0123456789abcdef0123456789abcd/.",
    ].named(by: \.self))
  func `what is no id never becomes the name of a file`(example: Named<String>) {
    let text = example.value
    #expect(VisitorID(text) == nil)
  }

  @Test func `ids are random`() {
    let ids = Set((0..<1_000).map { _ in VisitorID.new() })
    #expect(ids.count == 1_000)
    #expect(ids.allSatisfy { VisitorID($0.text) == $0 })
  }
}
#endif
