#if Server
import CityExplorer
import CityFavorites
import CitySearch
import CitySession
import Foundation
import TestSupport
import Testing

@testable import CityExplorerServer

@Suite("A page", .againstHanging)
struct PageTests {
  private static let munich = SearchCompletion.munichID

  @Test func `typing gives a list with marks, and the address of the text`() async throws {
    let page = try await PageFixture().page()
    await page.type("münch", number: 1)
    let results = await page.results
    #expect(results.contains("data-key=\"city:\(Self.munich)\""))
    #expect(results.contains("<mark>Münch</mark>berg"))
    #expect(results.contains("Bavaria, Germany"))
    let status = try #require(await page.status)
    #expect(status.path == "/?q=m%C3%BCnch")
    #expect(status.number == 1)
    #expect(status.announcement == "10 of 23 cities")
    #expect(!status.isBusy)
  }

  @Test func `a text that was overtaken by a newer one changes nothing`() async throws {
    let page = try await PageFixture().page()
    await page.type("rome", number: 2)
    await page.type("r", number: 1)
    #expect(await page.state.query == "rome")
    #expect(await page.status?.number == 2)
  }

  @Test func `only what changed is sent`() async throws {
    let page = try await PageFixture().page()
    await page.type("rome, it", number: 1)
    let version = await page.version
    #expect(await page.events(after: version).events.isEmpty)
    await page.perform(.closed)
    #expect(await page.version == version)
    await page.perform(.chosen(key: "city:\(SearchCompletion.romeID)"))
    let changed = await page.events(after: version).events.map(\.text)
    #expect(changed.contains { $0.contains("id=\"card\"") })
    #expect(changed.contains { $0.contains("<world-map") })
    #expect(!changed.contains { $0.contains("id=\"favorites\"") })
  }

  @Test func `choosing a line opens its card, and the list stays`() async throws {
    let page = try await PageFixture().page()
    await page.type("münch", number: 1)
    await page.perform(.chosen(key: "city:\(Self.munich)"))
    #expect(await page.card.contains(">Munich</h2>"))
    #expect(await page.card.contains("Bavaria"))
    #expect(await page.card.contains("1,505,005"))
    #expect(await page.card.contains("48.1374° N, 11.5755° E"))
    #expect(await page.card.contains("data-time-zone=\"Europe/Berlin\""))
    #expect(await page.map.contains("&quot;id&quot;:&quot;\(Self.munich)&quot;"))
    #expect(await page.map.contains("selected=\"\(Self.munich)\""))
    #expect(await page.results.contains("<mark>Münch</mark>enstein"))
    #expect(await page.status?.path == "/?q=Munich&place=\(Self.munich)")
    #expect(await page.status?.query == "Munich")
    await page.perform(.closed)
    #expect(await page.card == "<section id=\"card\" aria-label=\"Selected place\"></section>\n")
  }

  @Test func `a line for all cities of a name puts them on the map`() async throws {
    let page = try await PageFixture().page()
    await page.type("springfield", number: 1)
    await page.perform(.chosen(key: "name:springfield"))
    let items = await page.state.mapItems
    #expect(items.count > 10)
    #expect(await page.card.hasSuffix("\"></section>\n"))
    await page.perform(.markerSelected(id: "\(items[3].id)"))
    #expect(await page.state.selectedItem == items[3])
  }

  @Test(arguments: [
    (
      [MatchGrade.exact, .corrected, .phonetic], "3 cities",
      ["Names as typed", "Similar names", "Names that sound like it"]
    ),
    ([.exact, .partial], "2 cities", ["Names as typed", "Names that are a part of it"]),
    ([.exact, .exact], "2 cities", []),
    ([.partial, .partial], "No city is called “veen”.", ["Names that are a part of it"]),
    ([.phonetic], "No city is called “veen”.", ["Names that sound like it"]),
    (
      [.partial, .phonetic], "No city is called “veen”.",
      ["Names that are a part of it", "Names that sound like it"]
    ),
  ])
  func `lines that fit in one way have a heading that says so`(
    grades: [MatchGrade], count: String, headings: [String]
  ) async throws {
    let lines = zip(1..., grades).map {
      SearchCompletion(kind: .city(City.ID($0)), title: "Line \($0)", grade: $1)
    }
    var client = SearchClient.preview
    client.makeSearch = { { _ in SearchCompletions(lines) } }
    let page = try await PageFixture().page(client: client)
    await page.type("veen", number: 1)
    let results = await page.results
    #expect(results.contains(count))
    #expect(results.components(separatedBy: "data-key=").count - 1 == lines.count)
    let shown = results.components(separatedBy: "class=\"heading\"").dropFirst().map {
      $0.components(separatedBy: ">")[1].components(separatedBy: "<")[0]
    }
    #expect(shown == headings)
  }

  @Test func `a typo gives similar names, and says so`() async throws {
    let page = try await PageFixture().page()
    await page.type("new yrok", number: 1)
    #expect(await page.results.contains("No city is called “new yrok”."))
    #expect(await page.results.contains(">Similar names<"))
    #expect(await page.results.contains("New York City"))
  }

  @Test func `nothing at all is said, and announced`() async throws {
    let page = try await PageFixture().page()
    await page.type("qqqqzzzz", number: 1)
    let sentence = "No city has the name “qqqqzzzz” or a similar name."
    #expect(await page.results.contains("<p class=\"note\">\(sentence)</p>"))
    #expect(await page.status?.announcement == sentence)
  }

  /// A page whose searches fail while `isBroken`.
  private func page(while isBroken: Locked<Bool>) async throws -> Page {
    let fixture = try PageFixture()
    let working = await fixture.context.sources.client(for: SearchSettings())
    var client = working
    client.makeSearch = {
      let search = working.makeSearch()
      return { request in
        guard !isBroken.withLock({ $0 }) else { throw CocoaError(.fileReadUnknown) }
        return try await search(request)
      }
    }
    return await fixture.page(client: client)
  }

  @Test func `a search that failed can be tried again`() async throws {
    let isBroken = Locked(true)
    let page = try await page(while: isBroken)
    await page.type("rome", number: 1)
    #expect(await page.results.contains("role=\"alert\""))
    #expect(await page.results.contains("value=\"retry\""))
    isBroken.withLock { $0 = false }
    await page.perform(.retried)
    #expect(await page.results.contains("Lazio, Italy"))
    #expect(await !page.results.contains("role=\"alert\""))
  }

  @Test func `a list that stays is headed by the text that it was found for`() async throws {
    let isBroken = Locked(false)
    let page = try await page(while: isBroken)
    await page.type("new yrok", number: 1)
    isBroken.withLock { $0 = true }
    await page.type("new york", number: 2)
    #expect(await page.results.contains("role=\"alert\""))
    #expect(await page.results.contains("No city is called “new yrok”."))
  }

  @Test func `more of the list`() async throws {
    let page = try await PageFixture().page()
    await page.type("san", number: 1)
    #expect(await page.state.completions.count == 10)
    await page.perform(.more)
    #expect(await page.state.completions.count == 20)
    #expect(await page.results.contains("option-19"))
  }

  @Test func `the empty field offers recent and favorite places`() async throws {
    let page = try await PageFixture().page(recent: [Self.munich])
    await page.perform(.kept(.starred(SearchCompletion.romeID, isFavorite: true)))
    await page.wait { await $0.results.contains("Favorite") }
    let results = await page.results
    #expect(results.contains("data-key=\"place:\(Self.munich)\""))
    #expect(results.contains(">Recent</p>") && results.contains(">Favorites</p>"))
    #expect(results.contains("data-key=\"place:\(SearchCompletion.romeID)\""))
    await page.perform(.chosen(key: "place:\(SearchCompletion.romeID)"))
    #expect(await page.card.contains(">Rome</h2>"))
    #expect(await page.state.recentPlaces.map(\.id) == [SearchCompletion.romeID, Self.munich])
  }

  @Test func `an address of the page shows text and place, in one step`() async throws {
    let page = try await PageFixture().page(
      at: PageAddress(query: "münch", place: Self.munich))
    #expect(await page.card.contains(">Munich</h2>"))
    #expect(await page.state.completions.count == 10)
    let version = await page.version
    await page.perform(.visited(PageAddress(query: "rome"), number: 1))
    #expect(await page.version <= version + 2)
    #expect(await page.state.mapItems.isEmpty)
    #expect(await page.status?.path == "/?q=rome")
    await page.perform(.visited(PageAddress(place: 7), number: 2))
    #expect(await page.card.contains("The place is no longer in the data."))
  }

  @Test(arguments: Engine.allCases.filter { $0 != .pointerTrie })
  func `another engine finds the same, in another order`(engine: Engine) async throws {
    let fixture = try PageFixture(engines: Engine.allCases)
    let page = await fixture.page()
    #expect(await page.part("<form id=\"switches\"").contains(">\(engine.rawValue)</option>"))
    await page.type("rom", number: 1)
    let found = await page.state.completions.map(\.title)
    await page.perform(.switched(SearchSettings(engine: engine, order: .relevance)))
    #expect(await page.state.completions.map(\.title) == found)
    await page.perform(.switched(SearchSettings(engine: engine, order: .name)))
    let names = await page.state.completions.map(\.title)
    #expect(names != found)
    // The own names are sorted, and the first city may have been found by an alternate name.
    let cities = CityIndex(fixture.context.gazetteer)
    let sorted = LocationSearch(source: SortedCitySearch(cities, by: .name))
    #expect(try await sorted.search(queryFragment: "rom").map(\.title) == names)
    #expect(await fixture.context.sources.builtCount == (engine == .radixTree ? 0 : 1))
    await page.perform(.switched(SearchSettings()))
    #expect(await page.state.completions.map(\.title) == found)
  }

  @Test func `a long list of favorites is shown by the hundred`() async throws {
    let fixture = try PageFixture()
    let visitor = VisitorID.new()
    let holder = await fixture.context.visitors.take(visitor)
    let ids = fixture.context.gazetteer.prefix(250).map(\.id)
    for id in ids { _ = try await holder.favorites.setFavorite(id, true) }
    let page = await fixture.page(of: visitor)
    func shown() async -> Int {
      await page.favorites.components(separatedBy: "<li>").count - 1
    }
    #expect(await shown() == 100)
    #expect(await page.favorites.contains("1 to 100 of 250"))
    #expect(await !page.favorites.contains("favorites-earlier"))
    await page.perform(.favoritesShown(from: 200))
    #expect(await shown() == 50)
    #expect(await page.favorites.contains("201 to 250 of 250"))
    #expect(await page.favorites.contains("id=\"favorite-\(ids[249])\""))
    #expect(await !page.favorites.contains("favorites-later"))
    // Positions outside of the list show its first or last part.
    for (position, range) in [(Int.max, "201 to 250"), (-1, "1 to 100"), (150, "101 to 200")] {
      await page.perform(.favoritesShown(from: position))
      #expect(await page.favorites.contains("\(range) of 250"))
    }
    // A favorite can move to a position in another part.
    #expect(await page.favorites.contains("name=\"to\" value=\"99\" id=\"up-\(ids[100])\""))
  }

  @Test func `a list ends at a length that is fast to render`() async throws {
    let page = try await PageFixture().page(at: PageAddress(query: "san"))
    for _ in 0..<12 { await page.perform(.more) }
    #expect(await page.state.completions.count == PageView.longestList)
    #expect(await !page.results.contains("value=\"more\""))
  }

  @Test func `engines are no choice of visitors`() async throws {
    let page = try await PageFixture().page()
    let switches = await page.part("<form id=\"switches\"")
    #expect(switches.contains("<select name=\"order\""))
    #expect(!switches.contains("engine"))
  }

  @Test func `a page is rendered when a stream reads it, and once`() async throws {
    let page = try await PageFixture().page()
    let version = await page.version
    for number in 1...3 { await page.type(["r", "ro", "rom"][number - 1], number: number) }
    // If each change were rendered, there would be more versions.
    #expect(await page.version <= version + 3)
    #expect(await page.results.contains("Rome"))
  }

  @Test func `a page that is closed ends its streams`() async throws {
    let page = try await PageFixture().page()
    let changes = await page.changes().stream
    await page.close()
    for await _ in changes {}
    for await _ in await page.changes().stream { Issue.record("A closed page changes no more.") }
  }
}
#endif
