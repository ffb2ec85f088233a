/// A set of cities as bits by their rows.
struct CitySet: Sendable {
  private var words: [UInt64]

  /// An empty set.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cities by 64.
  init(cityCount: Int) { words = Array(repeating: 0, count: (cityCount + 63) / 64) }

  /// A set of some cities.
  init(_ cities: [CityRow], cityCount: Int) {
    self.init(cityCount: cityCount)
    for city in cities { insert(city) }
  }

  /// The set of the cities for which a function is 1, and not 0.
  ///
  /// Bits are put together without a branch, which cities in the order of their names would often make
  /// wrong.
  @inline(__always)
  init(cityCount: Int, bit: (CityRow) -> UInt64) {
    words = (0..<(cityCount + 63) / 64).map { word in
      var bits: UInt64 = 0
      for row in word << 6..<min(word << 6 + 64, cityCount) {
        bits |= bit(CityRow(row)) &<< UInt64(truncatingIfNeeded: row & 63)
      }
      return bits
    }
  }

  /// Whether a city is in the set.
  @inline(__always)
  func contains(_ city: CityRow) -> Bool {
    words[city.rawValue &>> 6] &>> UInt64(truncatingIfNeeded: city.rawValue & 63) & 1 != 0
  }

  /// Adds a city.
  @inline(__always)
  mutating func insert(_ city: CityRow) {
    words[city.rawValue &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: city.rawValue & 63)
  }

  /// Adds consecutive cities.
  mutating func insert(_ rows: Range<Int>) {
    var row = rows.lowerBound
    while row < rows.upperBound {
      if row & 63 == 0, row + 64 <= rows.upperBound {
        words[row >> 6] = .max
        row += 64
      } else {
        insert(CityRow(row))
        row += 1
      }
    }
  }

  /// Removes the cities that are not in another set.
  mutating func formIntersection(_ other: CitySet) {
    for index in words.indices { words[index] &= other.words[index] }
  }

  /// Adds the cities of another set.
  mutating func formUnion(_ other: CitySet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  /// Removes the cities of another set.
  mutating func subtract(_ other: CitySet) {
    for index in words.indices { words[index] &= ~other.words[index] }
  }

  /// The number of cities.
  ///
  /// - Complexity: O(*n*), where *n* is the number of all cities by 64.
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Removes a city.
  @inline(__always)
  mutating func remove(_ city: CityRow) {
    words[city.rawValue &>> 6] &= ~(1 &<< UInt64(truncatingIfNeeded: city.rawValue & 63))
  }

  /// The first city from a row on; `nil` if there is none.
  func first(from row: Int) -> CityRow? {
    var index = row >> 6
    guard index < words.count else { return nil }
    var word = words[index] & UInt64.max << UInt64(row & 63)
    while word == 0 {
      index += 1
      guard index < words.count else { return nil }
      word = words[index]
    }
    return CityRow(index << 6 + word.trailingZeroBitCount)
  }
}

/// The cities that were given so far, mostly few.
struct GivenCities: Sendable {
  /// The cities while they are few.
  private var few: [CityRow] = []
  /// All of them when they are not.
  private var many: CitySet?
  private static let greatestFew = 24

  init(_ cities: [CityRow]) { few = cities }

  /// Whether there are none.
  var isEmpty: Bool { few.isEmpty && many == nil }

  /// Whether a city is one of them.
  func contains(_ city: CityRow) -> Bool { many?.contains(city) ?? few.contains(city) }

  /// Adds a city.
  ///
  /// - Parameters:
  ///   - city: The city.
  ///   - cityCount: The number of all cities.
  /// - Returns: Whether it was not one of them before.
  mutating func insert(_ city: CityRow, among cityCount: Int) -> Bool {
    if contains(city) { return false }
    if many == nil, few.count < Self.greatestFew {
      few.append(city)
      return true
    }
    if many == nil {
      many = CitySet(few, cityCount: cityCount)
      few = []
    }
    many?.insert(city)
    return true
  }

  /// Removes these cities from a set.
  func subtract(from cities: inout CitySet) {
    for city in few { cities.remove(city) }
    if let many { cities.subtract(many) }
  }
}
