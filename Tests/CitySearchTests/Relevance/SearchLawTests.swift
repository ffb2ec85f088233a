import CitySearch
import Fixtures
import GeoNamesCities
import TestSupport
import Testing

/// Properties of every answer to any text.
@Suite(
  "Laws of every answer", .disabled(if: Sanitizer.isWatchingThreads, "one thread does all of it"))
struct SearchLawTests {
  #if DEBUG
  private static let (cityShare, queryCount, fuzzCount) = (10, 60, 6_000)
  #else
  private static let (cityShare, queryCount, fuzzCount) = (1, 600, 100_000)
  #endif

  private static func index() throws -> CityIndex {
    try #require(try SampleCities.indexes().first)
  }

  /// Queries of every kind.
  private static func queries(_ count: Int, seed: UInt64) throws -> [String] {
    var generator = SeededGenerator(seed: seed)
    let queries = RelevanceQueries(try SampleNames.loaded.get())
    let fixed = (0..<count / 10).compactMap { _ in
      RelevanceQueries.fixed.randomElement(using: &generator)
    }
    return (0..<count).map { _ in queries.query(using: &generator) } + fixed
  }

  /// A city that is found when its name is complete is found until its region is complete.
  @Test(arguments: [" ", ", ", ","])
  func `a city stays in view while its region is typed`(separator: String) throws {
    let cities = try Self.index()
    let sample = try SampleNames.loaded.get()
    var lost: [String] = []
    for (number, city) in sample.cities.enumerated() where number % Self.cityShare == 0 {
      let key = SampleNames.key(of: city.name)
      let whole = sample.names.filter { $0.key == key }
      // What follows a comma in a name is read as a region; and "Au e" may be a city of Australia.
      guard key.utf8.count > 3, !city.name.contains(","),
        cities.gazetteer.regions(withKey: Array(key.utf8)[...]).isEmpty,
        Set(whole.map(\.city)).count <= 10,
        cities.search(for: city.name, limit: 10).contains(where: { $0.id == city.id })
      else { continue }
      for region in sample.regionKeys(of: city).prefix(6) {
        for length in 0...region.count {
          // Without a comma only the first four words after a name are a region.
          guard separator != " " || region.split(separator: " ").count <= 4 else { break }
          let text = city.name + separator + region.prefix(length)
          if !cities.search(for: text, limit: 10).contains(where: { $0.id == city.id }) {
            lost.append("\(text): \(city.id)")
          }
        }
      }
    }
    #expect(lost == [])
  }

  /// The same for other names, in every script.
  @Test(arguments: [" ", ", "])
  func `a city stays in view by any of its names`(separator: String) throws {
    let cities = try Self.index()
    let sample = try SampleNames.loaded.get()
    let others = sample.names.filter { name in
      name.kind == .alternate && !name.key.utf8.allSatisfy { $0 < 0x80 }
        && !name.text.contains(",")
    }
    let share = max(1, others.count / 2_000) * Self.cityShare
    var (lost, checked) = ([String](), 0)
    for (number, name) in others.enumerated() where number % share == 0 {
      let city = sample.cities[name.city]
      let shown = cities.search(for: name.text, limit: 10)
      guard shown.asTyped.isExact, shown.contains(where: { $0.id == city.id && $0.grade == .exact })
      else { continue }
      checked += 1
      // "l imgarr" is one word with an apostrophe, which belongs to the name without a comma.
      for region in sample.regionKeys(of: city).prefix(3) where !region.hasPrefix("l ") {
        for length in 0...region.count {
          guard separator != " " || region.split(separator: " ").count <= 4 else { break }
          let text = name.text + separator + region.prefix(length)
          if !cities.search(for: text, limit: 10).contains(where: { $0.id == city.id }) {
            lost.append("\(text): \(city.id)")
          }
        }
      }
    }
    #expect(lost == [])
    #expect(checked > 1_000 / Self.cityShare)
  }

  /// Ten cities may be found without the work for regions, eleven may not.
  @Test func `the first ten of eleven cities are the ten, whatever ends the query`() throws {
    let cities = try Self.index()
    let sample = try SampleNames.loaded.get()
    var (different, regional) = ([String](), 0)
    for (number, city) in sample.cities.enumerated() where number % (Self.cityShare * 3) == 0 {
      // The regions of the city, and those of another one.
      let other = sample.cities[number * 31 % sample.cities.count]
      let regions =
        sample.regionKeys(of: city).prefix(3) + sample.regionKeys(of: other).prefix(2)
      for region in regions {
        for length in [1, 2, region.count] {
          let text = city.name + " " + region.prefix(length)
          let ten = cities.search(SearchQuery(text, typos: .never, limit: 10))
          let eleven = cities.search(SearchQuery(text, typos: .never, limit: 11))
          if Array(ten.ids) != Array(eleven.ids.prefix(10)) { different.append(text) }
          if ten.contains(where: { !$0.regions.isEmpty }) { regional += 1 }
        }
      }
    }
    #expect(different == [])
    #expect(regional > 100)
  }

  /// The cities of a region may all come after ten others, or some of them among these.
  @Test func `the first ten are those of eleven, in any region after a frequent word`() throws {
    let gazetteer = try Gazetteer.geoNames()
    let cities = CityIndex(gazetteer)
    let words = Dictionary(
      grouping: gazetteer.lazy.map(\.name).filter { $0.contains(" ") },
      by: { String($0.prefix(while: { $0 != " " })) }
    ).filter { $0.value.count > 50 }.keys.sorted()
    let ends =
      "abcdefghijklmnopqrstuvwxyz".map(String.init)
      + ["us", "france", "usa ", "co", "texas us", "ca usa", "paris france", "usa texas"]
    var (different, merged) = ([String](), 0)
    for (number, word) in words.enumerated() where number % Self.cityShare == 0 {
      for end in ends {
        let text = "\(word) \(end)"
        let ten = cities.search(SearchQuery(text, limit: 10))
        let eleven = cities.search(SearchQuery(text, limit: 11))
        let isRightTotal =
          ten.asTyped.isExact
          ? ten.asTyped == eleven.asTyped : ten.asTyped.count <= eleven.asTyped.count
        if Array(ten) != Array(eleven.prefix(10)) || !isRightTotal { different.append(text) }
        let regional = ten.count { !$0.regions.isEmpty }
        if regional > 0, regional < ten.count { merged += 1 }
      }
    }
    #expect(different == [])
    #expect(merged > 100 / Self.cityShare)
  }

  /// A filter that all cities pass is one way to find all at once.
  @Test func `cities after the first ten are found when they are read`() throws {
    var longest = 0
    for cities in try SampleCities.indexes() {
      let everything = CityFilter(ids: Set(cities.gazetteer.map(\.id)))
      for text in ["", "s", "sa", "san", "saint", "b", "ka", "m ", "york"] {
        let expected = Array(cities.search(SearchQuery(text, filter: everything)))
        longest = max(longest, expected.count)
        #expect(cities.search(for: text).firstDifference(from: expected) == nil, "\(text)")
        for limit in [11, 50, 100, 101] {
          let some = cities.search(for: text, limit: limit)
          #expect(some.firstDifference(from: expected.prefix(limit)) == nil, "\(text), \(limit)")
        }
        #expect(cities.search(for: text).ids == expected.map(\.id), "\(text)")
        let backwards = cities.search(for: text)
        #expect(backwards.reversed().firstDifference(from: expected.reversed()) == nil, "\(text)")
        for position in [9, 10, 99, 100] where position < expected.count {
          #expect(cities.search(for: text)[position] == expected[position], "\(text) \(position)")
        }
      }
    }
    #expect(longest > 200)
  }

  @Test func `no match with edits precedes one without, and each has their number`() throws {
    let cities = try Self.index()
    for query in try Self.queries(Self.queryCount * 5, seed: 2) {
      let matches = cities.search(for: query, limit: 30)
      let (edits, grades) = (matches.map(\.edits), matches.map(\.grade))
      let exact = grades.prefix { $0 == .exact }.count
      // The readings of several words are ordered together by their evidence. In another script than Latin, corrections
      // are ordered together with names that sound alike.
      let others = Set(grades.dropFirst(exact))
      let isForeign = query.unicodeScalars.contains { $0.value >= 0x370 }
      if exact == 0, isForeign, others.contains(.phonetic) {
        #expect(others.isSubset(of: [.corrected, .phonetic]), "\(query): \(grades)")
      } else if RelevanceAnswer.isOneWord(query) {
        #expect(others.count <= 1 || others == [.corrected, .partial], "\(query): \(grades)")
        #expect(grades == grades.sorted(by: <), "\(query): \(grades)")
      }
      // An abbreviated word is no typo, nor is a name beside words that are not understood.
      let fewest = Folding.key(of: query).dropLast().contains(0x20) ? 0 : 1
      for (edits, grade) in zip(edits, grades) {
        #expect(grade == .corrected ? (fewest...2).contains(edits) : edits == 0, "\(query)")
      }
      if !Folding.key(of: query).dropLast().contains(0x20) {
        #expect(edits.count == exact || matches.asTyped == .exactly(exact), "\(query)")
      }
      #expect(exact <= matches.asTyped.count || !matches.asTyped.isExact)
    }
  }

  @Test func `queries that forbid mistakes have none, and the same before them`() throws {
    let cities = try Self.index()
    for text in try Self.queries(Self.queryCount, seed: 3) {
      let strict = cities.search(SearchQuery(text, typos: .never, limit: 40))
      let tolerant = cities.search(SearchQuery(text, limit: 40))
      // Beside a correction in a region, the tolerant answer may have fewer.
      let exact = tolerant.filter { $0.grade == .exact }
      #expect(strict.map(\.id).starts(with: exact.map(\.id)), "\(text)")
      #expect(strict.allSatisfy { $0.grade == .exact }, "\(text)")
      if !Folding.key(of: text).dropLast().contains(0x20) {
        #expect(strict.asTyped == tolerant.asTyped, "\(text)")
      }
    }
  }

  /// Filters that keep most cities, some, one, and none.
  private static func filters(using generator: inout SeededGenerator) throws -> [CityFilter] {
    let cities = try SampleCities.gazetteer()
    let ids = cities.map(\.id).shuffled(using: &generator)
    let city = try #require(cities.randomElement(using: &generator))
    return [
      CityFilter(), CityFilter(countries: ["US", "DE", "JP"]), CityFilter(minimumPopulation: 5_000),
      CityFilter(ids: Set(ids.prefix(300))), CityFilter(ids: [city.id, -1]),
      CityFilter(
        divisions: [.init(countryCode: city.countryCode, divisionCode: city.divisionCode)]),
      CityFilter(countries: ["US", "FR"], minimumPopulation: 1_000, ids: Set(ids.prefix(600))),
      CityFilter(
        countries: [city.countryCode, "XX"],
        divisions: [
          .init(countryCode: city.countryCode, divisionCode: city.divisionCode),
          .init(countryCode: city.countryCode, divisionCode: "none"),
          .init(countryCode: "US", divisionCode: "TX"),
        ]),
      CityFilter(rectangles: [generator.rectangle(), generator.rectangle()]),
      CityFilter(countries: []), CityFilter(ids: []), CityFilter(rectangles: []),
    ]
  }

  @Test func `filters keep the same as filtering all matches as typed`() throws {
    var generator = SeededGenerator(seed: 4)
    for cities in try SampleCities.indexes() {
      for text in try Self.queries(Self.queryCount / 3, seed: 4) {
        let all = cities.search(SearchQuery(text, typos: .never))
        for filter in try Self.filters(using: &generator) {
          let expected = all.filter { filter.contains($0.city) }
          for limit in [nil, 0, 1, 10, 25] {
            let found = cities.search(
              SearchQuery(text, typos: .never, limit: limit, filter: filter))
            #expect(
              found.firstDifference(from: expected.prefix(limit ?? .max)) == nil,
              "\(text), \(filter)")
            let isRight =
              limit == nil || found.asTyped.isExact
              ? found.asTyped == .exactly(expected.count) : found.asTyped.count <= expected.count
            #expect(isRight, "\(text), \(filter): \(found.asTyped) of \(expected.count)")
          }
        }
      }
    }
  }

  @Test(arguments: OrderingTests.orders + [.relevance])
  func `order, filter and limit give the same whichever is set first`(order: CityOrder) throws {
    let cities = try Self.index()
    var generator = SeededGenerator(seed: 5)
    for text in try Self.queries(Self.queryCount / 10, seed: 5) {
      for filter in try Self.filters(using: &generator) {
        for limit in [nil, 3] {
          let query = SearchQuery(text, order: order, limit: limit, filter: filter)
          let expected = Array(cities.search(query))
          let all = cities.search(for: text)
          let cut = cities.search(for: text, limit: limit)
          for matches in [
            all.filtered(by: filter).ordered(by: order, limit: limit),
            all.ordered(by: order).filtered(by: filter, limit: limit),
            all.ordered(by: order, limit: limit).filtered(by: filter),
            cut.filtered(by: filter).ordered(by: order),
            cut.ordered(by: .population).ordered(by: order).filtered(by: filter),
          ] {
            #expect(matches.firstDifference(from: expected) == nil, "\(query)")
          }
        }
      }
    }
  }

  @Test func `other orders show the same cities as relevance, corrections last`() throws {
    let cities = try Self.index()
    for text in try Self.queries(Self.queryCount, seed: 6) {
      // A line with a number is read as an address, by relevance only.
      guard !text.contains(where: \.isNumber) else { continue }
      let all = Array(cities.search(for: text))
      for order in OrderingTests.orders.prefix(4) {
        // The readings of several words have one order, whatever their grades.
        let isWord = !Folding.key(of: text).dropLast().contains(0x20)
        if !isWord, Set(all.map(\.grade)).count > 1 { continue }
        let grades = isWord ? MatchGrade.allCases.map { [$0] } : [MatchGrade.allCases]
        let expected = grades.flatMap { grades in
          SlowOrder(order: order).sorted(all.filter { grades.contains($0.grade) }.map(\.city))
        }
        let found = cities.search(SearchQuery(text, order: order))
        #expect(found.map(\.id) == expected.map(\.id), "\(text), \(order)")
      }
    }
  }

  @Test func `the decorator sets the order of a query, and nothing else`() async throws {
    let cities = try Self.index()
    let filter = CityFilter(minimumPopulation: 2_000)
    for text in ["san", "st", "paris, fr", "berlni"] {
      let query = SearchQuery(text, order: .population, limit: 5, filter: filter)
      let expected = try await Self.ids(of: cities, query)
      let sorted = SortedCitySearch(cities, by: .population)
      let found = try await sorted.search(SearchQuery(text, limit: 5, filter: filter))
      #expect(found.ids == expected)
    }
  }

  private static func ids(of source: some CitySearchable, _ query: SearchQuery) async throws
    -> [City.ID]
  { try await source.search(query).ids }

  /// Extreme texts.
  private static func text(using generator: inout SeededGenerator) -> String {
    let pieces = [
      ",", ", ", " ", "a", "san", "st ", "\u{301}", "\u{323}", "-", "'", "us", "TX", "ö", "東", "ー",
      "\u{3099}", "😀", "\u{200D}", "\0", "\u{FDFA}", "ﬃ", "İ", "e", "o",
    ]
    var text = String.UnicodeScalarView()
    let isLong = Int.random(in: 0..<500, using: &generator) == 0
    for _ in 0..<Int.random(in: 0...(isLong ? 3_000 : 14), using: &generator) {
      if Int.random(in: 0..<4, using: &generator) == 0 {
        let value = UInt32.random(in: 0...0x10FFFF, using: &generator)
        if let scalar = Unicode.Scalar(value) { text.append(scalar) }
      } else {
        text.append(contentsOf: (pieces.randomElement(using: &generator) ?? "").unicodeScalars)
      }
    }
    return String(text)
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `random texts give well-formed answers`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let indexes = try SampleCities.indexes()
    for number in 0..<Self.fuzzCount / 10 {
      let text = Self.text(using: &generator)
      let matches = indexes[number % indexes.count].search(for: text, limit: 10)
      #expect(matches.count <= 10)
      for match in matches {
        #expect((0...2).contains(match.edits))
        let name = match.matchedName
        #expect(name.highlight.range(in: name.text) != nil, "\(text), seed \(seed)")
        for region in match.regions {
          #expect(region.highlight.range(in: region.name) != nil, "\(text), seed \(seed)")
        }
      }
    }
  }
}
