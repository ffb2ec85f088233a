import CitySearch
import PrefixSearch

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
    HighlightRange(location: 0, length: prefix.utf16.count)
  }
}
