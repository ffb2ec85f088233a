import Fixtures
import Foundation
import PrefixSearch
import TestSupport
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

/// Every damaged byte is found, and the section that has it is named.
@Suite("Verification of gazetteers") struct GazetteerVerificationTests {
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

  private static let beginning = "the gazetteer is not a valid gazetteer: "

  @Test(arguments: Section.required)
  func `the first, the last and any other wrong bit of a section is found`(section: Section) throws
  {
    let original = try Self.original()
    let range = original.range(section)
    let places = stride(from: range.lowerBound, to: range.upperBound, by: max(1, range.count / 50))
    for place in Array(places) + [range.upperBound - 1] {
      var file = original
      file.flip(bit: place * 8 + place % 8)
      // Some numbers are compared with each other when the file is opened.
      guard file.refusal == nil else { continue }
      #expect(
        try Self.message(file) == Self.beginning
          + "its section \(section.rawValue) has another checksum than was stored.")
    }
  }

  @Test func `a byte between the sections that is not zero is found, wherever it is`() throws {
    let original = try Self.original()
    #expect(try Self.message(original) == nil)
    var end = original.tableEnd
    for section in Section.required {
      let range = original.range(section)
      for place in end..<range.lowerBound {
        var file = original
        file.bytes[place] = 1
        #expect(try Self.message(file) == Self.notZero(place))
      }
      end = range.upperBound
    }
  }

  @Test func `a byte after the last section that is not zero is found`() throws {
    let original = try Self.original()
    // Room between the last section and the end, as a section of a newer format would need.
    var bytes = Array(original.bytes.dropLast(ByteRegion.padding)) + Array(repeating: 0, count: 24)
    bytes[bytes.count - 9] = 1
    var file = original
    file.bytes = bytes
    file.set(UInt64(bytes.count), at: 16, width: 8)
    file.repairHeader()
    #expect(try Self.message(file) == Self.notZero(bytes.count - 9))
    // The padding of the whole, which a copy in memory gets again.
    var last = original
    last.bytes[last.bytes.count - 1] = 1
    try withTemporaryFile(Data(last.bytes), named: "x.gazetteer") { url in
      let error = #expect(throws: GazetteerError.self) { try Gazetteer(mapping: url).verify() }
      #expect(error?.description == Self.notZero(last.bytes.count - 8))
    }
  }

  private static func notZero(_ place: Int) -> String {
    beginning + "it is not zero at byte \(place), which belongs to no section."
  }
}
