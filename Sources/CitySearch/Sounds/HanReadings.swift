package import PrefixSearch

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
