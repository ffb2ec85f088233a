import CitySearch
import PrefixSearch

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
