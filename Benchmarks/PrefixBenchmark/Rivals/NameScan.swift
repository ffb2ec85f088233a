import CitySearch
import Foundation
import PrefixSearch

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

/// A rival that compares every name with the query, in canonical order.
///
/// A search with a limit ends as soon as the limit is reached.
struct NameScan: RowSubject {
  let gazetteer: Gazetteer
  /// The names to compare, folded or not, by row.
  private let names: [String]
  /// A condition on names.
  private let matcher: @Sendable (PreparedQuery) -> (String) -> Bool
  /// The length of the highlight of a name in UTF-16; `nil` for that of the engines.
  private var highlightLength: (@Sendable (String, PreparedQuery) -> Int?)?

  var memoryFootprint: MemoryFootprint? {
    MemoryFootprint([MemoryFootprint.Part("names", textsOf: names)])
  }

  func forEachRow(of query: PreparedQuery, limit: Int?, _ body: (CityRow) -> Void) {
    let matches = matcher(query)
    var left = limit ?? .max
    for row in gazetteer.indices {
      guard left > 0 else { return }
      guard matches(names[row.rawValue]) else { continue }
      body(row)
      left -= 1
    }
  }

  func highlight(of city: City, for query: PreparedQuery) -> HighlightRange? {
    guard let highlightLength else { return query.folded.highlight(in: city.name) }
    return highlightLength(city.name, query).map { HighlightRange(location: 0, length: $0) }
  }
}

extension NameScan {
  /// Folded names in an array of strings, with `hasPrefix` on each for every query.
  ///
  /// An app that folds its names once and keeps them.
  static func hasPrefix(_ input: SubjectInput) -> NameScan {
    NameScan(gazetteer: input.gazetteer, names: input.foldedTexts()) { query in
      let prefix = query.folded.text
      return { $0.hasPrefix(prefix) }
    }
  }

  /// `cities.filter { $0.name.lowercased().hasPrefix(text.lowercased()) }`, which is what most apps do.
  ///
  /// It answers another question: accents and punctuation count, so "sao" does not find São Paulo.
  static func lowercased(_ input: SubjectInput) -> NameScan {
    NameScan(
      gazetteer: input.gazetteer, names: input.gazetteer.map(\.name),
      matcher: { query in
        let prefix = query.text.lowercased()
        return { $0.lowercased().hasPrefix(prefix) }
      }, highlightLength: { $1.text.lowercased().utf16.count })
  }

  /// Foundation's search at the start of a string, blind to case and to accents, on every name.
  ///
  /// It answers another question: apostrophes, punctuation and letters that do not decompose count, so
  /// "lodz" does not find Łódź, and "st johns" does not find St. John's.
  static func foundation(_ input: SubjectInput) -> NameScan {
    @Sendable func match(_ name: String, _ query: PreparedQuery) -> Range<String.Index>? {
      name.range(of: query.text, options: [.caseInsensitive, .diacriticInsensitive, .anchored])
    }
    return NameScan(
      gazetteer: input.gazetteer, names: input.gazetteer.map(\.name),
      // Foundation finds no empty string anywhere, but an empty search field shows all cities.
      matcher: { query in { query.text.isEmpty || match($0, query) != nil } },
      highlightLength: { name, query in match(name, query).map { name[$0].utf16.count } })
  }
}
