import CityExplorer
import CityFavorites
import CityGeocoding
import CitySearch
import CitySession
import Foundation
import GazetteerBuilding
import GeoNamesCities
import JSONText
import Testing

@testable import CityExplorerPage

/// City Explorer in a page, without the page: its calls, and what they show.
@Suite("The page") struct PageModelTests {
  /// The shipped cities, and those of them with 100,000 people or more.
  private static let all = Result { try Gazetteer.geoNames() }
  private static let large = Result { try all.get().filtered { $0.population >= 100_000 } }

  private static let munich: City.ID = 2_867_714
  /// Oranienburg, which the large cities lack.
  private static let oranienburg: City.ID = 2_857_129

  private static func started(_ query: String = "", languages: [String] = []) -> PageModel {
    let model = PageModel()
    model.start(languages: languages, PageAddress(query: query), recentPlaces: [])
    return model
  }

  private static func place(_ id: City.ID, _ name: String) -> MapItem {
    MapItem(
      id: id,
      placemark: Placemark(coordinate: Coordinate(latitude: 1, longitude: 2), name: name))
  }

  @Test func `all cities take over without losing the text, the list or the card`() throws {
    let model = Self.started("münchen")
    #expect(model.state.phase.isSearching)
    model.use(try Self.large.get(), areAll: false)
    #expect(model.state.completions.first?.title == "Munich")
    model.choose(key: "city:\(Self.munich)")
    #expect(model.state.selectedItem?.placemark.name == "Munich")
    model.send(.queryChanged("oranienb"))
    #expect(!model.state.completions.contains { $0.title == "Oranienburg" })
    model.use(try Self.all.get(), areAll: true)
    #expect(model.state.query == "oranienb")
    #expect(model.state.completions.first?.title == "Oranienburg")
    #expect(model.state.selectedItem?.placemark.name == "Munich")
  }

  @Test func `every reason of the geocoder has a text`() throws {
    let file = "../../Sources/CityExplorerPage/Site/texts/en.json"
    let texts = try JSONDecoder().decode(
      [String: String].self,
      from: Data(
        contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: file)))
    let keys = Set(ReadingReason.Kind.allCases.map { "because.\($0)" })
    #expect(keys == Set(texts.keys.filter { $0.hasPrefix("because.") }))
  }

  @Test func `a line of an address shows what was not understood, and how far it is`() throws {
    let model = Self.started("12 Main St, Paris, Texas, Atlantis")
    model.use(try Self.all.get(), areAll: true)
    func view() -> String {
      var json = JSONText()
      json.results(of: model)
      return String(decoding: json.bytes, as: UTF8.self)
    }
    #expect(view().contains(#""notUnderstood":"Atlantis""#))
    #expect(!view().contains(#""meters""#))
    model.send(.queryChanged("52.55, 13.41"))
    #expect(view().contains(#""meters":"#))
    #expect(!view().contains(#""notUnderstood""#))
  }

  @Test func `a link to a place waits for the cities that have it`() throws {
    let model = PageModel()
    model.start(
      languages: [], PageAddress(query: "", place: Self.oranienburg), recentPlaces: [])
    model.use(try Self.large.get(), areAll: false)
    #expect(model.state.selectedItem == nil && model.awaitedPlace == Self.oranienburg)
    model.use(try Self.all.get(), areAll: true)
    #expect(model.state.selectedItem?.placemark.name == "Oranienburg")
    // What is typed meanwhile counts more, and a place that no file has is said to be gone.
    let other = PageModel()
    other.start(languages: [], PageAddress(query: "", place: 1), recentPlaces: [])
    other.use(try Self.all.get(), areAll: true)
    guard case .missing = other.state.lookup else {
      Issue.record("the place must be missing, got \(other.state.lookup)")
      return
    }
    let third = PageModel()
    third.start(
      languages: [], PageAddress(query: "", place: Self.oranienburg), recentPlaces: [])
    third.send(.queryChanged("rome"))
    third.use(try Self.all.get(), areAll: true)
    #expect(third.state.selectedItem == nil && third.state.query == "rome")
  }

  @Test func `a favorite is gone only when all cities are there`() throws {
    let model = Self.started()
    let records = [Self.place(Self.oranienburg, "Oranienburg"), Self.place(77, "Atlantis")]
    model.favoritesChanged((records, 0))
    func statuses() -> [FavoriteStatus] {
      model.state.favorites.cities.map { FavoriteStatus(name: $0.name, status: "\($0.status)") }
    }
    model.use(try Self.large.get(), areAll: false)
    #expect(statuses().map(\.status) == ["unchecked", "unchecked"])
    model.use(try Self.all.get(), areAll: true)
    #expect(statuses().map(\.status) == ["known", "missing"])
    #expect(statuses().map(\.name) == ["Oranienburg", "Atlantis"])
  }

  private struct FavoriteStatus {
    let name: String
    let status: String
  }

  @Test func `a star is a request, and shown as kept when it is kept`() throws {
    let model = Self.started()
    model.use(try Self.all.get(), areAll: true)
    _ = model.takeRequests()
    model.send(.favorites(.starred(Self.munich, isFavorite: true)))
    guard case .changeFavorites(.add(let item), let number)? = model.takeRequests().first else {
      Issue.record("a star must be a request to the page")
      return
    }
    #expect(item.placemark.name == "Munich" && model.state.favorites.isSaving)
    model.favoriteKept(
      Self.munich, .failed(UnderlyingError(pageReason: "full")), number: number)
    #expect(!model.state.favorites.contains(Self.munich))
    #expect(model.state.favorites.failure != nil)
    model.send(.retried)
    guard case .changeFavorites(.add, let next)? = model.takeRequests().first else {
      Issue.record("a retry must be a request to the page")
      return
    }
    model.favoritesChanged(([item], 0))
    model.favoriteKept(Self.munich, nil, number: next)
    #expect(model.state.favorites.contains(Self.munich) && !model.state.favorites.isSaving)
  }

  @Test func `favorites that are full are not changed, and a damaged record is counted`() throws {
    let records = (0..<3).map { Self.place(City.ID($0), "City \($0)") }
    func answer(_ change: FavoritesChange, _ limit: Int) -> String {
      String(decoding: change.answer(to: (records, 0), limit: limit).bytes, as: UTF8.self)
    }
    #expect(answer(.add(Self.place(9, "New")), 3) == #"{"limit":3}"#)
    // A favorite stays one in a full list.
    #expect(answer(.add(records[0]), 3).hasPrefix(#"{"records":[["0","City 0""#))
    #expect(answer(.move(2, to: 0), 3).hasPrefix(#"{"records":[["2""#))
    #expect(answer(.remove(1), 3).contains("City 1") == false)
    var json = JSONText()
    records[0].writeRecord(to: &json)
    let texts = try #require(
      try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String])
    var arguments = PageArguments(texts + ["1", "broken"])
    let read = arguments.records()
    #expect(read.items == [Self.place(0, "City 0")].map(Self.withLocality) && read.lostCount == 1)
  }

  private static func withLocality(_ item: MapItem) -> MapItem {
    var item = item
    item.placemark.locality = item.placemark.name
    return item
  }

  @Test func `addresses are looked up in steps, and exported with all that is known`() throws {
    let model = Self.started()
    model.use(try Self.all.get(), areAll: true)
    model.addAddresses("10 Downing Street, London, UK\n\n=1+1, Oslo\nNowhere 7, Xqzzv\n=1+1, Oslo")
    #expect(model.state.geocoding.addresses.count == 3)
    while model.stepAddresses() {}
    model.reportAddresses()
    #expect(model.state.geocoding.markers.count == 2 && model.state.geocoding.failures.count == 1)
    let lines = AddressExport(model: model).csv.split(separator: "\r\n")
    // A row for each line that was given, in their order.
    #expect(lines.count == 5 && lines[4] == lines[2])
    #expect(lines[3].contains("Xqzzv"))
    #expect(lines[1].contains(#""London",2643743,"England","United Kingdom",GB,"#))
    #expect(lines[2].hasPrefix(#""'=1+1, Oslo","#))
    #expect(model.state.geocoding.progress == .finished(found: 2, uncertain: 0, failed: 1))
    model.forgetAddresses()
    #expect(model.state.geocoding.markers.isEmpty && model.state.geocoding.failures.isEmpty)
  }

  @Test func `addresses that are paused stay so, also with other cities`() throws {
    let model = Self.started()
    model.use(try Self.large.get(), areAll: false)
    model.addAddresses("Paris\nLondon\nOranienburg")
    #expect(!model.stepAddresses(), "in the first cities, nothing is looked up")
    model.pauseAddresses()
    model.use(try Self.all.get(), areAll: true)
    #expect(model.state.geocoding.progress == .paused(remaining: 3))
    model.send(.geocoding(.resumed))
    #expect(model.stepAddresses())
    model.pauseAddresses()
    #expect(model.state.geocoding.progress == .paused(remaining: 2))
    model.send(.geocoding(.resumed))
    while model.stepAddresses() {}
    model.reportAddresses()
    #expect(
      model.state.geocoding.markers.map(\.result.match.name) == ["Paris", "London", "Oranienburg"])
  }

  @Test func `answers that were kept are not looked up again in the same cities`() throws {
    let text = "10 Downing Street, London, UK\nMusterweg 5, Springfield\nNowhere 7, Xqzzv"
    func located(_ known: [String]) throws -> PageModel {
      let model = Self.started()
      for part in known { model.knownAnswers.add(part) }
      model.use(try Self.all.get(), areAll: true)
      model.addAddresses(text)
      while model.stepAddresses() {}
      model.reportAddresses()
      return model
    }
    let first = try located([])
    let kept = [0, 2].map { KeptAnswers.part(of: first, from: $0, count: 2) }
    #expect(KeptAnswers.part(of: first, from: 3, count: 2).isEmpty)
    let second = try located(kept)
    func table(_ model: PageModel) -> String { AddressExport(model: model).csv }
    #expect(table(second) == table(first))
    // The answers are taken as they were kept, but not those of other cities.
    let changed = kept.map { $0.replacing("\tLondon\t", with: "\tLondinium\t") }
    let third = try located(changed)
    #expect(third.state.geocoding.markers.first?.result.match.name == "Londinium")
    let fourth = try located(changed.map { "another" + $0 })
    #expect(table(fourth) == table(first))
    // Damaged records are looked up again.
    for damage in ["\tnorth", "\t\t", ""] {
      let damaged = changed.map { $0.replacing("\t515", with: damage) }
      #expect(damaged != changed)
      #expect(try table(located(damaged)) == table(first))
    }
  }

  @Test func `a new text closes the card of an older one`() throws {
    let model = Self.started("münchen")
    model.use(try Self.all.get(), areAll: true)
    model.choose(Self.munich)
    model.type("Munich")
    #expect(model.state.selectedItem != nil, "the name that the choice wrote is no new text")
    model.type("Munichx")
    #expect(model.state.selectedItem == nil && model.state.query == "Munichx")
  }

  @Test func `a place that was chosen elsewhere is in the list`() throws {
    let model = Self.started("x")
    model.use(try Self.all.get(), areAll: true)
    model.choose(Self.munich)
    #expect(model.state.query == "Munich" && model.state.selection == Self.munich)
    #expect(model.state.completions.contains { $0.cityIDs == [Self.munich] })
  }

  @Test(arguments: ["=1", "+1", "-1", "@x", "\t=1", "＝1", "＋1", "－1", "＠x"])
  func `no cell is a formula`(text: String) { #expect(AddressExport.cell(text) == "\"'\(text)\"") }

  /// The lines of a table; `nil` if it has no column for addresses.
  private static func lines(ofTable table: String) -> [PostalAddress]? {
    guard case .lines(let text) = AddressFile(table: table) else { return nil }
    return PostalAddress.pageLines(of: text)
  }

  @Test(
    arguments: [
      "name,Adresse\n1,\"Unter den Linden 1, Berlin\"",
      "name;address\r\n1;Unter den Linden 1, Berlin\r\n",
      "name\tplace\r1\t Unter den  Linden 1, Berlin", "x\n\n\"Unter den Linden 1, Berlin\"\n",
      "address\n\"Unter den Linden 1,\nBerlin\"",
    ])
  func `a table has the address in one column`(table: String) {
    let line = "Unter den Linden 1, Berlin"
    #expect(Self.lines(ofTable: table) == [PostalAddress(label: line, city: line)])
  }

  @Test func `a table has the address in several columns`() {
    let table = "PLZ;Ort;Straße;Land\n10117;Berlin;Unter den Linden 1;DE\n;Oslo\n;;;\n;;;FR\n"
    #expect(
      Self.lines(ofTable: table) == [
        PostalAddress(
          label: "Unter den Linden 1, Berlin, 10117, DE", street: "Unter den Linden 1",
          city: "Berlin", postalCode: "10117", country: "DE"),
        PostalAddress(label: "Oslo", city: "Oslo"), PostalAddress(label: "FR", country: "FR"),
      ])
  }

  @Test func `a table without addresses says so`() {
    for table in ["a,b\n1,2", "\"city\nRome", "a,a"] { #expect(Self.lines(ofTable: table) == nil) }
    for table in ["", "\n\r\n", "city", "city,x\n,\n"] { #expect(Self.lines(ofTable: table) == []) }
  }

  @Test func `a row that cannot be read is an error of that row`() throws {
    let model = Self.started()
    model.use(try Self.all.get(), areAll: true)
    let table = "id,city\n1,Rome\n2,Paris,France\n3,\"Oslo\n4,Lima\n5,\n"
    guard case .lines(let text) = AddressFile(table: table) else {
      Issue.record("the table has a column for cities")
      return
    }
    model.addAddresses(text)
    while model.stepAddresses() {}
    model.reportAddresses()
    #expect(model.state.geocoding.markers.map(\.placemark.name) == ["Rome", "Lima"])
    #expect(
      model.state.geocoding.failures.map { "\($0.address)" } == ["2,Paris,France", "3,\"Oslo"])
    #expect(AddressExport(model: model).csv.split(separator: "\r\n").count == 5)
  }

  @Test func `a text may come in parts, and its lines count together`() throws {
    let model = Self.started()
    model.use(try Self.all.get(), areAll: true)
    let lines = (0..<9_000).map { "Street \($0 % 90), Rome" }
    for start in stride(from: 0, to: 9_000, by: 1_000) {
      model.addAddresses(
        lines[start..<start + 1_000].joined(separator: "\n"), isFirst: start == 0)
    }
    while model.stepAddresses() {}
    model.reportAddresses()
    #expect(model.state.geocoding.markers.count == 90)
    #expect(AddressExport(model: model).csv.split(separator: "\r\n").count == 9_001)
    for isFirst in [true, false] {
      model.addAddresses(lines[..<1_000].joined(separator: "\n"), isFirst: isFirst)
    }
    #expect(model.refusedLineCount == 1_000)
  }

  @Test func `lines beyond the limit are counted`() {
    let model = Self.started()
    let text = (0..<AddressRun.limit + 5).map { "Street \($0)" }.joined(separator: "\n")
    model.addAddresses(text)
    #expect(model.refusedLineCount == 5)
    #expect(model.state.geocoding.addresses.count == AddressRun.limit)
  }

  /// A page that has all cities, as its script calls it.
  private static func pageWithAllCities() throws -> PageCalls {
    let calls = PageCalls()
    _ = calls.open(try all.get(), areAll: true)
    return calls
  }

  /// The answer to a call, by its members.
  private static func answer(of calls: PageCalls, to texts: [String]) throws -> [String: Any] {
    var arguments = PageArguments(texts)
    let bytes = try calls.answer(to: &arguments)
    return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  @Test func `the map shows what the list finds while typing, and then what was chosen`() throws {
    let calls = try Self.pageWithAllCities()
    func call(_ texts: String...) throws -> [String: Any] { try Self.answer(of: calls, to: texts) }
    func kinds(_ answer: [String: Any]) throws -> [String] {
      let map = try #require(answer["map"] as? [String: Any])
      return try #require(map["markers"] as? [[String: Any]]).compactMap { $0["kind"] as? String }
    }
    _ = try call("start", "0", "", "")
    let found = try call("type", "londo")
    #expect(try kinds(found).allSatisfy { $0 == "found" } && !kinds(found).isEmpty)
    #expect((found["map"] as? [String: Any])?["region"] == nil)
    #expect(try kinds(call("enter")) == ["city"])
    // Another text: only what it finds is there.
    #expect(try kinds(call("type", "xqzvkj")).isEmpty)
    // A city of the map is found by its name, too.
    let chosen = try call("place", "2643743")
    #expect(try kinds(chosen) == ["city"])
    let results = try #require(chosen["results"] as? [String: Any])
    #expect(results["query"] as? String == "London")
    #expect(results["answered"] as? String == "London")
    #expect(try !#require(results["groups"] as? [Any]).isEmpty)
  }

  @Test func `an answer holds what has changed, and nothing else`() throws {
    let calls = try Self.pageWithAllCities()
    func call(_ texts: String...) throws -> [String: Any] { try Self.answer(of: calls, to: texts) }
    let first = try call("start", "1", "de", "münchen", "")
    #expect(Set(first.keys).isSuperset(of: ["results", "requests"]))
    #expect(try Set(call("type", "londo").keys) == ["results", "map"])
    #expect(try call("type", "londo").isEmpty)
    let chosen = try call("enter")
    #expect(Set(chosen.keys) == ["results", "card", "map", "recent"])
    #expect((chosen["card"] as? [String: Any])?["name"] as? String == "London")
  }
}
