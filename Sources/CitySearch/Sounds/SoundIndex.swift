package import PrefixSearch

/// The cities by the skeletons of their own names: a section of the file.
///
/// The low bits of the hash of a skeleton are the number of its bucket. Cities of a bucket are sorted by
/// population, the largest first, so that a search that reads only some of them reads the likeliest.
///
/// | bytes | content |
/// |---:|---|
/// | 4 | the number *n* of cities in buckets |
/// | | where each bucket starts, and *n*, in as few bits each as *n* takes |
/// | | the rows of the cities, in as few bits each as the greatest row takes |
package struct SoundIndex: Sendable {
  private let region: ByteRegion
  /// The number of cities in buckets.
  package let count: Int
  private let cityCount: Int
  private let layout: Layout

  /// Where the parts of the section lie.
  package struct Layout: Sendable {
    package let bucketBits: Int
    package let starts: BitPackedNumbers
    package let rows: BitPackedNumbers
    /// The size of the section.
    package let byteCount: Int

    /// The layout for some cities, of which `count` are in buckets.
    package init(cityCount: Int, count: Int) {
      bucketBits = Self.bucketBits(cityCount: cityCount)
      starts = BitPackedNumbers(start: 4, greatest: count)
      rows = BitPackedNumbers(
        start: 4 + starts.byteCount(1 << bucketBits + 1), greatest: max(0, cityCount - 1))
      byteCount = rows.start + rows.byteCount(count)
    }

    /// The least number of bits with which a bucket has at most eight cities on average.
    private static func bucketBits(cityCount: Int) -> Int {
      var bits = 0
      while 8 << bits < cityCount { bits += 1 }
      return bits
    }

    /// The bucket of a skeleton.
    package func bucket(ofHash hash: UInt32) -> Int { Int(hash & (1 << UInt32(bucketBits) - 1)) }
  }

  /// Reads the index over `cityCount` cities; `nil` if the section does not fit them.
  ///
  /// - Complexity: O(1)
  package init?(_ region: ByteRegion, cityCount: Int) {
    let stored = region.uint32(at: 0)
    guard stored <= UInt32(NameTable.maximumCityCount), Int(stored) <= cityCount else { return nil }
    count = Int(stored)
    layout = Layout(cityCount: cityCount, count: count)
    self.cityCount = cityCount
    self.region = region
    guard region.count - ByteRegion.padding == layout.byteCount else { return nil }
  }

  /// The bucket of a skeleton.
  package func bucket(ofHash hash: UInt32) -> Int { layout.bucket(ofHash: hash) }

  /// The positions of the cities of a bucket; any positions in a damaged file.
  package func positions(inBucket bucket: Int) -> Range<Int> {
    let lower = layout.starts.value(at: bucket, in: region)
    let upper = layout.starts.value(at: bucket + 1, in: region)
    return lower..<max(lower, min(upper, count))
  }

  /// The city at a position; `nil` in a damaged file.
  package func city(at position: Int) -> CityRow? {
    let row = layout.rows.value(at: position, in: region)
    return row < cityCount ? CityRow(row) : nil
  }
}
