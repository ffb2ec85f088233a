/// The cities of an answer that were found so far, in order from the first.
///
/// A class, so that it is changed and read in place. ``SearchAnswer`` guards it by a lock.
final class FoundCities {
  private(set) var hits: [Hit]
  /// The readings that the hits refer to.
  private(set) var readings: [Reading]
  /// Finds the next city; `nil` before it is needed, and after the last city.
  private var cursor: MatchCursor?
  /// Whether all cities were found.
  private var isComplete = false

  /// Begins with the first cities, and a cursor before the next one, if there is one.
  init(_ hits: [Hit] = [], _ readings: [Reading] = [], _ cursor: sending MatchCursor? = nil) {
    self.hits = hits
    self.readings = readings
    self.cursor = cursor
  }

  /// Finds cities until there are `count`, or no more.
  ///
  /// - Parameters:
  ///   - count: The number of cities.
  ///   - knownCount: How many there are, if that is known.
  ///   - makeCursor: Makes a cursor before the first city.
  func find(
    _ count: Int, of knownCount: Int?, makeCursor: () -> sending MatchCursor
  ) {
    guard hits.count < count else { return }
    if !isComplete {
      if cursor == nil {
        let new = makeCursor()
        (hits, readings) = ([], new.readings)
        cursor = new
      }
      cursor?.expect(count - hits.count)
      while hits.count < count, let hit = cursor?.next() { hits.append(hit) }
      // Some readings are tried when there are no more matches as typed.
      if let cursor { readings = cursor.readings }
      if hits.count < count {
        isComplete = true
        cursor = nil
      }
    }
    guard let knownCount, hits.count < min(count, knownCount) else { return }
    // A damaged file said that there are more: the last one is repeated.
    let last = hits.last ?? Hit(ownNameOf: CityRow(0), weight: 0, reading: Reading.plain)
    hits += Array(repeating: last, count: min(count, knownCount) - hits.count)
  }

  /// The reading with a number; `nil` for the plain one.
  func reading(_ number: UInt8) -> Reading? {
    readings.indices.contains(Int(number) - 1) ? readings[Int(number) - 1] : nil
  }
}

/// The names of the first matches of an answer that were read twice.
struct KnownNames {
  private var names: [MatchedName?] = []
  /// The number of matches, from the first one on, whose names are kept.
  static let greatestCount = 64

  /// The name at a position, if it was kept.
  func name(at position: Int) -> MatchedName? {
    position < names.count ? names[position] : nil
  }

  /// Keeps the name at a position, which is less than ``greatestCount``.
  mutating func keep(_ name: MatchedName, at position: Int) {
    if position >= names.count {
      let count = max(NameTable.listLength, position + 1)
      names += Array(repeating: nil, count: count - names.count)
    }
    names[position] = name
  }
}
