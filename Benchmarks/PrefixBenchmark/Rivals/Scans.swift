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

  func locate(_ query: PreparedQuery) -> Int { scan.search(for: query.text).total.count }

  func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest) {
    for id in scan.search(for: query.text, limit: limit).ids { digest.add(id: id) }
  }

  func cities(_ text: String, limit: Int?, into digest: inout AnswerDigest) {
    for match in scan.search(for: text, limit: limit) { digest.add(match) }
  }
}

/// A rival that compares every name with the query, in canonical order.
///
/// A search with a limit ends as soon as the limit is reached.
protocol ScanSubject: RowSubject {
  /// The names to compare, folded or not, by row.
  var names: [String] { get }

  /// A condition on names.
  func matcher(of query: PreparedQuery) -> (String) -> Bool
}

extension ScanSubject {
  var memoryFootprint: MemoryFootprint? {
    MemoryFootprint([MemoryFootprint.Part("names", textsOf: names)])
  }

  func forEachRow(of query: PreparedQuery, limit: Int?, _ body: (CityRow) -> Void) {
    let (names, matches) = (names, matcher(of: query))
    var left = limit ?? .max
    for row in gazetteer.indices {
      guard left > 0 else { return }
      guard matches(names[row.rawValue]) else { continue }
      body(row)
      left -= 1
    }
  }
}

/// Folded names in an array of strings, with `hasPrefix` on each for every query.
///
/// An app that folds its names once and keeps them.
struct HasPrefixScan: ScanSubject {
  let gazetteer: Gazetteer
  let names: [String]

  init(_ input: SubjectInput) {
    gazetteer = input.gazetteer
    names = input.foldedTexts()
  }

  func matcher(of query: PreparedQuery) -> (String) -> Bool {
    let prefix = query.folded.text
    return { $0.hasPrefix(prefix) }
  }
}

/// `cities.filter { $0.name.lowercased().hasPrefix(text.lowercased()) }`, which is what most apps do.
///
/// It answers another question: accents and punctuation count, so "sao" does not find São Paulo.
struct LowercasedScan: ScanSubject {
  let gazetteer: Gazetteer
  /// The names that an app would have in its own array of cities.
  let names: [String]

  init(_ input: SubjectInput) {
    gazetteer = input.gazetteer
    names = input.gazetteer.map(\.name)
  }

  func matcher(of query: PreparedQuery) -> (String) -> Bool {
    let prefix = query.text.lowercased()
    return { $0.lowercased().hasPrefix(prefix) }
  }

  func highlight(of city: City, for query: PreparedQuery) -> HighlightRange? {
    HighlightRange(validLocation: 0, length: query.text.lowercased().utf16.count)
  }
}

/// Foundation's search at the start of a string, blind to case and to accents, on every name.
///
/// It answers another question: apostrophes, punctuation and letters that do not decompose count, so
/// "lodz" does not find Łódź, and "st johns" does not find St. John's.
struct FoundationScan: ScanSubject {
  let gazetteer: Gazetteer
  /// The names that an app would have in its own array of cities.
  let names: [String]

  private static let options: String.CompareOptions = [
    .caseInsensitive, .diacriticInsensitive, .anchored,
  ]

  init(_ input: SubjectInput) {
    gazetteer = input.gazetteer
    names = input.gazetteer.map(\.name)
  }

  func matcher(of query: PreparedQuery) -> (String) -> Bool {
    // Foundation finds no empty string anywhere, but an empty search field shows all cities.
    { query.text.isEmpty || $0.range(of: query.text, options: Self.options) != nil }
  }

  func highlight(of city: City, for query: PreparedQuery) -> HighlightRange? {
    guard let range = city.name.range(of: query.text, options: Self.options) else { return nil }
    return HighlightRange(validLocation: 0, length: city.name[range].utf16.count)
  }
}
