internal import PrefixSearch

/// The names that a query searches, with their ranking: all names of all cities in the order of their keys, among
/// which those of the scope count.
struct SearchedNames: Sendable {
  /// The gazetteer of the names.
  let table: Gazetteer.Table
  let scope: NameScope

  init(table: Gazetteer.Table, scope: NameScope = .all) {
    self.table = table
    self.scope = scope
  }

  /// The tree over the names, with the lists of the best of every prefix.
  var tree: TopKTree { table.nameTable.tree }
  /// The weights of names without a bonus.
  var ranks: Ranks { Ranks(table: table) }
  /// The first letters of the keys of all names.
  var filter: PrefixFilter { table.nameTable.filter }

  /// City and kind of a name.
  @inline(__always)
  func entry(_ row: Int) -> NameTable.Entry { table.nameTable[NameID(row)] }

  /// The number of cities with one of the names below a prefix, if it is stored or evident.
  func cityCount(of names: NameRanges) -> Int? {
    if scope == .own { return table.nameTable.ownNames.rows(ofNames: names.all).count }
    return tree.list(of: names.all).map {
      tree.variant(names.bonus.variant(of: names.all), of: $0).groupCount
    }
  }

  /// The order of names by score.
  struct Ranks: RankedRows {
    let table: Gazetteer.Table

    private func entry(_ row: Int) -> NameTable.Entry { table.nameTable[NameID(row)] }

    @inline(__always)
    func weight(ofRow row: Int) -> UInt64 {
      let entry = entry(row)
      guard !entry.kind.isCode else { return 0 }
      return NameScore.weight(
        entry.kind, population: table.records.population(atRow: entry.city))
    }

    @inline(__always)
    func group(ofRow row: Int) -> UInt32 {
      UInt32(truncatingIfNeeded: entry(row).city.rawValue)
    }

    @inline(__always)
    func precedence(ofRow row: Int) -> UInt8 { entry(row).kind.precedence }
  }
}

/// The names that begin with a text.
struct NameRanges {
  /// All of them.
  var all: Range<Int>
  /// Those that get a bonus.
  var bonus: BonusRanges

  /// Finds the names; `nil` if there are none.
  @inline(__always)
  init?<Index: PrefixIndex>(of text: Span<UInt8>, in index: Index) {
    guard let position = index.position(of: text) else { return nil }
    all = index.rows(below: position)
    bonus = BonusRanges(of: text, at: position, in: index)
    if all.isEmpty { return nil }
  }
}
