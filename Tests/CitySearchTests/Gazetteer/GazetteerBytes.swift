import Foundation
import PrefixSearch
import SystemFiles

@testable import CitySearch
@testable import GazetteerBuilding

/// The bytes of a gazetteer file, to be damaged.
struct GazetteerBytes {
  var bytes: [UInt8]

  init(_ gazetteer: Gazetteer) { bytes = gazetteer.fileBytes() }

  /// The offset of the entry of a section in the table of sections.
  func entry(_ section: Section) -> Int {
    let number = (Section.required + [.source]).firstIndex(of: section) ?? 0
    return GazetteerHeader.fixedSize + number * GazetteerHeader.entrySize
  }

  /// The range of the bytes of a section.
  func range(_ section: Section) -> Range<Int> {
    let entry = entry(section)
    let start = Int(number(at: entry + 8, width: 8))
    return start..<start + Int(number(at: entry + 16, width: 8))
  }

  /// The end of header and table.
  var tableEnd: Int {
    GazetteerHeader.fixedSize + Int(number(at: 28, width: 4)) * GazetteerHeader.entrySize
  }

  func number(at offset: Int, width: Int) -> UInt64 {
    (0..<width).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
  }

  mutating func set(_ number: UInt64, at offset: Int, width: Int) {
    for index in 0..<width {
      bytes[offset + index] = UInt8(truncatingIfNeeded: number >> UInt64(8 * index))
    }
  }

  mutating func flip(bit: Int) { bytes[bit >> 3] ^= 1 << UInt8(bit & 7) }

  /// Corrects the checksum of the header, as an attacker would.
  mutating func repairHeader() {
    let sections = Int(number(at: 28, width: 4))
    let end = GazetteerHeader.fixedSize + sections * GazetteerHeader.entrySize
    guard end <= bytes.count else { return }
    var checksum = CRC32()
    checksum.update(bytes.span.extracting(0..<36))
    checksum.update(bytes.span.extracting(40..<end))
    set(UInt64(checksum.value), at: 36, width: 4)
  }

  /// Corrects the checksum of a section, and that of the header.
  mutating func repair(_ section: Section) {
    let checksum = CRC32.checksum(of: Array(bytes[range(section)]))
    set(UInt64(checksum), at: entry(section) + 4, width: 4)
    repairHeader()
  }

  /// Opens the bytes without a file, as they are in a mapped one.
  func open() throws(GazetteerError) -> Gazetteer {
    let region = ByteRegion(copying: Array(bytes.dropLast(ByteRegion.padding)))
    return Gazetteer(try Gazetteer.Table(region, file: "cities.gazetteer"))
  }

  /// The message of the error from opening; `nil` if it succeeds.
  var refusal: String? {
    do throws(GazetteerError) {
      _ = try open()
      return nil
    } catch {
      return error.description
    }
  }
}

/// Sections in memory.
struct SectionBytes: SectionOutput {
  private(set) var sections: [Section: [UInt8]] = [:]
  private var last: Section?

  mutating func begin(_ section: Section) {
    last = section
    sections[section] = []
  }

  mutating func write(_ bytes: Span<UInt8>) {
    guard let last else { return }
    sections[last, default: []] += bytes.indices.map { bytes[$0] }
  }

  /// The stored form of records.
  static func bytes(of records: [CityRecord]) throws -> [UInt8] {
    var output = SectionBytes()
    try CityRecords.write(count: records.count, to: &output) { records[$0] }
    return output.sections[.records] ?? []
  }
}

extension GazetteerBytes {
  /// Why a file of another version is refused.
  static func refusal(ofVersion version: Int) -> String {
    "its format has version \(version), and this program reads version 12: make it again from its source, "
      + "with GazetteerBuilding of this version"
  }
}
