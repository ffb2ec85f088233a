internal import PrefixSearch

/// The numbers of cities, sorted into canonical order, see ``precedes(_:_:byKey:byName:)``.
///
/// Most comparisons end at the first eight bytes of the keys, which are kept beside the numbers as
/// words.
struct CanonicalOrder {
  private(set) var numbers: [UInt32] = []
  /// The keys of all cities in the order of their numbers, and where each begins.
  let keys: [UInt8]
  private let keyStarts: [UInt32]

  private struct Item {
    var head: UInt64
    var number: UInt32
  }

  /// Sorts the cities of `records`, whose last element is a sentinel.
  ///
  /// - Throws: ``GazetteerError/tooManyKeyBytes(limit:)``
  /// - Complexity: O(*b* + *n* log *n*), where *b* is the length of all names in bytes and *n* the
  ///   number of cities.
  init(
    records: [GazetteerBuilder.Record], names: [UInt8], divisions: [Gazetteer.Division]
  ) throws(GazetteerError) {
    var keys: [UInt8] = []
    var keyStarts: [UInt32] = []
    var items: [Item] = []
    keys.reserveCapacity(names.count + records.count)
    keyStarts.reserveCapacity(records.count)
    items.reserveCapacity(records.count)
    func name(_ number: UInt32) -> Range<Int> {
      Int(records[Int(number)].nameStart)..<Int(records[Int(number) + 1].nameStart)
    }
    func rank(_ number: Int) -> Rank {
      let record = records[number]
      return Rank(
        countryCode: divisions[Int(record.division)].countryCode,
        population: Int64(record.population), id: Int64(record.id))
    }
    for number in 0..<UInt32(records.count - 1) {
      let start = keys.count
      Folding.appendKey(of: names.span.extracting(name(number)), to: &keys)
      keyStarts.append(UInt32(truncatingIfNeeded: start))
      items.append(Item(head: Self.head(of: keys.span.extracting(start...)), number: number))
    }
    guard keys.count <= SortedKeys.maximumByteCount else {
      throw .tooManyKeyBytes(limit: SortedKeys.maximumByteCount)
    }
    keyStarts.append(UInt32(keys.count))

    func key(_ number: Int) -> Range<Int> { Int(keyStarts[number])..<Int(keyStarts[number + 1]) }
    items.sort { first, second in
      if first.head != second.head { return first.head < second.head }
      let (one, two) = (Int(first.number), Int(second.number))
      let byKey = Self.compare(keys.span.extracting(key(one)), keys.span.extracting(key(two)))
      return Self.precedes(
        rank(one), rank(two), byKey: byKey,
        byName: Self.compare(
          names.span.extracting(name(first.number)), names.span.extracting(name(second.number))))
    }
    numbers = items.map(\.number)
    self.keys = keys
    self.keyStarts = keyStarts
  }

  /// Where the key of the city with a number lies in ``keys``.
  func keyRange(of number: UInt32) -> Range<Int> {
    Int(keyStarts[Int(number)])..<Int(keyStarts[Int(number) + 1])
  }

  /// What decides between cities with the same name.
  struct Rank {
    let countryCode: CountryCode
    let population: Int64
    let id: Int64
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
  static func precedes(
    _ one: @autoclosure () -> Rank, _ two: @autoclosure () -> Rank, byKey: Int,
    byName: @autoclosure () -> Int
  ) -> Bool {
    if byKey != 0 { return byKey < 0 }
    let byName = byName()
    if byName != 0 { return byName < 0 }
    let (one, two) = (one(), two())
    if one.countryCode != two.countryCode { return one.countryCode < two.countryCode }
    return (two.population, one.id) < (one.population, two.id)
  }

  /// The first eight bytes as a big-endian number, padded with zeros.
  static func head(of key: borrowing Span<UInt8>) -> UInt64 {
    (0..<8).reduce(0) { $0 << 8 | ($1 < key.count ? UInt64(key[$1]) : 0) }
  }

  /// Compares two byte strings.
  ///
  /// - Returns: A negative number, zero or a positive number.
  static func compare(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Int {
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
  func precedes(_ other: City, byKey: Int) -> Bool {
    // Bytes are compared, because strings are equal if they are canonically equivalent.
    CanonicalOrder.precedes(
      rank, other.rank, byKey: byKey,
      byName: CanonicalOrder.compare(name.utf8.span, other.name.utf8.span))
  }

  private var rank: CanonicalOrder.Rank {
    CanonicalOrder.Rank(countryCode: countryCode, population: Int64(population), id: Int64(id))
  }
}

extension Span<UInt8> {
  /// The length of the common prefix with `other`.
  package func commonPrefixLength(with other: Span<UInt8>) -> Int {
    let end = Swift.min(count, other.count)
    var length = 0
    while length < end, self[length] == other[length] { length += 1 }
    return length
  }
}

extension String {
  /// Whether the UTF-8 bytes of this text sort before those of `other`.
  func utf8Precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
