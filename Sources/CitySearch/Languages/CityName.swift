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
