internal import PrefixSearch

/// Which of all names are the own names of cities, as bits.
///
/// Names with equal keys are in the order of kinds, the own ones first, and then of cities. So the own names among all
/// names are in canonical order, and the number of those before a name is the row of the next city: two counts turn
/// a range of names into the range of the cities whose own names are in it.
package struct OwnNames: Sendable {
  private let region: ByteRegion
  private let nameCount: Int
  private let cityCount: Int

  /// The names of a block, whose bits are one word.
  package static let blockLength = 64
  /// The bytes of a block: the number of own names before it, and its bits.
  static let blockSize = 12

  /// Reads the bits; `nil` if the region has another length than they take.
  init?(region: ByteRegion, nameCount: Int, cityCount: Int) {
    self.region = region
    self.nameCount = nameCount
    self.cityCount = cityCount
    let blocks = Int64(nameCount / Self.blockLength + 1)
    guard Int64(region.count - ByteRegion.padding) == blocks * Int64(Self.blockSize) else {
      return nil
    }
  }

  /// The rows of the cities whose own names are some names; in a damaged file, any rows that exist.
  ///
  /// - Complexity: O(1)
  @inline(__always)
  package func rows(ofNames names: Range<Int>) -> Range<CityRow> {
    let lower = count(before: names.lowerBound)
    return CityRow(lower)..<CityRow(max(lower, count(before: names.upperBound)))
  }

  /// The number of own names before a name.
  @inline(__always)
  private func count(before name: Int) -> Int {
    let place = (name &>> 6) &* Self.blockSize
    let bits = region.uint64(at: place &+ 4) & (1 &<< UInt64(truncatingIfNeeded: name & 63) &- 1)
    return min(Int(truncatingIfNeeded: region.uint32(at: place)) &+ bits.nonzeroBitCount, cityCount)
  }

  /// The stored form of the bits.
  ///
  /// - Parameters:
  ///   - count: The number of names.
  ///   - isOwn: Whether a name is the own name of a city.
  /// - Returns: The bytes: of each block of names, and of one that begins with the number of names if that is a
  ///   multiple of a block.
  package static func bytes(count: Int, isOwn: (Int) -> Bool) -> [UInt8] {
    var writer = ByteRegionWriter()
    var ownCount = 0
    for start in stride(from: 0, through: count, by: blockLength) {
      var bits: UInt64 = 0
      for name in start..<min(count, start + blockLength) where isOwn(name) {
        bits |= 1 << UInt64(name - start)
      }
      writer.append(ownCount, width: 4)
      writer.append(bits, width: 8)
      ownCount += bits.nonzeroBitCount
    }
    return writer.bytes
  }
}
