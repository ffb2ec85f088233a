/// The order of cities in a gazetteer, and of the byte strings that it compares.
package enum CanonicalOrder {
  /// What decides between cities with the same name.
  package struct Rank {
    private let countryCode: CountryCode
    private let population: Int64
    private let id: City.ID

    package init(countryCode: CountryCode, population: Int64, id: City.ID) {
      self.countryCode = countryCode
      self.population = population
      self.id = id
    }

    fileprivate func precedes(_ other: Rank) -> Bool {
      if countryCode != other.countryCode { return countryCode < other.countryCode }
      return (other.population, id) < (population, other.id)
    }
  }

  /// The canonical order of two cities: ascending by key, name in UTF-8, country code, population (the
  /// largest first) and id.
  ///
  /// - Parameters:
  ///   - one: Country, population and id of one city.
  ///   - two: Those of the other one.
  ///   - byKey: How their keys compare, see ``compare(_:_:)``.
  ///   - byName: How their names compare.
  /// - Returns: Whether the first city precedes the second.
  package static func precedes(
    _ one: @autoclosure () -> Rank, _ two: @autoclosure () -> Rank, byKey: Int,
    byName: @autoclosure () -> Int
  ) -> Bool {
    if byKey != 0 { return byKey < 0 }
    let byName = byName()
    if byName != 0 { return byName < 0 }
    return one().precedes(two())
  }

  /// The first eight bytes as a big-endian number, padded with zeros.
  package static func head(of key: borrowing Span<UInt8>) -> UInt64 {
    (0..<8).reduce(0) { $0 << 8 | ($1 < key.count ? UInt64(key[$1]) : 0) }
  }

  /// Compares two byte strings.
  ///
  /// - Returns: A negative number, zero or a positive number.
  package static func compare(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Int {
    for index in 0..<min(first.count, second.count) where first[index] != second[index] {
      return Int(first[index]) - Int(second[index])
    }
    return first.count - second.count
  }
}

extension City {
  /// Whether this city precedes another one in canonical order.
  ///
  /// - Parameters:
  ///   - other: The other city.
  ///   - byKey: How the keys of their names compare, see ``CanonicalOrder/compare(_:_:)``.
  /// - Returns: Whether it does.
  package func precedes(_ other: City, byKey: Int) -> Bool {
    // Bytes are compared, because strings are equal if they are canonically equivalent.
    CanonicalOrder.precedes(
      rank, other.rank, byKey: byKey,
      byName: CanonicalOrder.compare(name.utf8.span, other.name.utf8.span))
  }

  private var rank: CanonicalOrder.Rank {
    CanonicalOrder.Rank(countryCode: countryCode, population: Int64(population), id: id)
  }
}
