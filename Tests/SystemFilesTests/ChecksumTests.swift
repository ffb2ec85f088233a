import Fixtures
import Foundation
import PrefixSearch
import SystemFiles
import TestSupport
import Testing

@Suite("CRC-32") struct CRC32Tests {
  @Test(
    arguments: ([
      ("", 0), ("a", 0xE8B7_BE43), ("abc", 0x3524_41C2), ("123456789", 0xCBF4_3926),
      ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
      (String(repeating: "\0", count: 32), 0x190A_55AD),
    ] as [(String, UInt32)]).named(by: \.0))
  func `known texts have their published checksums`(example: Named<(String, UInt32)>) {
    let (text, checksum) = example.value
    var crc = CRC32()
    crc.update(text.utf8.span)
    #expect(crc.value == checksum)
  }

  @Test(arguments: 1...20)
  func `a text in pieces has the checksum of the whole`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let bytes = (0..<500).map { _ in UInt8.random(in: 0...255, using: &generator) }
    var (whole, pieces) = (CRC32(), CRC32())
    whole.update(bytes.span)
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + Int.random(in: 0...70, using: &generator))
      pieces.update(bytes.span.extracting(start..<end))
      start = end
    }
    #expect(pieces.value == whole.value)
  }

  @Test func `every flipped bit changes it`() {
    var bytes = Array("San Francisco".utf8)
    var original = CRC32()
    original.update(bytes.span)
    for bit in 0..<bytes.count * 8 {
      bytes[bit >> 3] ^= 1 << UInt8(bit & 7)
      var crc = CRC32()
      crc.update(bytes.span)
      #expect(crc.value != original.value, "bit \(bit)")
      bytes[bit >> 3] ^= 1 << UInt8(bit & 7)
    }
  }
}

@Suite("SHA-256") struct SHA256Tests {
  /// The examples that NIST publishes with FIPS 180-4, and lengths around a block.
  static let vectors: [(text: String, count: Int, digest: String)] = [
    ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlm"
        + "nopqrsmnopqrstnopqrstu", 1,
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    ("a", 55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
    ("a", 56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
    ("a", 63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
    ("a", 64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
    ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ]

  @Test(arguments: vectors.named(by: { "\($0.count) × \"\($0.text)\"" }))
  func `the published examples have their digests`(
    example: Named<(text: String, count: Int, digest: String)>
  ) {
    let (text, count, digest) = example.value
    var sum = SHA256()
    sum.update(String(repeating: text, count: count).utf8.span)
    #expect(sum.hexDigest == digest)
    #expect(sum.finish().count == 32)
  }

  @Test(arguments: [1, 2, 3])
  func `pieces of any length have the digest of the whole`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let text = (0..<1_000).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    var whole = SHA256()
    whole.update(text.span)
    var pieces = SHA256()
    var start = 0
    while start < text.count {
      let end = min(text.count, start + Int.random(in: 0...150, using: &generator))
      pieces.update(text.span.extracting(start..<end))
      // Looking at the digest must not disturb it.
      _ = pieces.hexDigest
      start = end
    }
    #expect(pieces.finish() == whole.finish())
  }
}

/// The files that the benchmark and the answer key depend on.
@Suite("Fixtures") struct FixtureTests {
  @Test(
    arguments: [
      (
        Fixtures.cities, 234_908, "e20cdd2cf509a8a8bc06adf7bbf9a6cd033f6421eb952d937e7f33e89a25519b"
      ),
      (
        Fixtures.admin1Codes, 3_541,
        "58614b9d3d1b97d4d527028388240a7f05e5b6a2df5c4e6f8f1565e5359b3c41"
      ),
      (
        Fixtures.countryInfo, 253,
        "60b7cf3b4576a001474346330758f5683f2a2e73af3dcc00ba8de67c65aacf23"
      ),
    ].named(by: \.0.lastPathComponent))
  func `a file of GeoNames is the one that was taken`(example: Named<(URL, Int, String)>) throws {
    let (url, rowCount, digest) = example.value
    let data = try Fixtures.text(of: url)
    var sum = SHA256()
    sum.update(data.span)
    #expect(sum.hexDigest == digest)
    var lineFeeds = 0
    let bytes = data.span
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") { lineFeeds += 1 }
    #expect(lineFeeds == rowCount)
  }
}
