import PrefixSearch
import TestSupport
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

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
