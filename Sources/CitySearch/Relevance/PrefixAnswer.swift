internal import PrefixSearch

/// The answer to most keystrokes: the best names that begin with the text.
///
/// One object has all that is known, without arrays. Matches by own names do not hold it; those by other
/// names do, to make the name when it is read.
@usableFromInline
final class PrefixAnswer: Sendable {
  let names: BestNames
  private let beginning: KnownPrefix
  private let text: String
  private let typos: TypoTolerance
  private let table: Gazetteer.Table
  private let otherIndex: CityCompleter.IndexBox?

  @inline(__always)
  init(
    _ names: BestNames, to query: SearchQuery, _ folded: consuming FoldedQuery,
    of completer: CityCompleter
  ) {
    self.names = names
    beginning = KnownPrefix(query: folded, position: names.start)
    text = query.text
    typos = query.typos
    table = completer.gazetteer.table
    otherIndex = completer.otherIndex
  }

  var gazetteer: Gazetteer { Gazetteer(table) }

  /// Searches again, with the order, filter and limit of a refinement.
  func refined(_ refinement: CityMatches.Refinement, limit: Int?) -> CityMatches {
    CityCompleter(gazetteer, otherIndex: otherIndex)
      .search(SearchQuery(text, typos: typos).refined(refinement, limit: limit))
  }

  /// The row of the city at a position, which exists.
  @inline(__always)
  func row(at position: Int) -> CityRow { table.nameTable[names, position].city }

  /// The id of the city at a position, which exists.
  @inline(__always)
  func id(at position: Int) -> Int { table.id(atRow: row(at: position)) }

  /// The matches at some positions, all of which exist.
  func matches(at positions: Range<Int>) -> [CityMatch] {
    let (table, prefix) = (table, TypedPrefix(beginning.query))
    var matches: [CityMatch] = []
    matches.reserveCapacity(positions.count)
    // Names and cities lie anywhere in memory, so each loop reads what the next one needs without waiting:
    // the entries, then the names of these cities.
    var rows = InlineArray<10, UInt32>(repeating: 0)
    var others: UInt = 0
    for (index, position) in positions.enumerated() {
      let entry = table.nameTable[names, position]
      rows[index] = UInt32(truncatingIfNeeded: entry.city.rawValue)
      others |= (entry.isOwn ? 0 : 1) &<< UInt(index)
    }
    var located = InlineArray<10, Gazetteer.Table.LocatedName>(repeating: .init())
    for index in 0..<positions.count {
      located[index] = table.locatedName(atRow: CityRow(Int(rows[index])))
    }
    for (index, position) in positions.enumerated() {
      let (row, name) = (CityRow(Int(rows[index])), located[index])
      let record = table.records[row]
      matches.append(
        others &>> UInt(index) & 1 == 0
          ? table.match(
            record, atRow: row, named: name.range, beginningWith: name.beginning, by: prefix)
          : CityMatch(
            city: table.city(record, named: name.range), in: .prefix(self), at: position))
    }
    return matches
  }

  /// The name that matched, with its highlight.
  func name(at position: Int, of city: City) -> MatchedName {
    let name = table.nameTable.name(position, of: names)
    return table.nameTable.matchedName(name, table.nameTable[name].kind, of: city, beginning)
  }
}

extension NameTable {
  /// A name that begins with a text, with its highlight.
  ///
  /// - Parameters:
  ///   - name: The name; it may be unknown for a kind whose text is that of the city.
  ///   - kind: Its kind.
  ///   - city: Its city.
  ///   - beginning: The text.
  /// - Returns: The name.
  func matchedName(
    _ name: NameID, _ kind: StoredKind, of city: City, _ beginning: KnownPrefix
  ) -> MatchedName {
    let text = kind.hasOwnText ? city.name : text(of: name, beginningWith: beginning)
    let highlight =
      switch kind {
      case .own, .alternate, .code: MatchedPrefix(beginning.query).highlight(in: text)
      case .later: NameHighlight.simpleLaterWord(beginning.query, in: text)
      default: nil as HighlightRange?
      }
    return MatchedName(
      text, kind: kind.kind, isOwn: kind.hasOwnText,
      highlight: highlight
        ?? NameHighlight(
          typed: beginning.query, name: text, key: key(of: name, beginningWith: beginning),
          kind: kind
        ).range)
  }
}
