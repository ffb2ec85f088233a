import CitySearch
import Foundation
import PrefixSearch

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
    return HighlightRange(location: 0, length: city.name[range].utf16.count)
  }
}
