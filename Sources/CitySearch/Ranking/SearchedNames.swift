internal import PrefixSearch

/// The names that a query searches, in the order of their keys, with their ranking: all names of all cities, or
/// the own names, whose rows are those of their cities.
///
/// One type for both, because a generic search is compiled for each: that took a quarter of the module's size, and
/// a fifth of the time to compile it.
struct SearchedNames: Sendable {
  /// The gazetteer of the names.
  let table: Gazetteer.Table
  /// Whether these are the own names only.
  let areOwn: Bool

  /// The index that the gazetteer has.
  var index: TopKTree { areOwn ? table.ownTree : table.nameTable.tree }
  /// The texts for which this index lately had no similar name.
  var misses: MissCache { areOwn ? table.misses : table.nameTable.misses }
  /// The maxima of blocks of names.
  var topK: TopKIndex { index.topK }
  /// The tree with the lists of the best names of every prefix; `nil` if it has no lists by score.
  var tree: TopKTree? { areOwn ? nil : table.nameTable.tree }
  /// The weights of names without a bonus.
  var ranks: Ranks { Ranks(names: self) }
  /// The first letters of the keys of all names, among which the own ones are.
  var filter: PrefixFilter { table.nameTable.filter }

  /// City and kind of a name.
  @inline(__always)
  func entry(_ row: Int) -> NameTable.Entry {
    areOwn ? NameTable.Entry(CityRow(row), .own, .verbatim) : table.nameTable[NameID(row)]
  }

  /// The number of cities with one of the names below a prefix, if it is stored or evident.
  func cityCount(of names: NameRanges) -> Int? {
    if areOwn { return names.all.count }
    let tree = table.nameTable.tree
    return tree.list(of: names.all).map {
      tree.variant(names.bonus.variant(of: names.all), of: $0).groupCount
    }
  }

  /// The order of names by score; that of own names ascends with the population.
  struct Ranks: RankedRows {
    let names: SearchedNames

    @inline(__always)
    func weight(ofRow row: Int) -> UInt64 {
      let entry = names.entry(row)
      guard entry.kind != .code else { return 0 }
      return NameScore.weight(
        entry.kind, population: names.table.records.population(atRow: entry.city))
    }

    // The stored maxima of own names are populations plus one, see `PopulationRanks`.
    func bound(forMaximum maximum: UInt64) -> UInt64 {
      guard names.areOwn else { return maximum }
      return NameScore.weight(.own, population: Int(clamping: max(maximum, 1) - 1))
    }

    @inline(__always)
    func group(ofRow row: Int) -> UInt32 {
      UInt32(truncatingIfNeeded: names.entry(row).city.rawValue)
    }

    @inline(__always)
    func precedence(ofRow row: Int) -> UInt8 { names.entry(row).kind.precedence }
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
