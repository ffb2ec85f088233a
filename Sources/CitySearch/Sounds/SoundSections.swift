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

/// How usual names in a script are in each country and division: a section of the file.
///
/// A name in Tamil letters is rather that of a town in Tamil Nadu than of one that sounds alike in Peru.
/// A share is the binary logarithm, in eighths, of how many times more usual such names are there than
/// everywhere, from -56 to 56. Divisions whose share is near that of their country are not stored.
///
/// | bytes | content |
/// |---:|---|
/// | 4 | the number *x* of stored divisions, for all scripts |
/// | 4 each | for each script, the position of its first division, and *x* |
/// | 1 each | for each script the share of each country |
/// | 3 or 4 each | the number of a division, and its share in the last byte |
package struct ScriptShares: Sendable {
  private let region: ByteRegion
  private let countryCount: Int
  private let divisionCount: Int
  private let layout: Layout

  /// The share of a division is stored if it differs from that of the country by a factor of four or more.
  package static let leastDifference = 16
  /// A script with fewer cities says nothing about any.
  package static let leastCityCount = 100
  /// The greatest share, for names that are 128 times as usual.
  package static let greatest = 56

  /// The number of scripts, without Latin.
  package static var scriptCount: Int { SoundTables.scriptCount }

  private struct Layout {
    let countries: Int
    let divisions: PackedNumbers
    let byteCount: Int

    init(countryCount: Int, divisionCount: Int, stored: Int) {
      countries = 8 + 4 * SoundTables.scriptCount
      let width = PackedNumbers.width(for: divisionCount)
      let start = countries + SoundTables.scriptCount * countryCount
      divisions = PackedNumbers(start: start, width: width, stride: width + 1)
      byteCount = start + stored * (width + 1)
    }
  }

  /// Reads the shares; `nil` if the section does not fit the numbers of countries and divisions.
  ///
  /// - Complexity: O(1)
  package init?(_ region: ByteRegion, countryCount: Int, divisionCount: Int) {
    let size = region.count - ByteRegion.padding
    let stored = region.uint32(at: 0)
    guard stored <= size else { return nil }
    layout = Layout(
      countryCount: countryCount, divisionCount: divisionCount, stored: Int(stored))
    guard size == layout.byteCount else { return nil }
    self.region = region
    self.countryCount = countryCount
    self.divisionCount = divisionCount
  }

  /// The shares of all divisions; empty for Latin letters.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - country: The number of the country of a division.
  /// - Returns: The share of each division.
  /// - Complexity: O(*d*), where *d* is the number of divisions.
  package func shares(ofScript script: Int, country: (Int) -> Int) -> [Int8] {
    guard 1...SoundTables.scriptCount ~= script else { return [] }
    let countries = layout.countries + (script - 1) * countryCount
    var shares = (0..<divisionCount).map { division in
      let number = country(division)
      return number < countryCount
        ? Int8(bitPattern: region.byte(at: countries &+ number)) : 0
    }
    let lower = Int(clamping: region.uint32(at: 4 * script))
    let upper = Int(clamping: region.uint32(at: 4 * script + 4))
    let stored = Int(clamping: region.uint32(at: 0))
    for position in lower..<max(lower, min(upper, stored)) {
      let division = layout.divisions.value(at: position, in: region)
      guard division < divisionCount else { continue }
      let place = layout.divisions.start &+ (position &+ 1) &* layout.divisions.stride &- 1
      shares[division] = Int8(bitPattern: region.byte(at: place))
    }
    return shares
  }
}

/// The sounds of Chinese characters, one Mandarin syllable each: a section of the file.
///
/// | bytes | content |
/// |---:|---|
/// | 2 | the number *s* of syllables |
/// | 2 | the number *c* of characters, the first of which is U+4E00 |
/// | 8 each | the syllables: up to seven letters of the alphabet of sounds, then zeros |
/// | | for each character, the number of its syllable from 1 on, or 0, in as few bits each as *s* takes |
package struct HanReadings: Sendable {
  private let region: ByteRegion
  private let syllableCount: Int
  private let scalars: Range<UInt32>
  private let numbers: BitPackedNumbers

  /// The first character, of the Unified Ideographs of Unicode 1.
  package static let firstScalar: UInt32 = 0x4E00
  /// The bytes of a syllable.
  package static let syllableSize = 8

  /// Reads the section; `nil` if its size is wrong.
  ///
  /// - Complexity: O(1)
  package init?(_ region: ByteRegion) {
    syllableCount = Int(region.uint32(at: 0) & 0xFFFF)
    let count = region.uint32(at: 0) &>> 16
    scalars = Self.firstScalar..<Self.firstScalar + count
    numbers = BitPackedNumbers(
      start: 4 + Self.syllableSize * syllableCount, greatest: syllableCount)
    self.region = region
    guard region.count - ByteRegion.padding == numbers.start + numbers.byteCount(Int(count))
    else { return nil }
  }

  /// The sounds of a character; `nil` if they are unknown.
  ///
  /// - Complexity: O(1)
  func syllable(of scalar: UInt32) -> Sounds? {
    guard scalars.contains(scalar) else { return nil }
    let number = numbers.value(at: Int(scalar - scalars.lowerBound), in: region)
    guard number >= 1, number <= syllableCount else { return nil }
    var sounds = Sounds()
    let start = 4 + Self.syllableSize * (number - 1)
    for index in 0..<Self.syllableSize {
      guard let sound = Sound.code(of: region.byte(at: start + index)) else { break }
      sounds.appendUnchanged(sound)
    }
    return sounds.isEmpty ? nil : sounds
  }
}
