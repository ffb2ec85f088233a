internal import FlatStorage

extension Gazetteer {
  /// Every country that a city lies in or that has a name: its code, and its name if names were joined
  /// in; ascending by code.
  ///
  /// - Complexity: O(*c*), where *c* is the number of countries.
  package var countries: [(code: String, name: String?)] {
    table.countryCodes.enumerated().map { number, code in
      (code, table.countryNames[number].ifNotEmpty)
    }
  }

  /// Every first-level administrative division that a city lies in or that has a name: its codes, and
  /// its name if names were joined in; ascending by codes.
  ///
  /// - Complexity: O(*d*), where *d* is the number of divisions.
  package var divisions: [(countryCode: String, admin1Code: String, name: String?)] {
    (0..<table.divisionCount).compactMap { number in
      let (country, code) = table.codeNumbers(ofDivision: number)
      // Only damaged bytes ask for codes that do not exist.
      guard country < table.countryCodes.count, code < table.admin1Codes.count else { return nil }
      return (
        table.countryCodes[country], table.admin1Codes[code], table.admin1Names[number].ifNotEmpty
      )
    }
  }
}
