package import PrefixSearch

/// The Latin names of cities by their skeletons: a section of the file.
///
/// The low bits of the hash of a skeleton are the number of its bucket. Names of a bucket are sorted by the
/// population of their cities, the largest first, so that a search that reads only some of them reads the
/// likeliest. Their sounds are stored, because to find and read a text takes longer than to compare it.
///
/// | bytes | content |
/// |---:|---|
/// | 4 | the number *n* of names |
/// | 4 | the number of bits that they take |
/// | | where each bucket starts among these bits, and their number, in as few bits each as it takes |
/// | | the names |
///
/// A name is the row of its city in as few bits as the greatest row takes, the number of its sounds in six
/// bits, and five bits for each.
package struct SoundIndex: Sendable {
  private let region: ByteRegion
  /// The number of names.
  package let count: Int
  private let bitCount: Int
  private let cityCount: Int
  private let layout: Layout

  /// The bits of a number of sounds, and of a sound.
  package static let (lengthWidth, soundWidth) = (6, 5)

  /// Where the parts of the section lie.
  package struct Layout: Sendable {
    package let bucketBits: Int
    package let starts: BitPackedNumbers
    /// The bits of a row.
    package let rowWidth: Int
    /// Where the names begin.
    package let names: Int
    /// The size of the section.
    package let byteCount: Int

    /// The layout for `count` names, which take `bitCount` bits, of some cities.
    package init(cityCount: Int, count: Int, bitCount: Int) {
      bucketBits = Self.bucketBits(count: count)
      starts = BitPackedNumbers(start: 8, greatest: bitCount)
      rowWidth = BitPackedNumbers(start: 0, greatest: max(0, cityCount - 1)).width
      names = 8 + starts.byteCount(1 << bucketBits + 1)
      byteCount = names + (bitCount + 7) / 8
    }

    /// The least number of bits with which a bucket has at most 16 names on average.
    package static func bucketBits(count: Int) -> Int {
      var bits = 0
      while 16 << bits < count { bits += 1 }
      return bits
    }

    /// The bucket of a skeleton.
    package func bucket(ofHash hash: UInt32) -> Int { Int(hash & (1 << UInt32(bucketBits) - 1)) }
  }

  /// A name in a bucket.
  package struct Name {
    package let city: CityRow
    package let sounds: Sounds
  }

  /// Reads the index over `cityCount` cities; `nil` if the section does not fit them.
  ///
  /// - Complexity: O(1)
  package init?(_ region: ByteRegion, cityCount: Int) {
    // In 32 bits, half of the numbers that a damaged file may have are no `Int`.
    guard let count = Int(exactly: region.uint32(at: 0)),
      let bitCount = Int(exactly: region.uint32(at: 4)), bitCount / 8 <= region.count
    else { return nil }
    let least = BitPackedNumbers(start: 0, greatest: max(0, cityCount - 1)).width + Self.lengthWidth
    guard count <= bitCount / least else { return nil }
    (self.count, self.bitCount, self.cityCount) = (count, bitCount, cityCount)
    layout = Layout(cityCount: cityCount, count: count, bitCount: bitCount)
    self.region = region
    guard region.count - ByteRegion.padding == layout.byteCount else { return nil }
  }

  /// The bucket of a skeleton.
  package func bucket(ofHash hash: UInt32) -> Int { layout.bucket(ofHash: hash) }

  /// Where the names of a bucket lie, in bits; anywhere in a damaged file.
  package func bits(ofBucket bucket: Int) -> Range<Int> {
    let lower = layout.starts.value(at: bucket, in: region)
    let upper = layout.starts.value(at: bucket + 1, in: region)
    return lower..<max(lower, min(upper, bitCount))
  }

  /// Takes the first name from a range of bits; `nil` at its end, or in a damaged file.
  @inline(__always)
  package func takeName(from bits: inout Range<Int>) -> Name? {
    guard !bits.isEmpty else { return nil }
    var place = bits.lowerBound
    var word = word(at: place)
    let rowWidth = layout.rowWidth
    let row = Int(truncatingIfNeeded: word & (1 &<< UInt64(rowWidth) &- 1))
    guard row < cityCount else { return nil }
    let length = Int(
      truncatingIfNeeded: word &>> UInt64(rowWidth) & (1 &<< UInt64(Self.lengthWidth) &- 1))
    guard length <= Sounds.capacity else { return nil }
    place &+= rowWidth &+ Self.lengthWidth
    var sounds = Sounds()
    for index in 0..<length {
      // A word has at least eleven sounds.
      if index % 11 == 0 { word = self.word(at: place &+ index &* Self.soundWidth) }
      sounds.appendUnchanged(UInt8(word & (1 &<< UInt64(Self.soundWidth) &- 1)))
      word &>>= UInt64(Self.soundWidth)
    }
    place &+= length &* Self.soundWidth
    bits = min(place, bits.upperBound)..<bits.upperBound
    return Name(city: CityRow(row), sounds: sounds)
  }

  /// The 57 bits or more that begin at a place.
  @inline(__always)
  private func word(at place: Int) -> UInt64 {
    region.uint64(at: layout.names &+ place &>> 3) &>> UInt64(place & 7)
  }
}
