internal import FlatStorage
public import PrefixSearch

extension Gazetteer {
  /// Folds all names into the keys that an index is built from; the row of a key is that of its city.
  ///
  /// Keys are needed only to build an index and take as much room as the names, so they are made
  /// anew each time and not kept.
  ///
  /// - Returns: The keys, in canonical order. In a damaged file that was mapped, a name that is out of
  ///   order gets the key of the one before it.
  /// - Complexity: O(*b*), where *b* is the length of all names in bytes.
  public func sortedKeys() -> SortedKeys {
    var builder = SortedKeys.Builder()
    builder.reserveCapacity(count: count, byteCount: table.names.count + count)
    var last: [UInt8] = []
    forEachKey { key in
      do throws(SortedKeysError) {
        try builder.append(key.span)
        swap(&key, &last)
      } catch {
        // A key that was accepted once is accepted again.
        _ = try? builder.append(last.span)
      }
    }
    return builder.finish()
  }

  /// Calls a closure with the key of each row; it may keep the array and leave another.
  func forEachKey(_ body: (inout [UInt8]) -> Void) {
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
