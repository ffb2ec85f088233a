/// A key press at a terminal.
enum Key: Equatable {
  /// A character, or several that came at once.
  case text(String)
  case backspace
  /// Ctrl-W.
  case deleteWord
  /// Ctrl-U.
  case deleteAll
  case tab
  case backTab
  case up
  case down
  case pageUp
  case pageDown
  case enter
  case escape
  /// Ctrl-C or Ctrl-D.
  case end
}

/// Parses keys from the bytes of a terminal, which may arrive in pieces.
struct KeyReader {
  private var waiting: [UInt8] = []

  /// Takes bytes in.
  ///
  /// - Returns: The keys that are complete; the beginning of another one is kept.
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

  /// Reports a pause: a waiting Esc is a key, and not the start of a sequence.
  ///
  /// - Returns: The keys that are complete now.
  mutating func keysAfterPause() -> [Key] {
    defer { waiting = [] }
    return waiting == [0x1B] ? [.escape] : []
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
    case 0x15: return (.deleteAll, 1)
    case 0x17: return (.deleteWord, 1)
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
    let key: Key? =
      switch String(decoding: waiting[2...end], as: UTF8.self) {
      case "A": .up
      case "B": .down
      case "Z": .backTab
      case "5~": .pageUp
      case "6~": .pageDown
      default: nil
      }
    return (key, end + 1)
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
