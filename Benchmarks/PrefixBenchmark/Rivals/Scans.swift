import CitySearch
import Foundation
import PrefixSearch

/// The package's own reference as a rival: every name is folded anew for every query.
///
/// What an app does that has no index and wants the same answers.
struct LinearScanSubject: Subject {
  let scan: LinearScan

  var stages: Set<Measure.Stage> { [.locate, .rows, .cities] }
  var looksAtEveryName: Bool { true }
  var memoryFootprint: MemoryFootprint? { MemoryFootprint([]) }

  func locate(_ query: PreparedQuery) -> Int { scan.search(for: query.text).total.count }

  func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest) {
    for id in scan.search(for: query.text, limit: limit).ids { digest.add(id: id) }
  }

  func cities(_ text: String, limit: Int?, into digest: inout AnswerDigest) {
    for match in scan.search(for: text, limit: limit) { digest.add(match) }
  }
}

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
        CityMatch(city: city, highlight: highlight ?? HighlightRange(validLocation: 0, length: 0)))
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
    let nothing = HighlightRange(validLocation: 0, length: 0)
    self.init(city: city, highlight: query.highlight(in: city.name) ?? nothing)
  }
}

/// Folded names in an array of texts, each asked `hasPrefix` for every query.
///
/// What an app does that folds its names once and keeps them.
struct HasPrefixScan: RowByRowSubject {
  let gazetteer: Gazetteer
  private let keys: [String]

  init(_ input: SubjectInput) {
    gazetteer = input.gazetteer
    keys = input.foldedTexts()
  }

  var memoryFootprint: MemoryFootprint? {
    MemoryFootprint([MemoryFootprint.Part("folded names", textsOf: keys)])
  }

  /// The folded query, as bytes for the highlight and as a text for comparing.
  struct Prefix {
    let folded: FoldedQuery
    let text: String

    init(_ folded: FoldedQuery) {
      self.folded = folded
      text = String(decoding: folded.bytes, as: UTF8.self)
    }
  }

  func prefix(of text: String) -> Prefix { Prefix(FoldedQuery(text)) }
  func prefix(of query: PreparedQuery) -> Prefix { Prefix(query.folded) }

  func matches(_ row: CityRow, _ prefix: Prefix) -> Bool {
    keys[row.rawValue].hasPrefix(prefix.text)
  }

  func highlight(of city: City, atRow row: CityRow, for prefix: Prefix) -> HighlightRange? {
    prefix.folded.highlight(in: city.name)
  }
}

/// `cities.filter { $0.name.lowercased().hasPrefix(text.lowercased()) }`, which is what most apps do.
///
/// It answers another question: accents and punctuation count, so "sao" does not find São Paulo.
struct LowercasedScan: RowByRowSubject {
  let gazetteer: Gazetteer
  /// The names that an app would have in its own array of cities.
  private let names: [String]

  init(_ input: SubjectInput) {
    gazetteer = input.gazetteer
    names = input.gazetteer.map(\.name)
  }

  var memoryFootprint: MemoryFootprint? {
    MemoryFootprint([MemoryFootprint.Part("names", textsOf: names)])
  }

  func prefix(of text: String) -> String { text.lowercased() }

  func matches(_ row: CityRow, _ prefix: String) -> Bool {
    names[row.rawValue].lowercased().hasPrefix(prefix)
  }

  func highlight(of city: City, atRow row: CityRow, for prefix: String) -> HighlightRange? {
    HighlightRange(validLocation: 0, length: prefix.utf16.count)
  }
}

/// Foundation's search at the start of a text, blind to case and to accents, on every name.
///
/// It answers another question: apostrophes, punctuation and letters that do not decompose count, so
/// "lodz" does not find Łódź, and "st johns" does not find St. John's.
struct FoundationScan: RowByRowSubject {
  let gazetteer: Gazetteer
  /// The names that an app would have in its own array of cities.
  private let names: [String]

  private static let options: String.CompareOptions = [
    .caseInsensitive, .diacriticInsensitive, .anchored,
  ]

  init(_ input: SubjectInput) {
    gazetteer = input.gazetteer
    names = input.gazetteer.map(\.name)
  }

  var memoryFootprint: MemoryFootprint? {
    MemoryFootprint([MemoryFootprint.Part("names", textsOf: names)])
  }

  func prefix(of text: String) -> String { text }

  func matches(_ row: CityRow, _ prefix: String) -> Bool {
    // Foundation finds no empty text anywhere, but a field that is empty shows all cities.
    prefix.isEmpty || names[row.rawValue].range(of: prefix, options: Self.options) != nil
  }

  func highlight(of city: City, atRow row: CityRow, for prefix: String) -> HighlightRange? {
    guard let range = city.name.range(of: prefix, options: Self.options) else { return nil }
    return HighlightRange(validLocation: 0, length: city.name[range].utf16.count)
  }
}
