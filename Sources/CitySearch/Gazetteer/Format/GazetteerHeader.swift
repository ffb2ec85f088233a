package import PrefixSearch

/// The header of a gazetteer: magic number, version, and the table of sections.
///
/// Numbers are little-endian. There is one version of the format, and every file has every section but two.
///
/// | offset | bytes | content |
/// |---:|---:|---|
/// | 0 | 8 | magic number: 89 `GAZ` CR LF 1A LF, which no text has and a transfer as text destroys (as in PNG) |
/// | 8 | 4 | version of the format |
/// | 12 | 4 | 01020304 as a number, which identifies the byte order |
/// | 16 | 8 | size of the whole in bytes, the eight zeros at its end included |
/// | 24 | 4 | number of cities |
/// | 28 | 4 | number of sections |
/// | 32 | 4 | version of Unicode that names were folded by: major, minor, update |
/// | 36 | 4 | CRC-32 of the 36 bytes above, of what follows, and of the table of sections |
/// | 40 | 32 | SHA-256 of the source file; zeros if there was none |
/// | 72 | 24 each | table of sections: four letters, CRC-32 of the section, offset, length |
package struct GazetteerHeader: Sendable {
  package var cityCount: Int
  package var sourceDigest: [UInt8]
  package var sections: [Entry] = []

  /// A section in the table.
  package struct Entry: Sendable {
    package var code: UInt32
    package var checksum: UInt32
    package var offset: Int
    package var length: Int

    package init(code: UInt32, checksum: UInt32, offset: Int, length: Int) {
      self.code = code
      self.checksum = checksum
      self.offset = offset
      self.length = length
    }
  }

  package init(cityCount: Int, sourceDigest: [UInt8]) {
    self.cityCount = cityCount
    self.sourceDigest = sourceDigest
  }

  package static let magic: UInt64 = 0x0A1A_0A0D_5A41_4789
  /// The first eight bytes.
  package static var magicBytes: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: magic >> ($0 * 8)) }
  }
  package static let version: UInt32 = 12
  package static let byteOrder: UInt32 = 0x0102_0304
  package static let fixedSize = 72
  package static let entrySize = 24
  package static let alignment = 16

  /// The size of header and table in bytes.
  package var byteCount: Int { Self.fixedSize + sections.count * Self.entrySize }

  /// The version of Unicode in one number.
  package static var unicodeVersion: UInt32 {
    Folding.unicodeVersion.split(separator: ".").reduce(0) { $0 << 8 | (UInt32($1) ?? 0) }
  }
}

extension GazetteerHeader {
  /// Reads and checks the header of `region`, which came from `file`.
  ///
  /// - Throws: ``GazetteerError/invalidFile(file:reason:)``
  package init(_ region: ByteRegion, file: String) throws(GazetteerError) {
    func check(_ condition: Bool, _ reason: @autoclosure () -> String) throws(GazetteerError) {
      guard condition else { throw .invalidFile(file: file, reason: reason()) }
    }
    let size = region.count
    let contentSize = size - ByteRegion.padding
    try check(contentSize >= Self.fixedSize, "it has \(size) bytes, fewer than a header")
    try check(region.uint64(at: 0) == Self.magic, "wrong magic number")
    let version = region.uint32(at: 8)
    try check(
      version == Self.version,
      "its format has version \(version), and this program reads version \(Self.version): make it again from its "
        + "source, with GazetteerBuilding of this version")
    try check(region.uint32(at: 12) == Self.byteOrder, "its numbers have another byte order")
    let fileSize = region.uint64(at: 16)
    try check(fileSize == UInt64(size), "it has \(size) bytes instead of \(fileSize)")
    let cities = region.uint32(at: 24)
    try check(cities <= Int.max, "it has \(cities) cities, more than this system can count")
    cityCount = Int(cities)
    let entries = region.uint32(at: 28)
    try check(
      entries <= (contentSize - Self.fixedSize) / Self.entrySize,
      "it cannot have \(entries) sections")
    let sectionCount = Int(entries)
    let tableEnd = Self.fixedSize + sectionCount * Self.entrySize
    try check(
      region.uint32(at: 36) == Self.checksum(of: region, tableEnd: tableEnd),
      "its header is damaged")
    let unicode = region.uint32(at: 32)
    try check(
      unicode == Self.unicodeVersion,
      "its names were folded by Unicode \(unicode >> 16).\(unicode >> 8 & 0xFF).\(unicode & 0xFF), "
        + "and this program folds by \(Folding.unicodeVersion)")
    sourceDigest = (0..<32).map { region.byte(at: 40 + $0) }
    // Sections must not overlap, so that no byte belongs to several of them.
    var end = UInt64(tableEnd)
    for number in 0..<sectionCount {
      let start = Self.fixedSize + number * Self.entrySize
      let (offset, length) = (region.uint64(at: start + 8), region.uint64(at: start + 16))
      try check(
        offset >= end && offset <= UInt64(contentSize) && length <= UInt64(contentSize) - offset,
        "section \(number + 1) overlaps another one or the end of the file")
      end = offset + length + UInt64(ByteRegion.padding)
      sections.append(
        Entry(
          code: region.uint32(at: start), checksum: region.uint32(at: start + 4),
          offset: Int(offset), length: Int(length)))
    }
  }

  /// The region of a section; `nil` if there is none.
  package func part(_ section: Section, of region: ByteRegion) -> ByteRegion? {
    sections.first { $0.code == section.code }
      .flatMap { region.part($0.offset..<$0.offset + $0.length) }
  }

  /// The checksum of header and table, without the field of the checksum.
  package static func checksum(of region: ByteRegion, tableEnd: Int) -> UInt32 {
    region.withContent { bytes in
      var checksum = CRC32()
      checksum.update(bytes.extracting(0..<36))
      checksum.update(bytes.extracting(40..<tableEnd))
      return checksum.value
    }
  }
}

/// The sections of a gazetteer, by their four letters in the file.
package enum Section: String, CaseIterable, Sendable {
  /// The records of the cities.
  case records = "CITY"
  /// The names of the cities, one after the other, in UTF-8.
  case names = "NAME"
  /// The offsets of every fourth name, from which those between are counted, and the end of the last.
  case nameOffsets = "NOFF"
  /// The codes of countries, ascending.
  case countries = "CTRY"
  /// The names of countries, empty where unknown.
  case countryNames = "CNAM"
  /// The codes of divisions and the numbers of their countries, ascending.
  case divisions = "DIVI"
  /// The names of divisions, empty where unknown.
  case divisionNames = "DNAM"
  /// The names of time zones, ascending.
  case timeZones = "ZONE"
  /// The rows in ascending order of id.
  case rowsByID = "BYID"
  /// The most populous cities of every prefix of an own name.
  case populationTopK = "RANK"
  /// City, kind and form of text of each name of any kind, in the order of keys.
  case nameEntries = "NENT"
  /// The differences of the texts of names from their keys.
  case nameTexts = "NTXT"
  /// The radix tree over the folded names of all kinds.
  case nameTree = "NKEY"
  /// The cities with the best scores for every prefix of a name.
  case nameTopK = "NTOP"
  /// The first letters of the folded names of all kinds.
  case nameFilter = "NFIL"
  /// Which names are the own names of cities.
  case ownNames = "OWNN"
  /// The codes of languages, ascending.
  case languages = "LANG"
  /// The languages of names.
  case languageTags = "LTAG"
  /// The radix tree over the names of countries and divisions.
  case regionKeys = "RKEY"
  /// The country or division of each of these names, and the names of each country and division.
  case regionLines = "RLIN"
  /// The divisions below the first level: where those of each first-level division begin, and their levels.
  case subdivisions = "SUBD"
  /// The deepest of these of each city.
  case citySubdivisions = "SUBC"
  /// The codes of these.
  case subdivisionCodes = "SCOD"
  /// The names of these.
  case subdivisionNames = "SNAM"
  /// The radix tree over more names of countries and divisions of all levels.
  case moreRegionKeys = "MKEY"
  /// The country or division of each of these names, and these names of each country and division.
  case moreRegionLines = "MLIN"
  /// The Latin names of cities by their consonants.
  case soundIndex = "SIDX"
  /// How usual names in each script are in each country and division.
  case scriptShares = "SSHR"
  /// The forms of Chinese characters in names.
  case hanForms = "HANF"
  /// The sounds of Chinese characters.
  case hanReadings = "HANR"
  /// The cities of postal codes; only some files have it.
  case postalCodes = "PCOD"
  /// The name of the file of cities, and the day of its last change; only files made from one have it.
  case source = "SRCE"

  /// The sections that only some files have; readers that do not know them ignore them.
  package static let optional: [Section] = [.postalCodes, .source]
  /// The sections that every file has.
  package static let required = allCases.filter { !optional.contains($0) }

  /// The four letters as a number.
  package var code: UInt32 { rawValue.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
}
