public import CitySearch
public import Foundation
internal import PrefixSearch
internal import SystemFiles

extension Gazetteer {
  /// Writes the gazetteer to a file.
  ///
  /// The same cities give the same bytes, on every system. If an error is thrown, an older file stays as it
  /// was, and nothing is left of the new one.
  ///
  /// - Parameter file: Where to write; an older file is replaced in one step. The extension is `gazetteer` by
  ///   convention.
  /// - Throws: ``/CitySearch/GazetteerError/unwritable(file:reason:)``
  /// - Complexity: O(*b*), where *b* is the size of the gazetteer in bytes.
  public func write(to file: URL) throws(GazetteerError) {
    try file.withPathToWrite { path throws(GazetteerError) in
      try NewFile.create(replacing: path).complete(with: fileBytes())
    }
  }

  /// The bytes of a file of this gazetteer: those of its region.
  func fileBytes() -> [UInt8] {
    table.region.content + [UInt8](repeating: 0, count: ByteRegion.padding)
  }
}

/// Where sections are written, one after the other.
protocol SectionOutput {
  /// Ends the section so far, and begins another one.
  mutating func begin(_ section: Section) throws(GazetteerError)
  /// Appends bytes to the section that was begun last.
  mutating func write(_ bytes: Span<UInt8>) throws(GazetteerError)
}

extension SectionOutput {
  /// Writes a whole section.
  mutating func write(_ section: Section, _ bytes: [UInt8]) throws(GazetteerError) {
    try begin(section)
    try write(bytes.span)
  }

  /// Writes a whole section.
  mutating func write(_ section: Section, _ region: ByteRegion) throws(GazetteerError) {
    try begin(section)
    try write(region)
  }

  /// Appends the content of a region.
  mutating func write(_ region: ByteRegion) throws(GazetteerError) {
    try region.withContent { content throws(GazetteerError) in try write(content) }
  }

  /// Appends a tree.
  mutating func write(_ tree: RadixTree.Parts) throws(GazetteerError) {
    try write(tree.head.span)
    try write(tree.nodes)
  }

  /// Writes and empties a buffer that has a mebibyte.
  mutating func writeIfLarge(_ buffer: inout [UInt8]) throws(GazetteerError) {
    guard buffer.count >= 1 << 20 else { return }
    try write(buffer.span)
    buffer.removeAll(keepingCapacity: true)
  }
}

/// Writes a gazetteer, to memory or to a file: sections as they are finished, and the header last.
///
/// The same sections give the same bytes. They are not in memory here if they go to a file.
struct GazetteerWriter: SectionOutput {
  private var header: GazetteerHeader
  private let source: SourceRecord?
  private let target: Target
  private var checksum = CRC32()

  /// Where the bytes go.
  enum Target {
    case memory(GrowingBuffer)
    case file(NewFile)

    fileprivate var count: Int {
      switch self {
      case .memory(let buffer): buffer.count
      case .file(let file): file.count
      }
    }
  }

  /// Begins a gazetteer.
  ///
  /// - Parameters:
  ///   - cityCount: The number of its cities.
  ///   - source: The file that they came from.
  ///   - target: Where to write it.
  ///   - others: The optional sections that will be written beside that of the source.
  /// - Throws: ``/CitySearch/GazetteerError/unwritable(file:reason:)``
  init(
    cityCount: Int, source: SourceRecord? = nil, to target: Target = .memory(GrowingBuffer()),
    others: [Section] = []
  ) throws(GazetteerError) {
    header = GazetteerHeader(
      cityCount: cityCount, sourceDigest: source?.digest ?? Array(repeating: 0, count: 32))
    self.target = target
    self.source = source
    let optional = others + (source == nil ? [] : [.source])
    // The header and its table have a fixed size.
    let count = Section.required.count + optional.count
    try append(zeros: GazetteerHeader.fixedSize + count * GazetteerHeader.entrySize)
  }

  mutating func begin(_ section: Section) throws(GazetteerError) {
    try endSection()
    header.sections.append(
      GazetteerHeader.Entry(code: section.code, checksum: 0, offset: target.count, length: 0))
    checksum = CRC32()
  }

  mutating func write(_ bytes: Span<UInt8>) throws(GazetteerError) {
    checksum.update(bytes)
    try append(bytes)
  }

  /// Ends the section that was begun last; the next one begins at an aligned offset.
  private mutating func endSection() throws(GazetteerError) {
    let offset = target.count
    if let last = header.sections.indices.last {
      header.sections[last].length = offset - header.sections[last].offset
      header.sections[last].checksum = checksum.value
      try append(zeros: ByteRegion.padding)
    }
    try append(zeros: target.count.aligned - target.count)
  }

  /// Ends the last section, and writes that of the source and the header.
  ///
  /// - Returns: The region of a gazetteer in memory; that of a file is complete.
  consuming func finish() throws(GazetteerError) -> ByteRegion? {
    if let source { try write(.source, source.bytes) }
    if let last = header.sections.indices.last {
      header.sections[last].length = target.count - header.sections[last].offset
      header.sections[last].checksum = checksum.value
    }
    // The padding of the last section is that of the file.
    let bytes = header.bytes(fileSize: target.count + ByteRegion.padding)
    switch target {
    case .memory(let buffer):
      buffer.overwrite(bytes.span, at: 0)
      return buffer.region()
    case .file(let file):
      try append(zeros: ByteRegion.padding)
      do throws(SystemCallError) {
        try file.overwrite(bytes.span, at: 0)
        try file.complete()
      } catch {
        throw .unwritable(file.path, error)
      }
      return nil
    }
  }

  private func append(zeros count: Int) throws(GazetteerError) {
    try append([UInt8](repeating: 0, count: count).span)
  }

  private func append(_ bytes: Span<UInt8>) throws(GazetteerError) {
    switch target {
    case .memory(let buffer): buffer.append(bytes)
    case .file(let file):
      do throws(SystemCallError) { try file.append(bytes) } catch {
        throw .unwritable(file.path, error)
      }
    }
  }
}

/// The file that cities came from, as a gazetteer stores it.
struct SourceRecord: Sendable {
  /// The name of the file, without its folder.
  var name: String
  /// The day of the last change; empty if it is unknown.
  var date: String
  /// The SHA-256 of the file.
  var digest: [UInt8]

  /// The bytes of the section.
  var bytes: [UInt8] { StringList.bytes(of: [name, date]) }
}

extension SourceRecord {
  /// The source of a gazetteer; `nil` if it has none.
  init?(of gazetteer: Gazetteer) {
    guard let texts = gazetteer.table.source else { return nil }
    self.init(name: texts[0], date: texts[1], digest: gazetteer.table.header.sourceDigest)
  }
}

extension Int {
  /// The next multiple of the alignment of sections.
  fileprivate var aligned: Int {
    (self + GazetteerHeader.alignment - 1) / GazetteerHeader.alignment * GazetteerHeader.alignment
  }
}

extension GazetteerHeader {
  /// The stored form for a file of `fileSize` bytes.
  func bytes(fileSize: Int) -> [UInt8] {
    var writer = ByteRegionWriter()
    writer.append(Self.magic, width: 8)
    writer.append(Self.version, width: 4)
    writer.append(Self.byteOrder, width: 4)
    writer.append(fileSize, width: 8)
    writer.append(cityCount, width: 4)
    writer.append(sections.count, width: 4)
    writer.append(Self.unicodeVersion, width: 4)
    writer.append(UInt32(0), width: 4)
    writer.append(sourceDigest)
    for section in sections {
      writer.append(section.code, width: 4)
      writer.append(section.checksum, width: 4)
      writer.append(section.offset, width: 8)
      writer.append(section.length, width: 8)
    }
    let checksum = Self.checksum(
      of: ByteRegion(copying: writer.bytes), tableEnd: writer.position)
    var field = ByteRegionWriter()
    field.append(checksum, width: 4)
    writer.overwrite(at: 36, with: field.bytes)
    return writer.bytes
  }
}

extension StringList {
  /// The stored form of `strings`.
  static func bytes(of strings: [String]) -> [UInt8] {
    var writer = ByteRegionWriter()
    writer.append(strings.count, width: 4)
    var end = 0
    writer.append(end, width: 4)
    for string in strings {
      end += string.utf8.count
      writer.append(end, width: 4)
    }
    for string in strings { writer.append(string.utf8) }
    return writer.bytes
  }
}

/// Numbers in bits, one after the other, the first in the lowest bits.
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  /// The number of bits.
  private(set) var count = 0

  /// Appends a number that fits into so many bits.
  mutating func append(_ number: Int, width: Int) {
    for bit in 0..<width {
      if count & 7 == 0 { bytes.append(0) }
      bytes[bytes.count - 1] |= UInt8(number >> bit & 1) << UInt8(count & 7)
      count += 1
    }
  }
}

extension BitPackedNumbers {
  /// Packs numbers.
  struct Writer {
    private var bits = BitWriter()
    private let width: Int

    init(_ numbers: BitPackedNumbers) { width = numbers.width }

    var bytes: [UInt8] { bits.bytes }

    /// Appends a number that fits.
    mutating func append(_ number: Int) { bits.append(number, width: width) }
  }
}
