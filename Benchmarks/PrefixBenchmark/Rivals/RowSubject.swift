import CitySearch

/// A rival that finds rows of the gazetteer; cities and highlights are made from them as with the
/// engines.
protocol RowSubject: Subject {
  /// The query in the form that names are compared with, made once for each query.
  associatedtype Prefix

  /// The cities of the rows.
  var gazetteer: Gazetteer { get }

  /// Makes the prefix from text: part of the stage `cities`.
  func prefix(of text: String) -> Prefix

  /// The same from a query whose folding has been paid for.
  func prefix(of query: PreparedQuery) -> Prefix

  /// The number of rows that match.
  func count(of prefix: Prefix) -> Int

  /// Calls `body` with the rows of the first matches in canonical order; with all without a limit.
  func forEachRow(of prefix: Prefix, limit: Int?, _ body: (CityRow) -> Void)

  /// The part of the name that matches.
  func highlight(of city: City, for prefix: Prefix) -> HighlightRange?
}

extension RowSubject {
  var stages: Set<Measure.Stage> { [.locate, .rows, .cities] }

  func prefix(of query: PreparedQuery) -> Prefix { prefix(of: query.text) }

  func count(of prefix: Prefix) -> Int {
    var count = 0
    forEachRow(of: prefix, limit: nil) { _ in count += 1 }
    return count
  }

  func locate(_ query: PreparedQuery) -> Int { count(of: prefix(of: query)) }

  func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest) {
    forEachRow(of: prefix(of: query), limit: limit) { digest.add(id: gazetteer.id(atRow: $0)) }
  }

  func cities(_ text: String, limit: Int?, into digest: inout AnswerDigest) {
    let prefix = prefix(of: text)
    forEachRow(of: prefix, limit: limit) { row in
      let city = gazetteer[row]
      digest.add(CityMatch(city: city, highlight: highlight(of: city, for: prefix) ?? .empty))
    }
  }
}

extension RowSubject where Prefix == FoldedQuery {
  func prefix(of text: String) -> FoldedQuery { FoldedQuery(text) }
  func prefix(of query: PreparedQuery) -> FoldedQuery { query.folded }

  func highlight(of city: City, for prefix: FoldedQuery) -> HighlightRange? {
    prefix.highlight(in: city.name)
  }
}

extension FoldedQuery {
  /// The folded bytes as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
