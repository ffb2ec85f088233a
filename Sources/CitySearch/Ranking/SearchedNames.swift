internal import PrefixSearch

/// The names that a query searches, in the order of their keys, with their ranking.
protocol SearchedNames: Sendable {
  associatedtype Ranks: RankedRows, Sendable
  /// The gazetteer of the names.
  var table: Gazetteer.Table { get }
  /// The maxima of blocks of names.
  var topK: TopKIndex { get }
  /// The tree with the lists of the best names of every prefix; `nil` if it has no lists by score.
  var tree: TopKTree? { get }
  /// The weights of names without a bonus.
  var ranks: Ranks { get }
  /// City and kind of a name.
  func entry(_ row: Int) -> NameTable.Entry
  /// The first letters of all keys.
  var filter: PrefixFilter { get }
  /// The number of cities with one of the names below a prefix, if it is stored or evident.
  func cityCount(of names: NameRanges) -> Int?
}

/// All names of all cities.
struct SearchedAllNames: SearchedNames {
  let table: Gazetteer.Table

  var topK: TopKIndex { table.nameTable.tree.topK }
  var tree: TopKTree? { table.nameTable.tree }
  var ranks: NameRanks { NameRanks(table.nameTable, table.records) }
  var filter: PrefixFilter { table.nameTable.filter }

  @inline(__always)
  func entry(_ row: Int) -> NameTable.Entry { table.nameTable[NameID(row)] }

  func cityCount(of names: NameRanges) -> Int? {
    let tree = table.nameTable.tree
    return tree.list(of: names.all).map {
      tree.variant(names.bonus.variant(of: names.all), of: $0).groupCount
    }
  }
}

/// The own names, whose rows are those of their cities.
struct SearchedOwnNames: SearchedNames {
  let table: Gazetteer.Table

  var topK: TopKIndex { table.populationTopK }
  var tree: TopKTree? { nil }
  var ranks: Ranks { Ranks(table: table) }
  /// That of all names, among which the own ones are.
  var filter: PrefixFilter { table.nameTable.filter }

  @inline(__always)
  func entry(_ row: Int) -> NameTable.Entry { NameTable.Entry(CityRow(row), .own, .verbatim) }

  func cityCount(of names: NameRanges) -> Int? { names.all.count }

  /// The order of own names by the score of their cities, which ascends with the population.
  struct Ranks: RankedRows {
    let table: Gazetteer.Table

    static var hasGroups: Bool { false }

    @inline(__always)
    func weight(ofRow row: Int) -> UInt64 {
      NameScore.weight(.own, population: table.records.population(atRow: CityRow(row)))
    }

    // The stored maxima are populations plus one, see `PopulationRanks`.
    func bound(forMaximum maximum: UInt64) -> UInt64 {
      NameScore.weight(.own, population: Int(clamping: max(maximum, 1) - 1))
    }

    @inline(__always)
    func group(ofRow row: Int) -> UInt32 { UInt32(truncatingIfNeeded: row) }

    @inline(__always)
    func precedence(ofRow row: Int) -> UInt8 { 0 }
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
