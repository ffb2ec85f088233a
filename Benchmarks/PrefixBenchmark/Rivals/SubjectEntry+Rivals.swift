import CitySearch

extension SubjectEntry {
  /// The alternatives to the engines, the fast ones first.
  package static let rivals = inMemoryRivals + sqliteRivals

  private static let inMemoryRivals = [
    SubjectEntry(
      name: "PrefixHash", role: .rival,
      summary: "hash table of all prefixes up to eight bytes: the fastest, at the cost of memory",
      build: { $0.subject(PrefixHash($0.keys)) }),
    SubjectEntry(
      name: "SortedStrings", role: .rival,
      summary: "sorted [String] of folded names, binary search with < and hasPrefix",
      needsCities: true, build: { try SortedStrings($0) }),
    SubjectEntry(
      name: "CharacterTrie", role: .rival,
      summary: "[Character: Node] trie that keeps its cities in every node", runsByDefault: false,
      needsCities: true, build: { try CharacterTrie($0) }),
    SubjectEntry(
      name: "HasPrefixScan", role: .rival,
      summary: "[String] of folded names, hasPrefix on every one", runsByDefault: false,
      isSlow: true, needsCities: true, build: { NameScan.hasPrefix($0) }),
    SubjectEntry(
      name: "LinearScan", role: .rival,
      summary: "nothing kept: every name or key compared with every query", isSlow: true,
      build: { $0.scan }),
    SubjectEntry(
      name: "LowercasedScan", role: .rival,
      summary: "lowercased().hasPrefix on every name",
      anotherQuestion: "accents and punctuation count: \"sao\" does not find São Paulo",
      runsByDefault: false, isSlow: true, needsCities: true, build: { NameScan.lowercased($0) }),
    SubjectEntry(
      name: "FoundationScan", role: .rival,
      summary: "range(of:options:) of Foundation, blind to case and accents, on every name",
      anotherQuestion:
        "punctuation and letters that do not decompose count: \"lodz\" does not find Łódź",
      runsByDefault: false, isSlow: true, needsCities: true, build: { NameScan.foundation($0) }),
  ]

  #if SQLite
  private static let sqliteRivals = [
    SubjectEntry(
      name: "SQLiteRange", role: .rival,
      summary: "SQLite in memory, a range of the index over folded names", needsCities: true,
      build: { try SQLiteRange($0) }),
    SubjectEntry(
      name: "SQLiteFTS5", role: .rival,
      summary: "SQLite in memory, FTS5 with prefix indexes, anchored at the first word",
      runsByDefault: false, needsCities: true, build: { try SQLiteFullText($0, words: .first) }),
    SubjectEntry(
      name: "SQLiteFTS5AnyWord", role: .rival,
      summary: "SQLite in memory, FTS5 with prefix indexes",
      anotherQuestion: "any word of a name may begin with the query: \"york\" finds New York",
      runsByDefault: false, needsCities: true, build: { try SQLiteFullText($0, words: .any) }),
  ]
  #else
  private static let sqliteRivals: [SubjectEntry] = []
  #endif
}

/// A rival that finds rows of the gazetteer; cities and highlights are made from them as with the
/// engines.
protocol RowSubject: Subject {
  var gazetteer: Gazetteer { get }

  /// Calls `body` with the rows of the first matches in canonical order; with all without a limit.
  func forEachRow(of query: PreparedQuery, limit: Int?, _ body: (CityRow) -> Void)

  func highlight(of city: City, for query: PreparedQuery) -> HighlightRange?
}

extension RowSubject {
  var stages: Set<Measure.Stage> { [.locate, .rows, .cities] }

  func locate(_ query: PreparedQuery) -> Int {
    var count = 0
    forEachRow(of: query, limit: nil) { _ in count += 1 }
    return count
  }

  func highlight(of city: City, for query: PreparedQuery) -> HighlightRange? {
    query.folded.highlight(in: city.name)
  }

  func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest) {
    forEachRow(of: query, limit: limit) { digest.add(id: gazetteer.id(atRow: $0)) }
  }

  func cities(_ text: String, limit: Int?, into digest: inout AnswerDigest) {
    let query = PreparedQuery(text)
    forEachRow(of: query, limit: limit) { row in
      let city = gazetteer[row]
      digest.add(CityMatch(city: city, highlight: highlight(of: city, for: query) ?? .empty))
    }
  }
}

extension FoldedQuery {
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}
