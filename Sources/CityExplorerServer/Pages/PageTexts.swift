#if Server
import Foundation

/// The texts of the pages in one language: a file of `Web/texts`, which is named by its language.
///
/// A text has names in braces in place of values: `{count} cities`.
struct PageTexts: Sendable {
  /// The language, as in the attribute `lang`.
  let language: String
  let strings: [String: String]

  /// A text with its values.
  subscript(_ key: String, _ values: KeyValuePairs<String, Any>) -> String {
    values.reduce(self[key]) { text, value in
      text.replacing("{\(value.key)}", with: "\(value.value)")
    }
  }

  /// A text without values.
  subscript(_ key: String) -> String {
    guard let text = strings[key] else {
      preconditionFailure("the texts of \(language) must have '\(key)'")
    }
    return text
  }

  /// The texts that the script of the map shows, by the keys that it reads them by.
  var mapValues: [String: String] {
    let names = [
      "map": "map", "keys": "mapKeys", "places": "mapPlaces", "zoomIn": "zoomIn",
      "zoomOut": "zoomOut", "home": "wholeWorld", "kilometers": "kilometers", "meters": "meters",
      "favorite": "favorite", "address": "address", "more": "moreMarkers",
    ]
    return names.mapValues { self[$0] }
  }
}

/// The texts of the pages in all languages.
struct PageLanguages: Sendable {
  private let texts: [String: PageTexts]
  /// The texts for people who read none of the other languages.
  let english: PageTexts

  /// Reads all texts of a folder; those that a language lacks are the English ones.
  ///
  /// - Throws: The errors of reading and parsing.
  init(folder: URL? = nil) throws {
    let folder = try (folder ?? WebFiles.folder()).appending(path: "texts")
    var read: [String: [String: String]] = [:]
    for file in try WebFiles.files(in: folder, withExtension: "json") {
      read[file.deletingPathExtension().lastPathComponent] = try JSONDecoder().decode(
        [String: String].self, from: Data(contentsOf: file))
    }
    let base = read["en"] ?? [:]
    texts = Dictionary(
      uniqueKeysWithValues: read.map { language, strings in
        (
          language,
          PageTexts(language: language, strings: base.merging(strings) { _, own in own })
        )
      })
    english = texts["en"] ?? PageTexts(language: "en", strings: base)
  }

  /// The texts in the first of some languages that has any, or else in English.
  func texts(for languages: [String]) -> PageTexts {
    languages.lazy.compactMap { language in
      let code = language.lowercased()
      return texts[code] ?? texts[String(code.prefix { $0 != "-" && $0 != "_" })]
    }.first ?? english
  }
}
#endif
