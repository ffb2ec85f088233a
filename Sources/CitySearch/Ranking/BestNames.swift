internal import PrefixSearch

/// Up to ten names that begin with a text: the best of each city, in order of their scores.
struct BestNames: Sendable {
  /// The number of cities with a name that begins with the text.
  fileprivate(set) var cityCount = 0
  /// The names.
  fileprivate(set) var rows = TopKIndex.Selection.none
  /// The position of the text in the gazetteer's tree over names; `nil` with another index.
  fileprivate(set) var start: RadixTree.Position?

  /// The number of names.
  var count: Int { rows.count }
  /// The number of cities that match.
  var total: MatchTotal { .exactly(cityCount) }
}

extension NameTable {
  /// The name at a position of the best names.
  @inline(__always)
  func name(_ position: Int, of best: BestNames) -> NameID {
    NameID(tree.topK.row(position, of: best.rows))
  }

  /// The entry of that name.
  @inline(__always)
  subscript(best: BestNames, position: Int) -> Entry { self[name(position, of: best)] }
}

extension Gazetteer.Table {
  /// Finds the best names that begin with a text; `nil` if their list is damaged.
  @inline(__always)
  func bestNames(beginningWith text: Span<UInt8>) -> BestNames? {
    // This constant avoids a retain; one for the tree, or none, does not.
    let names = nameTable
    guard let found = names.tree.lookup(text) else { return BestNames() }
    guard var list = found.list else {
      return ranked(
        names.tree.rows(below: found.position),
        BonusRanges(of: text, at: found.position, in: names.tree), start: found.position)
    }
    if list.hasVariants {
      list = names.tree.variant(
        BonusVariant.number(of: text, at: found.position, in: names.tree), of: list)
    }
    return BestNames(cityCount: list.groupCount, rows: list.best, start: found.position)
  }

  /// Finds the best names that begin with a text by any index over the names.
  func bestNames<Index: PrefixIndex>(
    beginningWith text: Span<UInt8>, in index: Index
  ) -> BestNames? {
    guard let position = index.position(of: text) else { return BestNames() }
    let rows = index.rows(below: position)
    let bonuses = BonusRanges(of: text, at: position, in: index)
    guard var list = nameTable.tree.list(of: rows) else {
      return ranked(rows, bonuses, start: nil)
    }
    list = nameTable.tree.variant(bonuses.variant(of: rows), of: list)
    return BestNames(cityCount: list.groupCount, rows: list.best, start: nil)
  }

  /// The best names of a range without a list; `nil` if it should have one.
  @inline(__always)
  private func ranked(
    _ rows: Range<Int>, _ bonuses: BonusRanges, start: RadixTree.Position?
  ) -> BestNames? {
    guard rows.count <= NameTable.listLength else { return nil }
    let best = rank(rows, bonuses)
    return BestNames(cityCount: best.count, rows: best, start: start)
  }

  /// Ranks the names of a range that is too small for a list.
  @inline(never)
  private func rank(_ rows: Range<Int>, _ bonuses: BonusRanges) -> TopKIndex.Selection {
    var hits = InlineArray<10, Hit>(repeating: Hit(ownNameOf: 0))
    var count = 0
    for row in rows {
      let entry = nameTable[NameID(row)]
      guard !entry.kind.isCode || bonuses.whole.contains(row) else { continue }
      let weight = NameScore.weight(
        entry.kind, population: records.population(atRow: entry.city),
        bonus: bonuses.bonus(ofRow: row, entry.kind))
      let hit = Hit(NameID(row), entry, weight: weight)
      // Of two names of a city, the better one stays.
      var place = 0
      while place < count, hits[place].city != hit.city { place &+= 1 }
      if place == count {
        count &+= 1
      } else if !hit.isBetter(than: hits[place]) {
        continue
      }
      while place > 0, hit.precedes(hits[place &- 1]) {
        hits[place] = hits[place &- 1]
        place &-= 1
      }
      hits[place] = hit
    }
    return TopKIndex.Selection(count, of: rows) { hits[$0].name.rawValue }
  }
}

extension BonusVariant {
  /// The number of the list variant for a text, without looking for the names that get the bonus.
  ///
  /// - Parameters:
  ///   - text: The text, folded.
  ///   - position: Its position in the tree; there is a list for it.
  ///   - tree: The tree over names.
  /// - Returns: The number; 0 for none.
  @inline(__always)
  fileprivate static func number(
    of text: Span<UInt8>, at position: RadixTree.Position, in tree: TopKTree
  ) -> Int {
    guard text.count > 0 else { return 0 }
    if text[text.count &- 1] == asciiSpace {
      return tree.rows(endingAt: position).isEmpty ? 0 : end
    }
    switch tree.radixTree.continuation(of: position, by: asciiSpace) {
    case .none: return 0
    case .some: return end
    case .all:
      let space = tree.child(of: position, by: asciiSpace)
      return space.map { tree.rows(endingAt: $0).isEmpty } ?? true ? words : wholeNames
    }
  }
}

/// The names that begin with a text and get a bonus.
struct BonusRanges {
  /// Names that equal the text.
  private(set) var whole = 0..<0
  /// Names that continue with a space, including `whole`.
  private(set) var words = 0..<0

  /// Finds the names with a bonus.
  ///
  /// - Parameters:
  ///   - text: The text, folded.
  ///   - position: Its position in the index.
  ///   - index: The index over names.
  @inline(__always)
  init<Index: PrefixIndex>(of text: Span<UInt8>, at position: Index.Position, in index: Index) {
    guard text.count > 0 else { return }
    if text[text.count &- 1] == asciiSpace {
      whole = index.rows(endingAt: position)
    } else if let space = index.child(of: position, by: asciiSpace) {
      whole = index.rows(endingAt: space)
      words = index.rows(below: space)
    }
  }

  /// The number of the list variant with these bonuses, for the names that begin with the text.
  @inline(__always)
  func variant(of rows: Range<Int>) -> Int {
    if words.isEmpty { return whole.isEmpty ? 0 : BonusVariant.end }
    guard words == rows else { return BonusVariant.end }
    return whole.isEmpty ? BonusVariant.words : BonusVariant.wholeNames
  }

  /// The bonus of a name.
  @inline(__always)
  func bonus(ofRow row: Int, _ kind: StoredKind) -> Int {
    if whole.contains(row) { return NameScore.wholeBonus }
    return kind == .own && words.contains(row) ? NameScore.wordBonus : 0
  }
}
