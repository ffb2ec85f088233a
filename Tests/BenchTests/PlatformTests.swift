import CBenchSupport
import Testing

@testable import bench

@Suite(.serialized) struct PlatformTests {
  @Test(arguments: [
    // FIPS 180-4's own examples, and lengths around the border of a block.
    ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "a", 1_000_000,
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func `SHA-256 of known messages`(text: String, count: Int, digest: String) {
    let message = Array(String(repeating: text, count: count).utf8)
    #expect(SHA256Hasher.digest(of: message.span) == digest)
  }

  @Test func `resident pages are read in bytes`() throws {
    let status = "Name:\tbench\nVmHWM:\t  300 kB\nRssAnon:\t 200 kB\nRssFile:\t 100 kB\n"
    let pages = try #require(MemoryResult.ResidentPages(status: status))
    #expect(
      pages
        == MemoryResult.ResidentPages(
          anonymous: 204_800, fileBacked: 102_400, peak: 307_200))
    #expect(MemoryResult.ResidentPages(status: "Name:\tbench\n") == nil)
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
