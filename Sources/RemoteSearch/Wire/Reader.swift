package import CitySearch
internal import Synchronization

/// A person who reads names: the languages, and where names in them come from.
package struct Reader: Sendable {
  /// The languages, the preferred one first, at most ``languageLimit``.
  package let languages: [String]
  private let names: LocalNames

  /// The largest number of languages, because each costs a search in the names of a city.
  package static let languageLimit = 8
  /// The largest number of bytes of the code of a language.
  static let codeLength = 35

  /// Creates a reader; `nil` without languages, for the names of the gazetteer.
  package init?(of languages: [String], in names: LocalNames) {
    guard !languages.isEmpty else { return nil }
    self.languages = languages
    self.names = names
  }

  /// The name of a city in the first of the languages that has one; `nil` if that is the city's own.
  package func name(of city: City) -> String? {
    let name = names.gazetteer.name(of: city, in: languages)
    return name == city.name ? nil : name
  }

  /// The name of a country; `nil` if there is none.
  func countryName(of country: CountryCode) -> String? {
    names.countryName(of: country, in: languages)
  }
}

extension Reader {
  /// Reads the header Accept-Language: `de-CH, de;q=0.9, *;q=0.1`.
  ///
  /// What is malformed is skipped, because a browser's user cannot mend it.
  ///
  /// - Parameter header: The value of the header.
  /// - Returns: The languages, the preferred one first; empty if any will do.
  package static func languages(accepted header: String) -> [String] {
    var accepted: [(language: String, weight: Double)] = []
    for part in header.utf8.count > 1_000 ? [] : header.split(separator: ",") {
      let fields = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard let language = fields.first, isCode(language) else { continue }
      let weight =
        fields.dropFirst().first { $0.hasPrefix("q=") }
        .map { Double($0.dropFirst(2)) ?? 0 } ?? 1
      if weight > 0 { accepted.append((language, weight)) }
    }
    // Equal weights keep their order: the sort of the standard library is stable.
    return accepted.sorted { $0.weight > $1.weight }.prefix(languageLimit).map(\.language)
  }

  /// Whether a text can be the code of a language.
  static func isCode(_ text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first, (0x41...0x5A).contains(first & 0xDF) else { return false }
    return text.utf8.count <= codeLength
      && text.utf8.allSatisfy { byte in
        (0x41...0x5A).contains(byte & 0xDF) || (0x30...0x39).contains(byte)
          || "-_@".utf8.contains(byte)
      }
  }
}

extension RequestParameters {
  /// The value of a parameter that is a list of languages; empty if it is missing.
  ///
  /// - Throws: ``ServiceError`` with the status 400.
  package func languages(_ name: String) throws(ServiceError) -> [String] {
    try list(name, limit: Reader.languageLimit, form: "codes of languages such as de,pt-BR") {
      Reader.isCode($0) ? String($0) : nil
    } ?? []
  }
}

/// Names in the languages of readers.
///
/// Names of countries are cached: they come from the system, which takes hundreds of times as long as
/// reading a name of the gazetteer.
package final class LocalNames: Sendable {
  package let gazetteer: Gazetteer

  private struct Key: Hashable {
    let country: CountryCode
    let languages: [String]
  }

  /// The greatest number of cached names, which has to be bounded, because clients choose the
  /// languages.
  private static let capacity = 4_000

  private let countries = Mutex<[Key: String?]>([:])

  package init(_ gazetteer: Gazetteer) { self.gazetteer = gazetteer }

  /// The name of a country in the first of some languages that has one; `nil` if there is none.
  package func countryName(of country: CountryCode, in languages: [String]) -> String? {
    let key = Key(country: country, languages: languages)
    if let name = countries.withLock({ $0[key] }) { return name }
    let name = gazetteer.countryName(of: country, in: languages)
    countries.withLock { countries in
      if countries.count >= Self.capacity { countries.removeAll() }
      countries[key] = .some(name)
    }
    return name
  }
}
