internal import PrefixSearch

/// Cities by their numbers, in canonical order.
///
/// Ascending by folded key, name as UTF-8, country code, population (the largest first), id. Most
/// comparisons end at the first eight bytes of the keys, which stand beside the numbers as words.
struct CanonicalOrder {
  private(set) var numbers: [UInt32] = []
  /// How many bytes the key of each shares with the key before it.
  private(set) var sharedLengths: [UInt32] = []
  /// The keys of all cities in the order of their numbers, and where each begins.
  private let keys: [UInt8]
  private let keyStarts: [Int]

  private struct Item {
    var head: UInt64
    var number: UInt32
  }

  /// Sorts the cities of `records`, whose last element only ends the last name.
  ///
  /// - Throws: ``GazetteerError/tooManyKeyBytes(limit:)``
  /// - Complexity: O(*b* + *n* log *n*), where *b* is the length of all names in bytes and *n* the
  ///   number of cities.
  init(
    records: [GazetteerBuilder.Record], names: [UInt8], divisions: [Gazetteer.Division]
  ) throws(GazetteerError) {
    var keys: [UInt8] = []
    var keyStarts: [Int] = []
    var items: [Item] = []
    keys.reserveCapacity(names.count + records.count)
    keyStarts.reserveCapacity(records.count)
    items.reserveCapacity(records.count)
    func name(_ number: UInt32) -> Range<Int> {
      Int(records[Int(number)].nameStart)..<Int(records[Int(number) + 1].nameStart)
    }
    for number in 0..<UInt32(records.count - 1) {
      let start = keys.count
      Folding.appendKey(of: names.span.extracting(name(number)), to: &keys)
      keyStarts.append(start)
      items.append(Item(head: Self.head(of: keys.span.extracting(start...)), number: number))
    }
    guard keys.count <= SortedKeys.maximumByteCount else {
      throw .tooManyKeyBytes(limit: SortedKeys.maximumByteCount)
    }
    keyStarts.append(keys.count)

    items.sort { first, second in
      if first.head != second.head { return first.head < second.head }
      let (one, two) = (Int(first.number), Int(second.number))
      let byKey = Self.compare(
        keys.span.extracting(keyStarts[one]..<keyStarts[one + 1]),
        keys.span.extracting(keyStarts[two]..<keyStarts[two + 1]))
      if byKey != 0 { return byKey < 0 }
      let byName = Self.compare(
        names.span.extracting(name(first.number)), names.span.extracting(name(second.number)))
      if byName != 0 { return byName < 0 }
      let countries = [one, two].map { divisions[Int(records[$0].division)].countryCode }
      if countries[0] != countries[1] { return countries[0] < countries[1] }
      if records[one].population != records[two].population {
        return records[one].population > records[two].population
      }
      return records[one].id < records[two].id
    }
    numbers = items.map(\.number)
    self.keys = keys
    self.keyStarts = keyStarts
    sharedLengths.reserveCapacity(numbers.count)
    var previous = 0..<0
    for number in numbers {
      let key = keyStarts[Int(number)]..<keyStarts[Int(number) + 1]
      sharedLengths.append(
        UInt32(keys.span.extracting(previous).sharedLength(with: keys.span.extracting(key))))
      previous = key
    }
  }

  /// The keys of the cities in canonical order.
  ///
  /// - Throws: ``GazetteerError/tooManyKeyBytes(limit:)``
  /// - Complexity: O(*b*), where *b* is the length of all keys in bytes.
  func sortedKeys() throws(GazetteerError) -> SortedKeys {
    var builder = SortedKeys.Builder()
    builder.reserveCapacity(count: numbers.count, byteCount: keys.count)
    for number in numbers {
      let key = keyStarts[Int(number)]..<keyStarts[Int(number) + 1]
      do throws(SortedKeysError) {
        try builder.append(keys.span.extracting(key))
      } catch {
        throw .tooManyKeyBytes(limit: SortedKeys.maximumByteCount)
      }
    }
    return builder.finish()
  }

  /// The first eight bytes as a big-endian number, zeros where the key has ended.
  static func head(of key: borrowing Span<UInt8>) -> UInt64 {
    (0..<8).reduce(0) { $0 << 8 | ($1 < key.count ? UInt64(key[$1]) : 0) }
  }

  /// Compares byte by byte: negative, zero or positive.
  static func compare(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Int {
    for index in 0..<min(first.count, second.count) where first[index] != second[index] {
      return Int(first[index]) - Int(second[index])
    }
    return first.count - second.count
  }
}

extension City {
  /// Whether this city comes before another one whose key is the same.
  func precedesWithSameKey(_ other: City) -> Bool {
    // Names that are canonically equivalent are equal as strings, and may differ in their bytes.
    if !name.utf8.elementsEqual(other.name.utf8) { return name.utf8Precedes(other.name) }
    if countryCode != other.countryCode { return countryCode < other.countryCode }
    return (other.population, id) < (population, other.id)
  }
}

extension Span<UInt8> {
  /// How many bytes at the beginning are those of `other`.
  func sharedLength(with other: Span<UInt8>) -> Int {
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
