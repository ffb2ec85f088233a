public import CitySearch
internal import PrefixSearch

extension Gazetteer {
  /// Checks every byte of a gazetteer: the checksum of each section, and the zeros between sections.
  ///
  /// The checksums of the header and its table were compared when it was opened. A gazetteer whose checksums are
  /// right has the content that its builder wrote.
  ///
  /// - Throws: ``/CitySearch/GazetteerError/invalidFile(file:reason:)`` with the first section that is damaged.
  /// - Complexity: O(*b*), where *b* is its size in bytes.
  public func verify() throws(GazetteerError) {
    let region = table.region
    var end = table.header.byteCount
    for entry in table.header.sections {
      try verifyZeros(in: end..<entry.offset)
      end = entry.offset + entry.length
      var checksum = CRC32()
      region.part(entry.offset..<end)?.withContent { checksum.update($0) }
      guard checksum.value == entry.checksum else {
        let letters = (0..<4).map { UInt8(truncatingIfNeeded: entry.code >> ($0 * 8)) }
        throw .invalidFile(
          file: "the gazetteer",
          reason: "its section \(String(decoding: letters, as: UTF8.self)) has another checksum "
            + "than was stored")
      }
    }
    // The padding at the end of the file is readable as a word only.
    let padding = region.count - ByteRegion.padding
    try verifyZeros(in: end..<padding)
    guard region.uint64(at: padding) == 0 else { throw Self.notZero(padding) }
  }

  /// Checks bytes that belong to no section, and so to no checksum.
  private func verifyZeros(in range: Range<Int>) throws(GazetteerError) {
    for position in range where table.region.byte(at: position) != 0 {
      throw Self.notZero(position)
    }
  }

  private static func notZero(_ position: Int) -> GazetteerError {
    .invalidFile(
      file: "the gazetteer",
      reason: "it is not zero at byte \(position), which belongs to no section")
  }
}
