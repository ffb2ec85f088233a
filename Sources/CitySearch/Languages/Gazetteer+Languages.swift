internal import PrefixSearch

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
