#if !hasFeature(Embedded)
internal import Foundation

extension Gazetteer {
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
#endif
