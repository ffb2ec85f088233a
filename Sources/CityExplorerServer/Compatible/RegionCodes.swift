#if Server
import CitySearch

extension City {
  /// The abbreviation of the first-level division in addresses, such as IL; `nil` if it has none.
  var divisionAbbreviation: String? {
    let code = divisionCode.description
    guard !code.isEmpty else { return nil }
    switch countryCode.description {
    // Here GeoNames has the abbreviations as codes.
    case "BE", "CH", "GB", "US": return code.allSatisfy(\.isLetter) ? code : nil
    case let country: return Self.abbreviations["\(country)\(code)"]
    }
  }

  private static let abbreviations: [String: String] = {
    let pairs = allAbbreviations.split(whereSeparator: \.isWhitespace)
      .map { (String($0.prefix(4)), String($0.dropFirst(4))) }
    return Dictionary(uniqueKeysWithValues: pairs)
  }()

  /// The country and its number of a division in GeoNames, before the abbreviation.
  private static let allAbbreviations = """
    AU01ACT AU02NSW AU03NT AU04QLD AU05SA AU06TAS AU07VIC AU08WA BR01AC BR02AL BR03AP BR04AM BR05BA
    BR06CE BR07DF BR08ES BR11MS BR13MA BR14MT BR15MG BR16PA BR17PB BR18PR BR20PI BR21RJ BR22RN
    BR23RS BR24RO BR25RR BR26SC BR27SP BR28SE BR29GO BR30PE BR31TO CA01AB CA02BC CA03MB CA04NB
    CA05NL CA07NS CA08ON CA09PE CA10QC CA11SK CA12YT CA13NT CA14NU
    """
}
#endif
