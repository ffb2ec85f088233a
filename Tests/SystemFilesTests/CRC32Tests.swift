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
