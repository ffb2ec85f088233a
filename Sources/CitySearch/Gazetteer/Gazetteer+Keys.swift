public import PrefixSearch

extension Gazetteer {
  /// Folds all own names to the keys that an index is built from; the row of a key is that of its city.
  ///
  /// Keys are needed only to build an index and take as much memory as the names, so they are not stored.
  ///
  /// - Returns: The keys, in canonical order. In a damaged mapped file, a name that is out of order gets
  ///   the key of the name before it.
  /// - Complexity: O(*b*), where *b* is the length of all names in bytes.
  package func sortedKeys() -> SortedKeys {
    var builder = SortedKeys.Builder()
    builder.reserveCapacity(count: count, byteCount: table.names.count + count)
    var last: [UInt8] = []
    forEachKey { key in
      do throws(SortedKeysError) {
        try builder.append(key.span)
        swap(&key, &last)
      } catch {
        // The previous key is valid again.
        _ = try? builder.append(last.span)
      }
    }
    return builder.finish()
  }

  /// The keys of all names, to build another engine for a ``CityIndex``.
  ///
  /// - Returns: The keys, in order. If a mapped file is damaged, the keys may be wrong, but not their
  ///   number.
  /// - Complexity: O(*b*), where *b* is the length of all keys in bytes.
  public func sortedNameKeys() -> SortedKeys {
    var builder = SortedKeys.Builder()
    let names = table.nameTable
    var count = 0
    var last: [UInt8] = []
    for completion in names.tree.completions(of: []) {
      last = completion.key
      for _ in completion.rows where (try? builder.append(last.span)) != nil { count += 1 }
    }
    while count < names.count, (try? builder.append(last.span)) != nil { count += 1 }
    return builder.finish()
  }

  /// Calls a closure with the key of each row; the closure may swap the array for another one.
  package func forEachKey(_ body: (inout [UInt8]) -> Void) {
    table.names.withContent { names in
      var key: [UInt8] = []
      for row in indices {
        let name = table.nameRange(atRow: row).clamped(to: 0..<names.count)
        key.removeAll(keepingCapacity: true)
        Folding.appendKey(of: names.extracting(name), to: &key)
        body(&key)
      }
    }
  }
}

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
      // Each is compared with its neighbor: cities with the same key are mostly spelled alike.
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
  /// Mostly, the first bytes that differ are letters with different foldings. Then the keys differ, too,
  /// and nothing is folded.
  func hasSameKey(as other: Span<UInt8>) -> Bool {
    var index = sharedLength(with: other)
    if index == count, index == other.count { return true }
    if index == count || index == other.count {
      // One name is longer. Only characters that are neither letters nor digits can vanish from its key.
      let longer = index == count ? other : self
      while index < longer.count, longer.asciiEntry(at: index) == asciiSpace { index &+= 1 }
      if index < longer.count, longer.asciiEntry(at: index) > asciiSpace { return false }
    } else {
      let (one, two) = (asciiEntry(at: index), other.asciiEntry(at: index))
      if one > asciiSpace, two > asciiSpace, one != two { return false }
    }
    return FoldedBytes.key(of: self).isEqual(to: FoldedBytes.key(of: other))
  }

  /// The folding of a byte: a letter, a digit or a space; less than a space if the byte is deleted, or is
  /// not ASCII.
  @inline(__always)
  private func asciiEntry(at index: Int) -> UInt8 {
    self[index] < 0x80 ? FoldingTables.ascii[Int(self[index])] : 0
  }
}

extension FoldedBytes {
  /// The key of a name, which ends in one space.
  fileprivate static func key(of name: Span<UInt8>) -> FoldedBytes {
    var key = FoldedBytes(folding: name)
    if key.count == 0 || key[key.count - 1] != asciiSpace { key.append(asciiSpace) }
    return key
  }

  fileprivate func isEqual(to other: FoldedBytes) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where self[index] != other[index] { return false }
    return true
  }
}
