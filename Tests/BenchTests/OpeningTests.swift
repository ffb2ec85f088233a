import CBenchSupport
import CitySearch
import Fixtures
import Foundation
import GazetteerBuilding
import GeoNamesCities
import PrefixBenchmark
import PrefixMeasuring
import PrefixSearch
import SystemFiles
import TestSupport
import Testing

/// Whether the file system of the temporary folder lets the pages of a file be forgotten.
private let canForget: Bool = {
  let bytes = try? withTemporaryFolder { folder in
    let file = folder.appending(path: "pages")
    try Data(repeating: 1, count: 1 << 20).write(to: file)
    return CachedPages.forget(file) ? CachedPages.byteCount(of: file) : nil
  }
  return bytes == 0
}()

/// What is read of a file that is opened and searched.
///
/// The system forgets the pages of the file, and reads ahead none of those that are not used. So the pages in its
/// cache are those that were read. Where memory is short, some may be gone before they are counted, but other
/// programs add none.
@Suite("Opening", .enabled(if: canForget, "the system keeps the pages of this folder"))
struct OpeningTests {
  /// How much of a file is read when it is opened and answers once.
  private static func bytesRead(
    of gazetteer: Gazetteer, asking query: SearchQuery
  ) async throws -> Int {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "x.gazetteer")
      try gazetteer.write(to: file)
      let source = try OpenFile(file.path, .read)
      let mapping = try source.mapping(byteCount: try source.attributes().length)
      // Sound: the pages are those of the mapping, and the region retains it.
      let region = try #require(unsafe ByteRegion(mapping.bytes, keptBy: mapping))
      try #require(CachedPages.forget(file) && CachedPages.byteCount(of: file) == 0)
      let search = CityIndex(Gazetteer(try Gazetteer.Table(region, file: "x")))
      #expect(search.search(query).map(\.city.name).isEmpty == false)
      let answer = try #require(CachedPages.byteCount(of: file))
      // Pages that are read are counted: those of the whole file, when all of it is read.
      try await waitUntil("all pages of the file are counted") {
        let words = stride(from: 0, to: region.count, by: 1_024).map { region.uint64(at: $0) }
        return words.contains { $0 != 0 } && CachedPages.byteCount(of: file) ?? 0 >= region.count
      }
      return answer
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
  ) async throws {
    let small = try Dataset(.cities, path: Fixtures.sample.path).gazetteer()
    let large = try Gazetteer.geoNames()
    #expect(large.byteCount > 35 * small.byteCount)
    let few = try await Self.bytesRead(of: small, asking: query)
    let many = try await Self.bytesRead(of: large, asking: query)
    #expect(few > 0 && few <= 64 * 4_096)
    #expect(many <= few + 200 * 4_096)
  }
}

/// The pages of a file that the system has in memory.
private enum CachedPages {
  /// Lets the system forget the pages of a file, and read no others ahead of those that this process uses of
  /// its mappings from now on.
  ///
  /// - Returns: Whether the system can.
  static func forget(_ file: URL) -> Bool {
    // Sound: the path lives until the call returns.
    unsafe cbench_forget_file(file.path)
  }

  /// The bytes of a file in memory; `nil` where the system does not say.
  static func byteCount(of file: URL) -> Int? {
    // Sound: the path lives until the call returns.
    let bytes = unsafe cbench_cached_bytes(file.path)
    return bytes < 0 ? nil : Int(bytes)
  }
}
