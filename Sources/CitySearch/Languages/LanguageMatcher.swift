/// The languages that a person reads, in order, matched to those of a gazetteer.
///
/// Codes are accepted as systems, browsers and GNU gettext write them: `pt-BR`, `pt_BR.UTF-8`,
/// `zh-Hant-TW`, `sr-Latn`, `sr@latin`. A language with a region or a script stands for the language itself where
/// the gazetteer has no names in it.
package struct LanguageMatcher: Sendable {
  /// The rank of each known language, by its number; 0 for the preferred one.
  private let ranks: [Int: Int]

  /// Finds languages.
  ///
  /// - Parameters:
  ///   - languages: The codes, the preferred one first.
  ///   - known: The codes of the gazetteer.
  init(_ languages: some Sequence<String>, among known: StringList) {
    let codes = known.strings
    var ranks: [Int: Int] = [:]
    for code in languages.flatMap(Self.forms) {
      if let number = codes.position(of: code), ranks[number] == nil { ranks[number] = ranks.count }
    }
    self.ranks = ranks
  }

  /// Whether none of the languages is known.
  var isEmpty: Bool { ranks.isEmpty }

  /// The rank of the preferred one of some languages, 0 for the first; `nil` for none.
  func rank(of languages: [Int]) -> Int? { languages.compactMap { ranks[$0] }.min() }

  /// The codes that gettext may have for a language, the most specific first.
  package static func forms(of code: String) -> [String] {
    let code = code.prefix { $0 != "." }
    let parts = code.split { "-_@".contains($0) }.map { String($0).lowercasedByScalars }
    guard let language = parts.first else { return [] }
    var forms: [String] = []
    for part in parts.dropFirst() {
      switch part {
      case "latn", "latin": forms.append("\(language)@latin")
      case "cyrl", "cyrillic": forms.append("\(language)@cyrillic")
      case "hant": forms.append("\(language)_TW")
      case "hans": forms += ["\(language)@hans", "\(language)_CN"]
      case "adlm", "adlam": forms.append("\(language)@adlam")
      case "arab", "arabic": forms.append("\(language)@arabic")
      case _ where part.utf8.count == 2: forms.append("\(language)_\(part.inCapitals)")
      default: break
      }
    }
    return forms + [language]
  }
}

extension String {
  /// The text with the letters of ASCII in capitals, which is all that codes have.
  package var inCapitals: String {
    String(decoding: utf8.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }, as: UTF8.self)
  }
}
