internal import FlatStorage
internal import PrefixSearch

/// Puts sections together into a gazetteer: the same bytes for the same cities, always.
struct GazetteerWriter {
  private var header: GazetteerHeader
  private var sections: [(section: Section, bytes: [UInt8])] = []

  init(cityCount: Int, sourceDigest: [UInt8]?) {
    header = GazetteerHeader(
      cityCount: cityCount, sourceDigest: sourceDigest ?? Array(repeating: 0, count: 32))
  }

  /// Adds a section; they come in the order in which they are added.
  mutating func add(_ section: Section, _ bytes: [UInt8]) {
    sections.append((section, bytes))
  }

  /// Writes header, table and sections, without the padding at the end.
  ///
  /// - Complexity: O(*b*), where *b* is the length of all sections in bytes.
  consuming func finish() -> [UInt8] {
    var offset = GazetteerHeader.fixedSize + sections.count * GazetteerHeader.entrySize
    for (section, bytes) in sections {
      offset = offset.aligned
      header.sections.append(
        GazetteerHeader.Entry(
          code: section.code, checksum: CRC32.checksum(of: bytes), offset: offset,
          length: bytes.count))
      offset += bytes.count + ByteRegion.padding
    }
    var writer = ByteRegionWriter()
    // The last section's padding is that of the whole.
    writer.append(header.bytes(fileSize: offset))
    for (section, entry) in zip(sections, header.sections) {
      writer.append(Array(repeating: 0, count: entry.offset - writer.position))
      writer.append(section.bytes)
      writer.append(Array(repeating: 0, count: ByteRegion.padding))
    }
    var bytes = writer.bytes
    bytes.removeLast(ByteRegion.padding)
    return bytes
  }
}

extension Int {
  /// The next multiple of the alignment of sections.
  fileprivate var aligned: Int {
    (self + GazetteerHeader.alignment - 1) / GazetteerHeader.alignment * GazetteerHeader.alignment
  }
}
