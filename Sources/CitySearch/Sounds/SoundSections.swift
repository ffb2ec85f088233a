package import PrefixSearch

/// The sections for names that sound alike.
package struct SoundSections: Sendable {
  /// The Latin names of cities by their skeletons.
  package let index: SoundIndex
  /// How usual names in other scripts are.
  package let shares: ScriptShares
  /// The sounds of Chinese characters.
  package let han: HanReadings

  /// Reads the sections; `nil` if they do not fit the numbers of cities, countries and divisions.
  ///
  /// - Complexity: O(1)
  package init?(
    index: ByteRegion, shares: ByteRegion, han: ByteRegion, cityCount: Int, countryCount: Int,
    divisionCount: Int
  ) {
    guard let index = SoundIndex(index, cityCount: cityCount),
      let shares = ScriptShares(
        shares, countryCount: countryCount, divisionCount: divisionCount),
      let han = HanReadings(han)
    else { return nil }
    (self.index, self.shares, self.han) = (index, shares, han)
  }
}
