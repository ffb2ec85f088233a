import CitySearch
import PrefixSearch

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
      name: "LinearScan", role: .rival,
      summary: "nothing kept: every name or key compared with every query", isSlow: true,
      build: { $0.scan }),
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
      needsCities: true, build: { try SQLiteFullText($0) }),
  ]
  #else
  private static let sqliteRivals: [SubjectEntry] = []
  #endif
}

/// The package's own reference as a rival: every name is folded anew for every query.
///
/// An app without an index gets the same answers in this way.
struct LinearScanSubject: Subject {
  let scan: LinearScan

  var stages: Set<Measure.Stage> { [.locate, .rows, .cities] }
  var memoryFootprint: MemoryFootprint? { MemoryFootprint([]) }

  func locate(_ query: PreparedQuery) -> Int {
    scan.ownNames(beginningWith: query.text).total.count
  }

  func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest) {
    for id in scan.ownNames(beginningWith: query.text, limit: limit).ids { digest.add(id: id) }
  }

  func cities(_ text: String, limit: Int?, into digest: inout AnswerDigest) {
    for match in scan.ownNames(beginningWith: text, limit: limit) { digest.add(match) }
  }
}

/// A rival that finds rows of the gazetteer; cities and highlights are made from them as with the
/// engines.
protocol RowSubject: Subject {
  var gazetteer: Gazetteer { get }

  /// Calls `body` with the rows of the first matches in canonical order; with all without a limit.
  func forEachRow(of query: PreparedQuery, limit: Int?, _ body: (CityRow) -> Void)
}

extension RowSubject {
  var stages: Set<Measure.Stage> { [.locate, .rows, .cities] }

  func locate(_ query: PreparedQuery) -> Int {
    var count = 0
    forEachRow(of: query, limit: nil) { _ in count += 1 }
    return count
  }

  func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest) {
    forEachRow(of: query, limit: limit) { digest.add(id: gazetteer.id(atRow: $0)) }
  }

  func cities(_ text: String, limit: Int?, into digest: inout AnswerDigest) {
    let query = PreparedQuery(text)
    forEachRow(of: query, limit: limit) { row in
      let city = gazetteer[row]
      digest.add(CityMatch(city: city, highlight: query.folded.highlight(in: city.name) ?? .empty))
    }
  }
}

extension FoldedQuery {
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}
