import CitySearch
import GazetteerBuilding
import TestSupport
import Testing

/// Every order against sorting everything, over the difficult cities.
@Suite("Orders") struct OrderingTests {
  static let orders: [CityOrder] =
    [.name, .population]
    + [(0, 180), (0, -180), (90, 0), (-90, 50), (48.85, 2.35), (-17.8, 179.99), (0, 0)].map {
      .distance(from: Coordinate(latitude: $0.0, longitude: $0.1))
    }

  static let queries = [
    "", "a", "s", "sa", "san ", "san", "new", "saint", "al", "st", "xyz", "-", "م", "東", "l", "o",
  ]

  @Test(arguments: orders)
  func `matches come in the order with any limit`(order: CityOrder) throws {
    let index = try #require(try SampleCities.indexes().first)
    for query in Self.queries {
      let matches = index.ownNames(beginningWith: query)
      let cities = matches.map(\.city)
      let expected = SlowOrder(order: order).sorted(cities).map(\.id)
      for limit in [nil, 0, -3, 1, 2, 3, 10, matches.count - 1, matches.count, 5_000] {
        let wanted = Array(limit.map { expected.prefix(max(0, $0)) } ?? expected[...])
        let ordered = matches.ordered(by: order, limit: limit)
        #expect(
          ordered.ids.firstDifference(from: wanted) == nil, "\(query), \(String(describing: limit))"
        )
        #expect(ordered.asTyped == .exactly(cities.count))
        // Cities without a gazetteer come in the same order.
        let remote = CityMatches(cities.reversed(), for: query).ordered(by: order, limit: limit)
        #expect(
          remote.ids.firstDifference(from: wanted) == nil, "\(query), \(String(describing: limit))")
        // And so do single rows.
        let scan = matches.ordered(by: .population).ordered(by: order, limit: limit)
        #expect(
          scan.ids.firstDifference(from: wanted) == nil, "\(query), \(String(describing: limit))")
      }
    }
  }

  @Test func `equal cities come in canonical order`() throws {
    let here = Coordinate(latitude: 10, longitude: 20)
    let cities = [
      ("b", "US", 5), ("a", "US", 5), ("B", "US", 5), ("a", "DE", 5), ("á", "DE", 5),
      ("a", "DE", 5),
    ].enumerated().map { number, city in
      City(
        id: City.ID(number), name: city.0, countryCode: city.1, coordinate: here, population: city.2
      )
    }
    let index = CityIndex(try Gazetteer(cities))
    for order in [CityOrder.name, .population, .distance(from: here)] {
      #expect(index.ownNames(beginningWith: "").ordered(by: order).ids == [3, 5, 1, 4, 2, 0])
      #expect(index.ownNames(beginningWith: "").ordered(by: order, limit: 2).ids == [3, 5])
      #expect(CityMatches(cities, for: "").ordered(by: order).ids == [3, 5, 1, 4, 2, 0])
    }
  }

  @Test func `at a pole only the latitude counts`() throws {
    let places = [(89.0, 10.0), (90, 170), (89, -170), (90, -20), (88, 0), (89, 180)]
    let cities = places.enumerated().map { number, place in
      City(
        id: City.ID(number), name: "x", countryCode: "",
        coordinate: Coordinate(latitude: place.0, longitude: place.1))
    }
    let matches = CityIndex(try Gazetteer(cities)).ownNames(beginningWith: "x")
    for longitude in [0.0, 77, -180] {
      let pole = Coordinate(latitude: 90, longitude: longitude)
      #expect(matches.ordered(by: .distance(from: pole)).ids == [1, 3, 0, 2, 5, 4])
    }
  }

  @Test func `across the antimeridian the near side is near`() throws {
    let places = [(0.0, 170.0), (0, -175), (0, 179), (0, -179), (0, 180), (0, -180)]
    let cities = places.enumerated().map { number, place in
      City(
        id: City.ID(number), name: "x", countryCode: "",
        coordinate: Coordinate(latitude: place.0, longitude: place.1))
    }
    let matches = CityIndex(try Gazetteer(cities)).ownNames(beginningWith: "x")
    for longitude in [180.0, -180] {
      let point = Coordinate(latitude: 0, longitude: longitude)
      #expect(matches.ordered(by: .distance(from: point)).ids == [4, 5, 2, 3, 1, 0])
    }
  }

  @Test(arguments: [1, 2, 3, 4])
  func `large and equal populations keep their order`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let populations = [0, 1, 2, 1 << 31, Int(UInt32.max) - 1, Int(UInt32.max)]
    let cities = (0..<200).map { id in
      City(
        id: City.ID(id), name: ["a", "b", "ab"][Int.random(in: 0..<3, using: &generator)],
        countryCode: "US", coordinate: Coordinate(latitude: 0, longitude: 0),
        population: populations[Int.random(in: populations.indices, using: &generator)])
    }
    let matches = CityIndex(try Gazetteer(cities)).ownNames(beginningWith: "a")
    let expected = SlowOrder(order: .population).sorted(cities.filter { $0.name != "b" })
    for limit in [1, 7, 50, 199] {
      #expect(
        matches.ordered(by: .population, limit: limit).ids
          == expected.prefix(limit).map(\.id), "seed \(seed)")
    }
  }
}
