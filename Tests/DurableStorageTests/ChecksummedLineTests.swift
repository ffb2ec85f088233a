import DurableStorage
import Foundation
import Testing

/// Lines with checksums in a file whose bytes are damaged.
@Suite("Lines with checksums") struct ChecksummedLineTests {
  /// JSON with arrays that begin as a line does: a bracket, eight digits in quotation marks, a comma.
  private static let texts = [
    #"{"remove":5}"#, #"{"unmatched":["deadbeef","Springfield"]}"#, #"["01234567",["89abcdef",1]]"#,
    #"{"a":[["00000000",2],["00000000",3]],"b":"]"}"#, "7",
  ]

  private static let lines = texts.map { ChecksummedLine.encode(Data($0.utf8)) }

  /// The JSON of all intact lines, and the number of bytes outside of them.
  private func read(_ data: Data) -> (texts: [String], damagedCount: Int) {
    var texts: [String] = []
    let damage = ChecksummedLine.read(all: data) { line in
      guard let json = ChecksummedLine.decode(line) else { return false }
      texts.append(String(decoding: json, as: UTF8.self))
      return true
    }
    return (texts, damage.bytes.reduce(0) { $0 + $1.count })
  }

  @Test func `an intact file has all lines, with or without the last line feed`() {
    let data = Data(Self.lines.joined())
    for data in [data, data.dropLast()] {
      #expect(read(data) == (Self.texts, 0))
    }
  }

  @Test func `lines without line feeds between them are read, whatever their JSON is`() {
    for first in Self.lines {
      for second in Self.lines {
        let data = first.dropLast() + second
        #expect(read(data).texts == read(first).texts + read(second).texts)
        #expect(read(data).damagedCount == 0)
      }
    }
  }

  @Test func `a flipped bit costs the line that it is in, and no other`() {
    let whole = Data(Self.lines.joined())
    let ends = whole.indices.filter { whole[$0] == ChecksummedLine.end }
    for position in whole.indices {
      let line = ends.firstIndex { $0 >= position } ?? 0
      for bit in 0..<8 {
        var data = whole
        data[position] ^= 1 << UInt8(bit)
        var expected = Self.texts
        if position != ends[line] { expected.remove(at: line) }
        #expect(read(data).texts == expected, "bit \(bit) of byte \(position)")
      }
    }
  }
}
