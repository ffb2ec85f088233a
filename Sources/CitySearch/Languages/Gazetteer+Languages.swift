internal import PrefixSearch

/// A name of a city, with what is known of it.
public struct CityName: Sendable, Hashable {
  /// The name as it is written.
  public let text: String
  /// The kind: own, alternate or code.
  public let kind: NameKind
  /// The languages in which the city has this name, as GNU gettext writes them (`de`, `pt_BR`,
  /// `sr@latin`), ascending; empty if none is known.
  public let languages: [String]
}

extension Gazetteer {
  /// All names of a city: its own name, other names with all their spellings, and codes; without the forms that
  /// are derived for the search.
  ///
  /// - Parameter city: A city; its id is looked up.
  /// - Returns: The names, the own one first, then in the order of their keys; empty if there is no city of this
  ///   id.
  /// - Complexity: O(*n*), where *n* is the number of all names, which takes a millisecond: the index leads from
  ///   names to cities.
  public func names(of city: City) -> [CityName] {
    guard let row = row(ofID: city.id) else { return [] }
    let names = table.nameTable
    let tags = names.languages.tags(of: row)
    func languages(of name: NameID?, _ spelling: Int) -> [String] {
      tags.filter { $0.name == name && $0.spelling == spelling }
        .flatMap { names.languages.codes(ofSet: $0.set) }.sorted { $0.utf8Precedes($1) }
    }
    let own = CityName(
      text: table.city(atRow: row).name, kind: .own, languages: languages(of: nil, 0))
    var (spellings, others) = ([CityName](), [CityName]())
    for name in (0..<names.count).lazy.map({ NameID($0) }) where names[name].city == row {
      let kind = names[name].kind
      guard kind == .own || kind.isAlternate || kind.isCode else { continue }
      let texts = names.texts(of: name, beginningWith: KnownPrefix(query: FoldedQuery()))
      for (number, text) in texts.enumerated() {
        if kind == .own {
          spellings.append(
            CityName(text: text, kind: .alternate, languages: languages(of: nil, number + 1)))
        } else {
          others.append(
            CityName(text: text, kind: kind.kind, languages: languages(of: name, number)))
        }
      }
    }
    return [own] + spellings + others
  }
}

extension Gazetteer {
  /// The languages in which cities have names, as GNU gettext writes them (`de`, `pt_BR`,
  /// `sr@latin`), ascending.
  public var languages: [String] { table.nameTable.languages.languages.strings }

  /// The name of a city for people who read some languages.
  ///
  /// ```swift
  /// gazetteer.name(of: munich, in: ["it", "de"])  // "Monaco di Baviera"
  /// gazetteer.name(of: munich, in: Locale.preferredLanguages)
  /// ```
  ///
  /// - Parameters:
  ///   - city: A city; its id is looked up.
  ///   - languages: The languages that are read, the preferred one first, as systems or GNU gettext write
  ///     them: `pt-BR`, `zh-Hant`, `sr@latin`. Where there is no name for a region or script, that of the
  ///     language is taken.
  /// - Returns: The name in the first of these languages that has one; the city's own name if none has.
  /// - Complexity: O(log *n* + *t* + *m*), where *n* is the number of cities, *t* that of the names in any
  ///   language of sixteen cities, and *m* the length of the name in bytes.
  public func name(of city: City, in languages: [String]) -> String {
    guard let row = row(ofID: city.id) else { return city.name }
    return name(atRow: row, in: matcher(languages)) ?? city.name
  }

  /// The languages of this gazetteer that a person reads, to look up several names.
  package func matcher(_ languages: some Sequence<String>) -> LanguageMatcher {
    LanguageMatcher(languages, among: table.nameTable.languages.languages)
  }

  /// The name of the city at a row; `nil` if it has none in the languages, or if that is its own.
  package func name(atRow row: CityRow, in matcher: LanguageMatcher) -> String? {
    guard !matcher.isEmpty else { return nil }
    let names = table.nameTable
    var best: (rank: Int, tag: LanguageTable.Tag)?
    for tag in names.languages.tags(of: row) {
      guard let rank = matcher.rank(of: names.languages.languages(ofSet: tag.set)) else { continue }
      if rank < best?.rank ?? .max { best = (rank, tag) }
    }
    return best.flatMap { text(of: $0.tag, atRow: row) }
  }

  /// The text of a name that has a language; `nil` if it is the city's own.
  private func text(of tag: LanguageTable.Tag, atRow row: CityRow) -> String? {
    let names = table.nameTable
    let beginning = KnownPrefix(query: FoldedQuery())
    if let name = tag.name {
      let texts = names.texts(of: name, beginningWith: beginning)
      return texts.indices.contains(tag.spelling) ? texts[tag.spelling] : nil
    }
    guard tag.spelling > 0, let own = ownName(atRow: row) else { return nil }
    let texts = names.texts(of: own, beginningWith: beginning)
    return texts.indices.contains(tag.spelling - 1) ? texts[tag.spelling - 1] : nil
  }

  /// The number of the own name of a city among all names.
  private func ownName(atRow row: CityRow) -> NameID? {
    let names = table.nameTable
    let key = Folding.key(of: table.city(atRow: row).name)
    guard let position = names.tree.position(of: key.span) else { return nil }
    return names.tree.rows(endingAt: position).lazy.map { NameID($0) }
      .first { names[$0].isOwn && names[$0].city == row }
  }
}

// MARK: - The languages of a person

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
