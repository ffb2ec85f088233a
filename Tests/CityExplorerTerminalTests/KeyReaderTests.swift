import TestSupport
import Testing

@testable import CityExplorerTerminal

@Suite("Keys of a terminal") struct KeyReaderTests {
  @Test(
    arguments: [
      ("a", [Key.text("a")]), ("ab\u{7F}", [.text("ab"), .backspace]),
      (
        "\r\t\u{15}\u{17}\u{12}\u{0C}\u{1A}",
        [.enter, .tab, .deleteAll, .deleteWord, .run, .redraw, .suspend]
      ),
      ("\u{1B}[A\u{1B}[B\u{1B}OA\u{1B}[Z", [.up, .down, .up, .backTab]),
      ("\u{1B}[1;2A\u{1B}[1;2B", [.moveUp, .moveDown]),
      ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]), ("\u{03}", [.end]), ("\u{04}", [.end]),
      ("北京é", [.text("北京é")]), ("\u{1B}\u{1B}[A", [.escape, .up]),
      // Alt with a letter, F5 and a control character mean nothing.
      ("\u{1B}x\u{1B}[15~\u{01}y", [.text("y")]),
      // A pasted text is one key, with keys in it or not.
      (
        "a\u{1B}[200~Rome\rParis\r\n\u{1B}[A\u{1B}[201~b",
        [.text("a"), .paste("Rome\nParis\n\u{1B}[A"), .text("b")]
      ),
    ].named(by: \.0))
  func `bytes of a terminal are keys, however they are cut`(example: Named<(String, [Key])>) {
    let (bytes, keys) = example.value
    var whole = KeyReader()
    #expect(whole.keys(in: Array(bytes.utf8)) == keys)
    #expect(whole.keysAfterPause().isEmpty)
    var cut = KeyReader()
    let single = bytes.utf8.flatMap { cut.keys(in: [$0]) }
    #expect(Self.joined(single) == keys)
  }

  /// Texts that came one after the other as one.
  private static func joined(_ keys: [Key]) -> [Key] {
    keys.reduce(into: []) { joined, key in
      if case .text(let more) = key, case .text(let text) = joined.last {
        joined[joined.count - 1] = .text(text + more)
      } else {
        joined.append(key)
      }
    }
  }

  @Test func `an Esc is a key when nothing follows it`() {
    var reader = KeyReader()
    #expect(reader.keys(in: [0x1B]).isEmpty && reader.isEscapeWaiting)
    #expect(reader.keysAfterPause() == [.escape])
    #expect(reader.keysAfterPause().isEmpty)
    #expect(reader.keys(in: Array("a".utf8)) == [.text("a")])
  }

  @Test func `bytes that are no UTF-8 are dropped, and what follows counts`() {
    var reader = KeyReader()
    #expect(reader.keys(in: [0xFF, 0xC3, 0x61, 0xED, 0xA0, 0x80, 0x62]) == [.text("ab")])
  }

  @Test(arguments: [
    ("abc", 3), ("北京", 4), ("e\u{301}", 1), ("한국", 4), ("", 0),
  ])
  func `the width of a text is that of its characters`(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test func `a line is cut to the window, and keeps its styles`() {
    var line = StyledText("北京 ", .strong)
    line.append("Beijing", .faint)
    #expect(line.truncated(to: 12) == line)
    #expect(line.truncated(to: 8).plain == "北京 Be…")
    #expect(line.truncated(to: 1).plain == "…")
    #expect(line.with(right: StyledText("1,000"), columns: 20).plain == "北京 Beijing   1,000")
    #expect(line.with(right: StyledText("1,000"), columns: 12).plain == "北京 … 1,000")
    #expect(StyledText("a\u{1B}[2J\u{202E}").plain == "a␛[2J\u{FFFD}")
    let star = StyledText("★", .star)
    #expect(star.sequence(isColored: true) == "\u{1B}[33m★\u{1B}[0m")
    #expect(star.sequence(isColored: false) == "★")
  }
}
