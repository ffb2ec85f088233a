/// A key of a terminal, or what was pasted.
enum Key: Equatable {
  /// A character, or several that came at once.
  case text(String)
  /// A text that was pasted, with the ends of its lines.
  case paste(String)
  case backspace
  /// Ctrl-W.
  case deleteWord
  /// Ctrl-U.
  case deleteAll
  case tab
  case backTab
  case up
  case down
  /// Shift with an arrow: moves what is marked.
  case moveUp
  case moveDown
  case pageUp
  case pageDown
  case enter
  case escape
  /// Ctrl-R: runs, pauses or repeats.
  case run
  /// Ctrl-L.
  case redraw
  /// Ctrl-Z.
  case suspend
  /// Ctrl-C or Ctrl-D.
  case end
}

/// Parses keys from the bytes of a terminal, which may arrive in pieces.
struct KeyReader {
  private var waiting: [UInt8] = []

  /// What stands before and behind a pasted text, since the terminal was asked for that.
  private static let (pasteStart, pasteEnd) = ("200~", Array("\u{1B}[201~".utf8))

  /// Takes bytes in; returns the keys that are complete, and keeps the beginning of another one.
  mutating func keys(in bytes: [UInt8]) -> [Key] {
    waiting += bytes
    var keys: [Key] = []
    while let (key, count) = nextKey() {
      waiting.removeFirst(count)
      guard let key else { continue }
      if case .text(let more) = key, case .text(let text) = keys.last {
        keys[keys.count - 1] = .text(text + more)
      } else {
        keys.append(key)
      }
    }
    return keys
  }

  /// Whether an Esc waits, which is a key if nothing follows it soon.
  var isEscapeWaiting: Bool { waiting == [0x1B] }

  /// Reports a pause: a waiting Esc is a key, and not the start of a sequence.
  mutating func keysAfterPause() -> [Key] {
    guard isEscapeWaiting else { return [] }
    waiting = []
    return [.escape]
  }

  /// The first key with its number of bytes; the key is `nil` if these bytes mean nothing, and all is `nil`
  /// if the key is not complete.
  private func nextKey() -> (Key?, Int)? {
    guard let first = waiting.first else { return nil }
    switch first {
    case 0x1B: return escapeSequence()
    case 0x0D, 0x0A: return (.enter, 1)
    case 0x09: return (.tab, 1)
    case 0x08, 0x7F: return (.backspace, 1)
    case 0x0C: return (.redraw, 1)
    case 0x12: return (.run, 1)
    case 0x15: return (.deleteAll, 1)
    case 0x17: return (.deleteWord, 1)
    case 0x1A: return (.suspend, 1)
    case 0x03, 0x04: return (.end, 1)
    case ..<0x20: return (nil, 1)
    default: return text()
    }
  }

  /// A key that begins with Esc: `ESC [ … letter`, `ESC O letter`, or another one that means nothing.
  private func escapeSequence() -> (Key?, Int)? {
    guard waiting.count > 1 else { return nil }
    guard waiting[1] == UInt8(ascii: "[") || waiting[1] == UInt8(ascii: "O") else {
      return waiting[1] == 0x1B ? (.escape, 1) : (nil, 2)
    }
    guard let end = waiting.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      return nil
    }
    let name = String(decoding: waiting[2...end], as: UTF8.self)
    if name == Self.pasteStart { return paste(from: end + 1) }
    let key: Key? =
      switch name {
      case "A": .up
      case "B": .down
      case "1;2A": .moveUp
      case "1;2B": .moveDown
      case "Z": .backTab
      case "5~": .pageUp
      case "6~": .pageDown
      default: nil
      }
    return (key, end + 1)
  }

  /// The pasted text that begins at an offset; `nil` before its end has come.
  private func paste(from start: Int) -> (Key?, Int)? {
    guard let end = waiting[start...].firstRange(of: Self.pasteEnd) else { return nil }
    // A terminal sends the ends of lines as it does for the key Enter.
    let text = String(decoding: waiting[start..<end.lowerBound], as: UTF8.self)
      .replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    return (.paste(text), end.upperBound)
  }

  /// A character by its UTF-8.
  private func text() -> (Key?, Int)? {
    let count =
      switch waiting[0] {
      case ..<0x80: 1
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    guard count > 0 else { return (nil, 1) }
    // An invalid continuation byte ends the malformed sequence.
    if let wrong = waiting.prefix(count).dropFirst().firstIndex(where: { $0 & 0xC0 != 0x80 }) {
      return (nil, wrong)
    }
    guard waiting.count >= count else { return nil }
    return (String(validating: waiting[..<count], as: UTF8.self).map(Key.text), count)
  }
}
