import Fixtures
import Foundation
import PrefixSearch
import TestSupport
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

/// Files that are not gazetteers, and files that are overwritten.
@Suite("Gazetteer files") struct GazetteerFileTests {
  /// The message of the error from mapping `content`.
  private static func refusal(of content: Data) throws -> String? {
    try withTemporaryFile(content, named: "x.gazetteer") { file in
      let folder = file.deletingLastPathComponent().path + "/"
      return refusal(ofFile: file)?.replacing(folder, with: "")
    }
  }

  private static func refusal(ofFile file: URL) -> String? {
    do throws(GazetteerError) {
      _ = try Gazetteer(mapping: file)
      return nil
    } catch {
      return error.description
    }
  }

  private static let cities = GazetteerTests.ordered

  @Test func `a missing file and a folder are refused by their path`() throws {
    try withTemporaryFolder { folder in
      let missing = folder.appending(path: "nothing.gazetteer")
      #expect(
        Self.refusal(ofFile: missing)
          == "\(missing.path) cannot be read: there is no such file.")
      #expect(
        Self.refusal(ofFile: folder) == "\(folder.path) cannot be read: it is a folder.")
    }
  }

  @Test(.disabled(if: geteuid() == 0, "root may read everything"))
  func `a file without permission is refused`() throws {
    try withTemporaryFile(Data("x".utf8), named: "x.gazetteer") { file in
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
      #expect(Self.refusal(ofFile: file) == "\(file.path) cannot be read: permission denied.")
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/maps")))
  func `a file is mapped, not read`() throws {
    let content = Data(try Gazetteer(Self.cities).fileBytes())
    try withTemporaryFile(content, named: "x.gazetteer") { file in
      let gazetteer = try Gazetteer(mapping: file)
      // Read to the end, since a file of the system's has no size that a reader could go by.
      let maps = try #require(
        try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps")).readToEnd())
      #expect(String(decoding: maps, as: UTF8.self).contains(file.path))
      #expect(gazetteer.count == Self.cities.count)
    }
  }

  @Test func `an empty file has its own error`() throws {
    #expect(try Self.refusal(of: Data()) == "x.gazetteer is empty.")
  }

  @Test func `files of a few bytes are refused with any content`() throws {
    let bytes = try Gazetteer(Self.cities).fileBytes()
    for count in [1, 2, 7, 8, 9, 15, 16, 36, 40, 71, 72, 79, 80] {
      for content in [Data(bytes.prefix(count)), Data(repeating: 0xFF, count: count)] {
        let message = try Self.refusal(of: content)
        if count < 80 {
          #expect(
            message?.hasPrefix(
              "x.gazetteer is not a valid gazetteer: it has \(count) bytes, fewer than a header")
              == true)
        } else {
          #expect(message != nil)
        }
        // The loader refuses the file, too, whichever format it detects.
        let outcome = try LoadingOutcome(of: content, named: "x.gazetteer")
        #expect(outcome.error != nil && outcome.kept == nil)
      }
    }
  }

  @Test func `a text with any name is refused`() throws {
    #expect(
      try Self.refusal(of: GeoNamesLine().data)
        == "x.gazetteer is not a valid gazetteer: wrong magic number; bench build makes one of a table, "
        + "JSON, GeoJSON or a GeoNames file.")
    let outcome = try LoadingOutcome(of: GeoNamesLine().data, named: "x.gazetteer")
    #expect(outcome == LoadingOutcome(kept: [1]))
  }

  @Test func `a gazetteer is recognized by its content, not by its name`() throws {
    let gazetteer = try Gazetteer(Self.cities)
    try withTemporaryFile(Data(gazetteer.fileBytes()), named: "cities.txt") { file in
      #expect(try Gazetteer(contentsOf: file).elementsEqual(gazetteer))
      #expect(try Gazetteer(mapping: file).elementsEqual(gazetteer))
      var loader = GazetteerLoader()
      loader.isLenient = true
      let lenient = try loader.load(.file(file))
      #expect(lenient.gazetteer.elementsEqual(gazetteer) && lenient.report == LoadingReport())
    }
  }

  @Test(
    arguments: ([
      (8, 0x02, GazetteerBytes.refusal(ofVersion: 2)),
      (12, 0x01, "its numbers have another byte order"),
      (33, 0x01, "its names were folded by Unicode 15.1.0, and this program folds by 15.0.0"),
      (24, 0xFF, "its header is damaged"),
    ] as [(Int, UInt8, String)]).named(by: \.2))
  func `a file of another time or place is refused alike by both ways to open it`(
    example: Named<(Int, UInt8, String)>
  ) throws {
    let (offset, byte, reason) = example.value
    var file = GazetteerBytes(try Gazetteer(Self.cities))
    file.bytes[offset] = byte
    if offset != 24 { file.repairHeader() }
    let message = "x.gazetteer is not a valid gazetteer: \(reason)."
    #expect(try Self.refusal(of: Data(file.bytes)) == message)
    #expect(
      try LoadingOutcome(of: Data(file.bytes), named: "x.gazetteer") == .refused(message))
  }

  @Test func `a file is replaced in one step, while the old one is still mapped`() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "x.gazetteer")
      try Gazetteer(Self.cities).write(to: file)
      let old = try Gazetteer(mapping: file)
      let sample = try SampleCities.gazetteer()
      try sample.write(to: file)
      #expect(Set(old) == Set(Self.cities))
      try old.verify()
      #expect(try Gazetteer(mapping: file).elementsEqual(sample))
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names == ["x.gazetteer"])
    }
  }
}
