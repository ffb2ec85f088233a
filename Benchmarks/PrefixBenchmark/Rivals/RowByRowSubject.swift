import CitySearch

/// A rival that looks at every name, one after the other.
///
/// It keeps the names in canonical order, so what it finds first comes first, and a search with a
/// limit ends as soon as the limit is reached.
protocol RowByRowSubject: Subject {
  /// What a name is compared with, made once for each query.
  associatedtype Prefix

  /// The cities behind the names.
  var gazetteer: Gazetteer { get }

  /// Makes what names are compared with.
  func prefix(of text: String) -> Prefix

  /// As `prefix(of:)`; a rival that works on folded names has less to do here.
  func prefix(of query: PreparedQuery) -> Prefix

  /// The part of the name at `row` that matches, in UTF-16 code units from its start; `nil` if the
  /// name does not match. Called for cities that are shown.
  func highlight(of city: City, atRow row: CityRow, for prefix: Prefix) -> HighlightRange?

  /// Whether the name at `row` begins with the prefix.
  func matches(_ row: CityRow, _ prefix: Prefix) -> Bool
}

extension RowByRowSubject {
  var stages: Set<Measure.Stage> { [.locate, .rows, .cities] }
  var looksAtEveryName: Bool { true }

  func prefix(of query: PreparedQuery) -> Prefix { prefix(of: query.text) }

  func locate(_ query: PreparedQuery) -> Int {
    let prefix = prefix(of: query)
    return gazetteer.indices.count { matches($0, prefix) }
  }

  func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest) {
    let prefix = prefix(of: query)
    forEachRow(limit: limit, where: prefix) { digest.add(id: gazetteer.id(atRow: $0)) }
  }

  func cities(_ text: String, limit: Int?, into digest: inout AnswerDigest) {
    let prefix = prefix(of: text)
    forEachRow(limit: limit, where: prefix) { row in
      let city = gazetteer[row]
      let highlight = highlight(of: city, atRow: row, for: prefix)
      digest.add(
        CityMatch(city: city, highlight: highlight ?? HighlightRange(location: 0, length: 0)))
    }
  }

  private func forEachRow(limit: Int?, where prefix: Prefix, _ body: (CityRow) -> Void) {
    var left = limit ?? .max
    for row in gazetteer.indices {
      guard left > 0 else { return }
      guard matches(row, prefix) else { continue }
      body(row)
      left -= 1
    }
  }
}

extension CityMatch {
  /// A city with the part of its name that `query` matches.
  init(of query: FoldedQuery, city: City) {
    let nothing = HighlightRange(location: 0, length: 0)
    self.init(city: city, highlight: query.highlight(in: city.name) ?? nothing)
  }
}
