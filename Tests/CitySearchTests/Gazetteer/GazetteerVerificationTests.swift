import Fixtures
import Foundation
import Testing

@testable import CitySearch

/// Sections that are wrong although their checksums are right.
@Suite struct GazetteerVerificationTests {
  private static func message(_ file: GazetteerBytes) throws -> String? {
    let gazetteer = try file.open()
    do throws(GazetteerError) {
      try gazetteer.verify()
      return nil
    } catch {
      return error.description
    }
  }

  private static func original() throws -> GazetteerBytes {
    GazetteerBytes(try Gazetteer.sample(of: 300))
  }

  private static let beginning = "the gazetteer is no gazetteer that can be read: "

  @Test func `two rows that are swapped in the order of ids are found`() throws {
    var file = try Self.original()
    let start = file.range(.rowsByID).lowerBound
    file.bytes.swapAt(start + 2 * 5, start + 2 * 6)
    file.bytes.swapAt(start + 2 * 5 + 1, start + 2 * 6 + 1)
    file.repair(.rowsByID)
    let message = try Self.message(file)
    #expect(message == Self.beginning + "its section BYID does not ascend at position 6.")
  }

  @Test func `a row that stands twice in the order of ids is found, and one that does not exist`()
    throws
  {
    let original = try Self.original()
    let start = original.range(.rowsByID).lowerBound
    for other in [original.number(at: start + 2 * 7, width: 2), 0xFFFF] {
      var file = original
      file.set(other, at: start + 2 * 8, width: 2)
      file.repair(.rowsByID)
      let message = try Self.message(file)
      #expect(message == Self.beginning + "its section BYID does not ascend at position 8.")
    }
  }

  @Test func `a name that begins elsewhere is found`() throws {
    var file = try Self.original()
    let place = file.range(.nameOffsets).lowerBound + 4 * 3
    file.set(file.number(at: place, width: 4) + 1, at: place, width: 4)
    file.repair(.nameOffsets)
    let message = try Self.message(file)
    #expect(
      message == Self.beginning
        + "the name at row 24 does not begin where its section NOFF says.")
  }

  @Test func `cities that are not the most populous are found`() throws {
    let original = try Self.original()
    let range = original.range(.ranking)
    // The first maximum of a block, and the last row of the last list.
    for place in [range.lowerBound + 8, range.upperBound - 1] {
      var file = original
      file.bytes[place] ^= 1
      file.repair(.ranking)
      let message = try Self.message(file)
      #expect(
        message == Self.beginning + "its most populous cities are not those of its section RANK.")
    }
  }
}
