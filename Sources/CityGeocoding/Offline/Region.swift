internal import CitySearch

/// A country, or one of its first-level administrative divisions.
struct Region: Hashable, Sendable {
  let countryCode: CountryCode
  /// The code of the division; `nil` if the whole country is meant.
  let admin1Code: DivisionCode?
  /// The name, or the code where names were not joined in.
  let name: String

  /// Whether a city lies in the region.
  func contains(_ city: City) -> Bool {
    city.countryCode == countryCode && (admin1Code == nil || city.admin1Code == admin1Code)
  }
}

/// Regions of one kind by their names and codes.
struct RegionTable: Sendable {
  private var byName: [String: [Region]] = [:]
  private var byBareName: [String: [Region]] = [:]
  /// Names to compare with what is misspelled.
  private var spellings: [Spelling] = []
  /// The regions that have these names.
  private var spelledRegions: [Region] = []

  /// Adds a region by one of its codes or names.
  ///
  /// - Parameters:
  ///   - name: The name or code.
  ///   - region: The region.
  ///   - mayBeMisspelled: Whether a few edits are allowed, as they should not be in codes.
  mutating func add(_ name: String, for region: Region, mayBeMisspelled: Bool) {
    let name = RegionName(name)
    guard !name.text.isEmpty, byName[name.text]?.contains(region) != true else { return }
    byName[name.text, default: []].append(region)
    guard mayBeMisspelled else { return }
    spellings.append(Spelling(name.text))
    spelledRegions.append(region)
    byBareName[name.bare.text, default: []].append(region)
  }

  /// The regions with a name or code; several if several share it.
  func regions(named name: RegionName) -> [Region] {
    byName[name.text] ?? byBareName[name.bare.text] ?? []
  }

  /// The regions whose names are nearest to a name, if that is near enough.
  ///
  /// - Returns: The regions, and the distance to each of them; `nil` if there are none.
  /// - Complexity: O(*n*), where *n* is the number of regions.
  func regions(similarTo name: RegionName) -> (regions: [Region], distance: Int)? {
    let typed = Misspelling(name.text)
    guard typed.limit > 0 else { return nil }
    var nearest: (regions: [Region], distance: Int)?
    for index in spellings.indices where typed.mayReach(spellings[index].outline) {
      guard let distance = typed.distance(to: spellings[index]) else { continue }
      if let best = nearest?.distance, distance > best { continue }
      if distance == nearest?.distance {
        nearest?.regions.append(spelledRegions[index])
      } else {
        nearest = ([spelledRegions[index]], distance)
      }
    }
    return nearest
  }
}
