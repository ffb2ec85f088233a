import CBenchSupport
import Testing

@testable import PrefixBenchmark

@Suite("The platform", .serialized) struct PlatformTests {
  @Test func `resident pages are read in bytes`() throws {
    let status = "Name:\tbench\nVmHWM:\t  300 kB\nRssAnon:\t 200 kB\nRssFile:\t 100 kB\n"
    let pages = try #require(ResidentPages(status: status))
    #expect(
      pages
        == ResidentPages(
          anonymous: 204_800, fileBacked: 102_400, peak: 307_200))
    #expect(ResidentPages(status: "Name:\tbench\n") == nil)
  }

  @Test(.enabled(if: cbench_can_count(), "this build cannot count allocations"))
  func `allocations are counted`() throws {
    let counts = try #require(
      Allocator.counting {
        for size in [1_000, 2_000] {
          let bytes = [UInt8](repeating: 1, count: size)
          blackHole(bytes)
        }
      })
    // Other tests run beside this one, so there may be more.
    #expect(try #require(counts.count) >= 2)
    #expect(counts.byteCount >= 3_000)
    #expect(counts.peak >= 2_000)
  }
}
