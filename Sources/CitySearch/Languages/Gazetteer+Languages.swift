internal import Foundation
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
  func matcher(_ languages: some Sequence<String>) -> LanguageMatcher {
    LanguageMatcher(languages, among: table.nameTable.languages.languages)
  }

  /// The name of the city at a row; `nil` if it has none in the languages, or if that is its own.
  func name(atRow row: CityRow, in matcher: LanguageMatcher) -> String? {
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
      guard [.own, .alternate, .code].contains(kind) else { continue }
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

// MARK: - Countries and divisions

extension Gazetteer {
  /// A country, for a menu.
  public struct Country: Sendable, Hashable, Identifiable {
    /// The code of ISO 3166-1.
    public let code: CountryCode
    /// The English name; `nil` if none was joined in.
    public let name: String?

    /// The code.
    public var id: CountryCode { code }
  }

  /// A first-level administrative division, for a menu.
  public struct NamedDivision: Sendable, Hashable, Identifiable {
    /// The codes of the country and of the division.
    public let codes: Division
    /// The name in GeoNames; `nil` if none was joined in.
    public let name: String?

    /// The codes.
    public var id: Division { codes }
  }

  /// The countries that have a city or a name, ascending by code.
  ///
  /// - Complexity: O(*c*), where *c* is the number of countries.
  public var countries: [Country] {
    (0..<table.countryCount).map { number in
      Country(code: table.country(number), name: table.countryNames[number].ifNotEmpty)
    }
  }

  /// The first-level divisions of a country that have a city or a name, ascending by code.
  ///
  /// - Parameter country: The code of the country.
  /// - Returns: The divisions; empty if there is no such country.
  /// - Complexity: O(log *n* + *d*), where *n* is the number of all divisions and *d* that of the country.
  public func divisions(of country: CountryCode) -> [NamedDivision] {
    let first = (0..<table.divisionCount).partitioningIndex {
      table.division($0).countryCode >= country
    }
    return (first..<table.divisionCount).lazy
      .prefix { table.division($0).countryCode == country }.map(namedDivision)
  }

  /// All first-level divisions, ascending by codes.
  package var divisions: [NamedDivision] { (0..<table.divisionCount).map(namedDivision) }

  private func namedDivision(_ number: Int) -> NamedDivision {
    NamedDivision(codes: table.division(number), name: table.divisionNames[number].ifNotEmpty)
  }

  /// The name of a country for people who read some languages: that of the system's data, in the first language
  /// that it knows.
  ///
  /// - Parameters:
  ///   - country: The code of the country.
  ///   - languages: The languages that are read, the preferred one first; as systems or GNU gettext write
  ///     them.
  /// - Returns: The name; the English one if the system knows none of the languages, and `nil` if no name was
  ///   joined in, either.
  public func countryName(of country: CountryCode, in languages: [String]) -> String? {
    for code in languages.flatMap(LanguageMatcher.forms) {
      let locale = Locale(identifier: code.replacing("@latin", with: "_Latn"))
      // Of a language that it does not know, the system gives the code of the country, or an English name.
      guard Self.systemLanguages.contains(locale.language.languageCode?.identifier ?? ""),
        let name = locale.localizedString(forRegionCode: country.description),
        name != country.description
      else { continue }
      return name
    }
    return table.number(of: country).flatMap { table.countryNames[$0].ifNotEmpty }
  }

  /// The languages of the system's data.
  private static let systemLanguages = Set(
    Locale.availableIdentifiers.map { String($0.prefix { $0 != "_" && $0 != "-" }) })
}
