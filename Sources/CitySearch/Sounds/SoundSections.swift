package import PrefixSearch

/// The sections for names that sound alike.
package struct SoundSections: Sendable {
  /// The cities by the skeletons of their names.
  package let index: SoundIndex
  /// How usual names in other scripts are.
  package let shares: ScriptShares

  /// Reads the sections; `nil` if they do not fit the numbers of cities, countries and divisions.
  ///
  /// - Complexity: O(1)
  package init?(
    index: ByteRegion, shares: ByteRegion, cityCount: Int, countryCount: Int, divisionCount: Int
  ) {
    guard let index = SoundIndex(index, cityCount: cityCount),
      let shares = ScriptShares(
        shares, countryCount: countryCount, divisionCount: divisionCount)
    else { return nil }
    (self.index, self.shares) = (index, shares)
  }
}
