internal import PrefixSearch
internal import Synchronization

/// The answer to most keystrokes: the best names that begin with the text, and whatever follows them, which
/// is found when it is read.
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
  /// The cities after `names`; `nil` if there are none within the limit.
  private let later: LaterCities?

  @inline(__always)
  init(
    _ names: BestNames, to query: SearchQuery, _ folded: consuming FoldedQuery,
    of completer: CityCompleter
  ) {
    self.names = names
    later =
      names.cityCount > names.count && query.limit ?? .max > names.count
      ? LaterCities(query, copy folded, of: completer) : nil
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

  /// The number of cities, at least as many as are within the limit.
  @inline(__always)
  var count: Int { later == nil ? names.count : names.cityCount }

  /// The row of the city of one of the names.
  @inline(__always)
  func row(at position: Int) -> CityRow { table.nameTable[names, position].city }

  /// The ids of the first cities.
  func ids(first count: Int) -> [Int] {
    var ids = (0..<min(count, names.count)).map { table.id(atRow: row(at: $0)) }
    if let later, count > ids.count {
      ids += later.answer(upTo: count).hits[..<count].dropFirst(ids.count)
        .map { table.id(atRow: $0.city) }
    }
    return ids
  }

  /// The matches at some positions, all of which exist.
  func matches(at positions: Range<Int>) -> [CityMatch] {
    guard let later, positions.upperBound > names.count else { return matches(ofNames: positions) }
    let first = positions.clamped(to: 0..<names.count)
    return matches(ofNames: first)
      + later.answer(upTo: positions.upperBound)
      .matches(at: max(positions.lowerBound, names.count)..<positions.upperBound)
  }

  /// The matches of some of the names.
  private func matches(ofNames positions: Range<Int>) -> [CityMatch] {
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

  /// The name that matched, of one of the names, with its highlight.
  func name(at position: Int, of city: City) -> MatchedName {
    let name = table.nameTable.name(position, of: names)
    return table.nameTable.matchedName(name, table.nameTable[name].kind, of: city, beginning)
  }
}

/// The cities after the ten best, found in two steps: the first hundred, and all.
private final class LaterCities: Sendable {
  private let query: SearchQuery
  private let folded: FoldedQuery
  private let completer: CityCompleter
  private let found = Mutex<SearchAnswer?>(nil)

  init(_ query: SearchQuery, _ folded: FoldedQuery, of completer: CityCompleter) {
    var query = query
    // Corrections follow fewer than ten cities only.
    query.typos = .never
    self.query = query
    self.folded = folded
    self.completer = completer
  }

  /// Finds at least `count` cities, or returns those found before.
  ///
  /// - Complexity: O(*k* log *n*) for the first hundred of *n* names, O(*n* log *n*) for more; O(1) when
  ///   they were found before.
  func answer(upTo count: Int) -> SearchAnswer {
    found.withLock { found in
      if let found, found.hits.count >= count { return found }
      var query = query
      query.limit = count <= Self.firstStep ? Self.firstStep : nil
      var result = completer.evaluate(query, folded)
      // Of a damaged file, the stored number of cities may be too high.
      let last = result.hits.last ?? Hit(ownNameOf: CityRow(0), weight: 0, interpretation: 0)
      while result.hits.count < count { result.hits.append(last) }
      let answer = SearchAnswer(result, to: query, folded: folded, of: completer)
      found = answer
      return answer
    }
  }

  /// As many as are found by best-first search, see ``QueryEvaluation``.
  private static let firstStep = 100
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
