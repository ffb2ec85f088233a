internal import PrefixSearch

/// Cities that lie where an earlier one lies, to the last digit.
///
/// Files put many cities at one place when they do not know better. A tree could not part them, so it
/// holds the first of them, and this knows the others.
struct SharedPlaces: Sendable {
  /// The row of the first city of a place in the high half, that of another in the low: ascending.
  let pairs: [UInt64]

  /// Finds places of more than one city.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of rows.
  init(rows: Range<Int>, coordinate: (Int) -> Coordinate) {
    var placed = rows.map { row in
      let place = coordinate(row)
      return (
        UInt64(UInt32(bitPattern: place.fixedLatitude)) << 32
          | UInt64(UInt32(bitPattern: place.fixedLongitude)),
        UInt32(row)
      )
    }
    placed.sort(by: <)
    var pairs: [UInt64] = []
    var first = placed.startIndex
    for index in placed.indices.dropFirst() {
      if placed[index].0 == placed[first].0 {
        pairs.append(UInt64(placed[first].1) << 32 | UInt64(placed[index].1))
      } else {
        first = index
      }
    }
    pairs.sort()
    self.pairs = pairs
  }

  /// The rows without those of cities that lie where an earlier one lies.
  func firstRows(of rows: Range<Int>) -> [Int] {
    let others = Set(pairs.lazy.map { UInt32(truncatingIfNeeded: $0) })
    return rows.filter { !others.contains(UInt32($0)) }
  }

  /// The rows of all cities at some places, the nearest first, at most `limit`.
  ///
  /// Places may be equally far without being one, as on both sides of a point, so the rows of equally
  /// far places are put into order together.
  func rows(of places: [MeasuredPlace], limit: Int) -> [Int] {
    var rows: [MeasuredPlace] = []
    for place in places {
      rows.append(place)
      var index = firstIndex(ofPlaceAt: place.row)
      while index < pairs.count, pairs[index] >> 32 == UInt64(place.row) {
        let other = Int(UInt32(truncatingIfNeeded: pairs[index]))
        rows.append(MeasuredPlace(haversine: place.haversine, row: other))
        index += 1
      }
    }
    return rows.first(limit, by: <).map(\.row)
  }

  /// The index of the first pair that does not come before a place.
  private func firstIndex(ofPlaceAt row: Int) -> Int {
    pairs.indices.partitioningIndex { pairs[$0] >> 32 >= UInt64(row) }
  }
}
