#if os(Linux)
import Foundation
import GeoNamesCities
import PrefixSearch
import SystemFiles
import TestSupport
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

/// What is read of a file that is opened and searched.
///
/// The number of resident pages does not tell, because the system maps up to two megabytes around a page
/// that is read. But the processor marks the pages that are read, and the system counts the marks. These
/// are those of the whole process, so the cases run one after the other.
@Suite(
  "Opening", .serialized,
  .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/clear_refs")))
struct OpeningTests {
  /// Removes the marks of all pages of this process.
  private static func clearMarks() throws {
    let file = try FileHandle(forWritingTo: URL(filePath: "/proc/self/clear_refs"))
    try file.write(contentsOf: Data("1\n".utf8))
    try file.close()
  }

  /// The size of the marked pages of a mapped file.
  private static func markedBytes(of file: URL) throws -> Int {
    // Foundation reads the first kilobytes of a file whose size is unknown.
    let source = try OpenFile("/proc/self/smaps", .read)
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while case let count = try source.read(into: &buffer, at: bytes.count), count > 0 {
      bytes += buffer[..<count]
    }
    var (isMapping, sum) = (false, 0)
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.first?.contains("-") == true {
        isMapping = line.hasSuffix(file.path)
      } else if isMapping, words.first == "Referenced:" {
        sum += (Int(words[1]) ?? 0) << 10
      }
    }
    return sum
  }

  /// Maps a file so that each page has a mark of its own, and not one for 512 pages.
  private static func mapping(of file: URL) throws -> ByteRegion {
    let source = try OpenFile(file.path, .read)
    let mapping = try source.mapping(byteCount: try source.attributes().length)
    // Sound: the pages are those of the mapping, and the region retains it.
    unsafe madvise(
      UnsafeMutableRawPointer(mutating: mapping.bytes.baseAddress), mapping.bytes.count,
      MADV_NOHUGEPAGE)
    return try #require(unsafe ByteRegion(mapping.bytes, keptBy: mapping))
  }

  /// How much of a file is read when it is opened and answers once.
  private static func bytesRead(
    of gazetteer: Gazetteer, asking query: SearchQuery
  ) throws -> (all: Int, answer: Int) {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "x.gazetteer")
      try gazetteer.write(to: file)
      let region = try Self.mapping(of: file)
      // All pages are mapped, so that the system does not mark others with those that are read.
      let words = stride(from: 0, to: region.count, by: 1_024).map { region.uint64(at: $0) }
      #expect(words.contains { $0 != 0 })
      let all = try markedBytes(of: file)
      try clearMarks()
      let search = CityIndex(Gazetteer(try Gazetteer.Table(region, file: "x")))
      #expect(search.search(query).map(\.city.name).isEmpty == false)
      // Otherwise the file is unmapped after the last use of the search.
      return try withExtendedLifetime(search) { (all, try markedBytes(of: file)) }
    }
  }

  @Test(arguments: [
    SearchQuery("san f", limit: 10), SearchQuery("lonfon", limit: 10),
    SearchQuery("b", names: .own, order: .population, limit: 10),
    SearchQuery("be", names: .own, order: .name, limit: 10),
    // A person at a place, whose points for cities are those of the cities that are found.
    SearchQuery(
      "san f", limit: 10,
      bias: SearchBias(coordinate: Coordinate(latitude: 37, longitude: -120), countryCode: "US")),
  ])
  func `opening and the first answer read a few pages, however large the file is`(
    query: SearchQuery
  ) throws {
    let (small, large) = (try Gazetteer.sample(of: 999), try Gazetteer.geoNames())
    #expect(large.byteCount > 40 * small.byteCount)
    let few = try Self.bytesRead(of: small, asking: query)
    let many = try Self.bytesRead(of: large, asking: query)
    #expect(few.all >= small.byteCount && many.all >= large.byteCount)
    #expect(few.answer > 0 && few.answer <= 64 * 4_096)
    #expect(many.answer <= few.answer + 200 * 4_096)
  }
}
#endif
