internal import CitySearch

/// The territories with a country code of their own whose addresses mostly name another country.
enum Territory {
  /// The country whose name stands in addresses of a territory; `nil` for all others.
  static func country(of territory: CountryCode) -> CountryCode? { countries[territory] }

  private static let countries: [CountryCode: CountryCode] = {
    let territories: [(CountryCode, String)] = [
      ("AU", "CC CX NF"), ("CN", "HK MO"), ("DK", "FO GL"), ("FI", "AX"),
      ("FR", "BL GF GP MF MQ NC PF PM RE TF WF YT"),
      ("GB", "AI BM FK GG GI GS IM IO JE KY MS PN SH TC VG"), ("NL", "AW BQ CW SX"), ("NO", "SJ"),
      ("NZ", "CK NU TK"), ("US", "AS GU MP PR UM VI"),
    ]
    var countries: [CountryCode: CountryCode] = [:]
    for (country, codes) in territories {
      for code in codes.split(separator: " ").compactMap({ CountryCode(String($0)) }) {
        countries[code] = country
      }
    }
    return countries
  }()
}

/// Names of countries in addresses that the table of regions lacks.
enum CountryAlias {
  /// The countries of folded names.
  static let countries: [String: CountryCode] = {
    let names: [(CountryCode, [String])] = [
      ("AE", ["uae"]), ("BA", ["bosnia"]), ("BN", ["brunei darussalam"]),
      ("CD", ["dr congo", "drc"]), ("CI", ["cote d ivoire", "ivory coast"]),
      ("CN", ["people s republic of china", "peoples republic of china", "p r china", "prc"]),
      ("CV", ["cape verde"]), ("CZ", ["czech republic"]), ("GB", ["britain", "great britain"]),
      ("HK", ["hong kong sar"]), ("IE", ["eire", "republic of ireland"]),
      ("KR", ["korea", "republic of korea"]), ("LA", ["lao pdr"]), ("MK", ["fyrom", "macedonia"]),
      ("MM", ["burma"]), ("MO", ["macau"]), ("NL", ["holland"]), ("OM", ["sultanate of oman"]),
      ("PS", ["palestine", "state of palestine", "فلسطين"]), ("RU", ["russian federation"]),
      ("SA", ["kingdom of saudi arabia", "ksa"]), ("SG", ["republic of singapore"]),
      ("SK", ["slovak republic"]), ("SY", ["syrian arab republic"]), ("SZ", ["swaziland"]),
      ("TL", ["east timor"]), ("US", ["america"]), ("VA", ["vatican city"]), ("VN", ["viet nam"]),
      ("ZA", ["republic of south africa", "rsa"]),
    ]
    var countries: [String: CountryCode] = [:]
    for (country, names) in names {
      for name in names { countries[name] = country }
    }
    return countries
  }()
}
