public import PrefixSearch

extension Gazetteer {
  /// The number of names of all kinds of all cities.
  ///
  /// - Complexity: O(1).
  package var nameCount: Int { table.nameTable.count }

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

  /// Finds the cities with a name of any kind.
  ///
  /// - Parameters:
  ///   - name: The whole name; it is folded like the names.
  ///   - kinds: The kinds of names to search.
  /// - Returns: The cities in canonical order, each once.
  /// - Complexity: O(*m* + *k* log *k*), where *m* is the length of the name in bytes and *k* the number
  ///   of names that are equal.
  public func cities(
    named name: String, kinds: Set<NameKind> = Set(NameKind.allCases)
  ) -> [City] {
    cities(withKey: Folding.key(of: name), kinds: kinds)
  }

  /// Finds the cities with a name that has the key.
  package func cities(withKey key: [UInt8], kinds: Set<NameKind>) -> [City] {
    let names = table.nameTable
    guard let position = names.tree.position(of: key.span) else { return [] }
    let rows = names.tree.rows(endingAt: position).lazy.map { names[NameID($0)] }
      .filter { kinds.contains($0.kind.kind) }.map { $0.city }
    return [CityRow](Set(rows)).sortedByPlace(<).map { self[$0] }
  }
}
