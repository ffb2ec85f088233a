public import PrefixSearch

extension Gazetteer {
  /// Folds all names into the keys that an index is built from; the row of a key is that of its city.
  ///
  /// Keys are needed only to build an index and take as much room as the names, so they are made
  /// anew each time and not kept.
  ///
  /// - Returns: The keys, in canonical order.
  /// - Complexity: O(*b*), where *b* is the length of all names in bytes.
  public func sortedKeys() -> SortedKeys {
    table.names.withContent { names in
      var builder = SortedKeys.Builder()
      builder.reserveCapacity(count: count, byteCount: names.count + count)
      var key: [UInt8] = []
      var end = 0
      do throws(SortedKeysError) {
        for row in indices {
          let start = end
          end = start + table.nameLength(atRow: row)
          key.removeAll(keepingCapacity: true)
          Folding.appendKey(of: names.extracting(start..<end), to: &key)
          try builder.append(key.span)
        }
      } catch {
        preconditionFailure("A gazetteer is in canonical order, and yet: \(error)")
      }
      return builder.finish()
    }
  }
}
