import PrefixSearch
import TestSupport
import Testing

@testable import CitySearch

/// Numbers of a few bits, and lists of texts, in a region.
@Suite("Bit fields") struct BitFieldTests {
  @Test(arguments: 0...32)
  func `every width is read at every bit of a byte`(width: Int) {
    var generator = SeededGenerator(seed: UInt64(width))
    var field = BitField(holding: [], at: 0)
    field.width = width
    for offset in 0..<24 {
      field.offset = offset
      for start in [0, 1, 5] {
        let value = UInt64.random(in: 0...UInt64.max, using: &generator) & (1 << UInt64(width) - 1)
        // All other bits are set, so that one bit too many changes the number.
        var words = [UInt64.max, UInt64.max]
        for bit in 0..<width where value >> UInt64(bit) & 1 == 0 {
          let place = start * 8 + offset + bit
          words[place / 64] &= ~(1 << UInt64(place % 64))
        }
        let bytes = words.flatMap { word in
          (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64($0 * 8)) }
        }
        #expect(field.value(inRecordAt: start, of: ByteRegion(copying: bytes)) == Int64(value))
      }
    }
  }

  @Test(
    arguments: [
      ([], 0, 0, 1), ([0], 0, 0, 1), ([5, 5], 0, 5, 1), ([0, 1], 1, 0, 1), ([-1, 1], 1, -1, 2),
      ([100, 300, 800], 3, 100, 100), ([0, 255], 1, 0, 255), ([0, 1, 255], 8, 0, 1),
      ([0, 1, 256], 9, 0, 1), ([0, 4_294_967_295], 1, 0, 4_294_967_295),
      ([0, 1, 4_294_967_295], 32, 0, 1),
      ([-1_800_000_000, 1, 1_800_000_000], 32, -1_800_000_000, 1),
    ] as [([Int64], Int, Int64, Int64)])
  func `a field is as narrow as its values permit`(
    values: [Int64], width: Int, base: Int64, scale: Int64
  ) {
    let field = BitField(holding: values, at: 3)
    #expect(field.width == width && field.base == base && field.scale == scale)
    #expect(field.offset == 3)
    var writer = ByteRegionWriter()
    field.store(to: &writer)
    #expect(writer.position == BitField.byteCount)
    #expect(BitField(storedAt: 0, in: writer.finish()) == field)
  }

  @Test(
    arguments: [
      (0, 33, 0, 1), (0, 1, 0, 0), (65_537, 1, 0, 1), (0, 0, 1 << 33, 1), (0, 0, -1 << 33, 1),
      (0, 0, .min, 1), (0, 0, .max, 1), (0, 1, 0, 1 << 32), (0, 32, 0, 3), (0, 8, 0, -1),
    ] as [(Int, Int, Int, Int)])
  func `a description that could overflow is rejected`(
    offset: Int, width: Int, base: Int, scale: Int
  ) {
    var writer = ByteRegionWriter()
    writer.append(offset, width: 4)
    writer.append(width, width: 4)
    writer.append(base, width: 8)
    writer.append(scale, width: 8)
    #expect(BitField(storedAt: 0, in: writer.finish()) == nil)
  }
}

@Suite("Lists of strings") struct StringListTests {
  @Test(arguments: [
    [], [""], ["", "", ""], ["a"], ["", "abc", "", "é", "👩‍👩‍👧", ""],
  ])
  func `texts are preserved`(strings: [String]) throws {
    try Self.check(strings)
  }

  @Test func `texts of more than 65,535 bytes are preserved`() throws {
    try Self.check([String(repeating: "x", count: 70_000), "y"])
  }

  private static func check(_ strings: [String]) throws {
    let list = try #require(StringList(ByteRegion(copying: StringList.bytes(of: strings))))
    #expect(list.count == strings.count)
    #expect(list.strings == strings)
    for number in [-1, Int.min, strings.count, Int.max] { #expect(list[number] == "") }
  }

  @Test func `a list is rejected if its texts overlap or do not fit`() {
    let bytes = StringList.bytes(of: ["ab", "cd", "ef"])
    for (offset, value) in [(0, 6), (0, 255), (3, 255), (4, 3), (8, 5), (12, 1), (12, 255)] {
      var copy = bytes
      copy[offset] = UInt8(value)
      #expect(StringList(ByteRegion(copying: copy)) == nil, "\(value) at \(offset)")
    }
    for count in 0..<bytes.count {
      let list = StringList(ByteRegion(copying: Array(bytes.prefix(count))))
      #expect(list == nil || count >= 20, "\(count) bytes")
      #expect((list?.strings ?? []).joined().utf8.count <= 6)
    }
    #expect(StringList(ByteRegion(copying: [])) == nil)
  }

  @Test func `a list that is written over gives wrong texts and nothing else`() throws {
    let bytes = StringList.bytes(of: ["ab", "cd", "ef"]) + Array(repeating: 0, count: 8)
    let storage = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
    unsafe storage.copyBytes(from: bytes)
    let owner = unsafe Storage(storage)
    let region = try #require(unsafe ByteRegion(UnsafeRawBufferPointer(storage), keptBy: owner))
    let list = try #require(StringList(region))
    #expect(list.strings == ["ab", "cd", "ef"])
    // The end of the first text, after that of the second.
    unsafe storage[8] = 5
    #expect(list[0] == "abcde")
    #expect(list[1] == "")
    unsafe storage[11] = 0xFF
    #expect(list.strings == ["", "", "ef"])
  }

  /// Memory that is changed from outside, as a mapped file can be.
  @safe private final class Storage {
    private let bytes: UnsafeMutableRawBufferPointer
    init(_ bytes: UnsafeMutableRawBufferPointer) { unsafe self.bytes = unsafe bytes }
    deinit { unsafe bytes.deallocate() }
  }

  @Test func `bytes that are not UTF-8 become replacement characters`() throws {
    var bytes = StringList.bytes(of: ["ab"])
    bytes[bytes.count - 1] = 0xC3
    let list = try #require(StringList(ByteRegion(copying: bytes)))
    #expect(list.strings == ["a\u{FFFD}"])
  }

  @Test func `a text is found among ascending ones`() {
    let texts = ["", "A", "AB", "B", "a", "é"]
    for (position, text) in texts.enumerated() { #expect(texts.position(of: text) == position) }
    for text in ["AA", "C", "z", "\u{10FFFF}"] { #expect(texts.position(of: text) == nil) }
    #expect([String]().position(of: "") == nil)
  }
}
