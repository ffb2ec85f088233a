internal import FlatStorage
internal import PrefixSearch

extension Gazetteer {
  /// The rows of the cities whose names have the same key as that of the city at `row`, which are
  /// neighbors in canonical order.
  ///
  /// - Parameter row: One of the `count` rows.
  /// - Returns: The rows, `row` among them.
  /// - Complexity: O(*k*), where *k* is the number of these cities.
  package func rows(sharingNameOf row: CityRow) -> Range<CityRow> {
    checkRow(row)
    let count = table.count
    return table.names.withContent { names in
      var (lower, upper) = (row.rawValue, row.rawValue &+ 1)
      // Each is compared with the one beside it: those that share a name are mostly spelled alike.
      while lower > 0, table.haveEqualKeys(lower &- 1, lower, in: names) { lower &-= 1 }
      while upper < count, table.haveEqualKeys(upper &- 1, upper, in: names) { upper &+= 1 }
      return Range(rows: lower..<upper)
    }
  }
}

extension Gazetteer.Table {
  /// Whether the names of two cities have the same key.
  fileprivate func haveEqualKeys(_ one: Int, _ two: Int, in names: Span<UInt8>) -> Bool {
    let all = 0..<names.count
    return names.extracting(nameRange(atRow: CityRow(one)).clamped(to: all))
      .hasSameKey(as: names.extracting(nameRange(atRow: CityRow(two)).clamped(to: all)))
  }
}

extension Span<UInt8> {
  /// Whether two names in UTF-8 have the same key.
  ///
  /// Mostly one has a letter, where the names begin to differ, that the other one has not. What was
  /// the same before folds to the same, so the keys differ there too, and nothing needs to be folded.
  func hasSameKey(as other: Span<UInt8>) -> Bool {
    let common = Swift.min(count, other.count)
    var index = 0
    while index < common, self[index] == other[index] { index &+= 1 }
    if index == count, index == other.count { return true }
    if index == count || index == other.count {
      // One name goes on. Only what is neither letter nor digit can vanish from its key.
      let longer = index == count ? other : self
      while index < longer.count, longer.asciiEntry(at: index) == asciiSpace { index &+= 1 }
      if index < longer.count, longer.asciiEntry(at: index) > asciiSpace { return false }
    } else {
      let (one, two) = (asciiEntry(at: index), other.asciiEntry(at: index))
      if one > asciiSpace, two > asciiSpace, one != two { return false }
    }
    return FoldedBytes.key(of: self).isEqual(to: FoldedBytes.key(of: other))
  }

  /// What a byte folds to: a letter or digit, or a space, or less if that takes more to tell.
  @inline(__always)
  private func asciiEntry(at index: Int) -> UInt8 {
    self[index] < 0x80 ? FoldingTables.ascii[Int(self[index])] : 0
  }
}

extension FoldedBytes {
  /// The key of a name, which ends in one space.
  fileprivate static func key(of name: Span<UInt8>) -> FoldedBytes {
    var key = folded(name)
    if key.count == 0 || key[key.count - 1] != asciiSpace { key.append(asciiSpace) }
    return key
  }

  fileprivate func isEqual(to other: FoldedBytes) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where self[index] != other[index] { return false }
    return true
  }
}
