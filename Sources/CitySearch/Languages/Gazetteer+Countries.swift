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
    table.number(of: country).map { table.divisions(ofCountry: $0).map(namedDivision) } ?? []
  }

  /// All first-level divisions, ascending by codes.
  package var divisions: [NamedDivision] { (0..<table.divisionCount).map(namedDivision) }

  private func namedDivision(_ number: Int) -> NamedDivision {
    NamedDivision(codes: table.division(number), name: table.divisionNames[number].ifNotEmpty)
  }
}
