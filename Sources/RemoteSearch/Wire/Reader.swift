package import CitySearch
internal import Synchronization

/// A person who reads names: the languages, and the names in them.
///
/// Names of countries are kept: they come from the system, which takes hundreds of times as long as reading a name
/// of the gazetteer.
package final class Reader: Sendable {
  /// The languages, the preferred one first, at most ``languageLimit``.
  package let languages: [String]
  private let gazetteer: Gazetteer
  private let matcher: LanguageMatcher
  private let countries = Mutex<[CountryCode: String?]>([:])

  /// The largest number of languages, because each costs a search in the names of a city.
  package static let languageLimit = 8
  /// The largest number of bytes of the code of a language.
  static let codeLength = 35

  fileprivate init(of languages: [String], in gazetteer: Gazetteer) {
    self.languages = languages
    self.gazetteer = gazetteer
    matcher = gazetteer.matcher(languages)
  }

  /// The name of the city at a row in the first of the languages that has one; `nil` if that is the city's own.
  package func name(of city: City, atRow row: CityRow?) -> String? {
    guard let row, let name = gazetteer.name(atRow: row, in: matcher) else { return nil }
    return name == city.name ? nil : name
  }

  /// The name of a city in the first of the languages that has one; `nil` if that is the city's own.
  package func name(of city: City) -> String? {
    name(of: city, atRow: gazetteer.row(ofID: city.id))
  }

  /// The name of a country; `nil` if there is none.
  func countryName(of country: CountryCode) -> String? {
    if let name = countries.withLock({ $0[country] }) { return name }
    let name = gazetteer.countryName(of: country, in: languages)
    countries.withLock { $0[country] = .some(name) }
    return name
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

/// The readers of a gazetteer, which are kept, since many read the same languages.
package final class LocalNames: Sendable {
  package let gazetteer: Gazetteer

  /// The greatest number of readers that are kept, which has to be bounded, because clients choose the languages.
  private static let capacity = 200

  private let readers = Mutex<[[String]: Reader]>([:])
  private let accepted = Mutex<[String: Reader?]>([:])

  package init(_ gazetteer: Gazetteer) { self.gazetteer = gazetteer }

  /// Who reads some languages; `nil` without languages, for the names of the gazetteer.
  package func reader(of languages: [String]) -> Reader? {
    guard !languages.isEmpty else { return nil }
    if let reader = readers.withLock({ $0[languages] }) { return reader }
    let reader = Reader(of: languages, in: gazetteer)
    readers.withLock { $0.keep(reader, for: languages, atMost: Self.capacity) }
    return reader
  }

  /// Who reads the languages of a header Accept-Language; `nil` if any will do.
  package func reader(accepting header: String) -> Reader? {
    if let reader = accepted.withLock({ $0[header] }) { return reader }
    let reader = reader(of: Reader.languages(accepted: header))
    accepted.withLock { $0.keep(reader, for: header, atMost: Self.capacity) }
    return reader
  }
}

extension Dictionary {
  /// Keeps a value, and forgets all others when there are too many.
  fileprivate mutating func keep(_ value: Value, for key: Key, atMost capacity: Int) {
    if count >= capacity { removeAll() }
    self[key] = value
  }
}
