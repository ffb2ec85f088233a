internal import CitySearch
internal import PrefixSearch

/// The numbers of cities, sorted into canonical order.
///
/// Most comparisons end at the first eight bytes of the keys, which are kept beside the numbers as
/// words.
struct SortedCities {
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
  /// - Throws: ``/CitySearch/GazetteerError/tooManyKeyBytes(limit:)``
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
    func rank(_ number: Int) -> CanonicalOrder.Rank {
      let record = records[number]
      return CanonicalOrder.Rank(
        countryCode: divisions[Int(record.division)].countryCode,
        population: Int64(record.population), id: City.ID(record.id))
    }
    for number in 0..<UInt32(records.count - 1) {
      let start = keys.count
      Folding.appendKey(of: names.span.extracting(name(number)), to: &keys)
      keyStarts.append(UInt32(truncatingIfNeeded: start))
      items.append(
        Item(head: CanonicalOrder.head(of: keys.span.extracting(start...)), number: number))
    }
    guard keys.count <= SortedKeys.maximumByteCount else {
      throw .tooManyKeyBytes(limit: SortedKeys.maximumByteCount)
    }
    keyStarts.append(UInt32(keys.count))

    func key(_ number: Int) -> Range<Int> { Int(keyStarts[number])..<Int(keyStarts[number + 1]) }
    items.sort { first, second in
      if first.head != second.head { return first.head < second.head }
      let (one, two) = (Int(first.number), Int(second.number))
      let byKey = CanonicalOrder.compare(
        keys.span.extracting(key(one)), keys.span.extracting(key(two)))
      return CanonicalOrder.precedes(
        rank(one), rank(two), byKey: byKey,
        byName: CanonicalOrder.compare(
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
}
