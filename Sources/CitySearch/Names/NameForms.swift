internal import PrefixSearch

/// The forms of names that are derived when a gazetteer is built, and read again to find what to highlight.
package enum NameForms {
  /// The words that have short and long forms.
  package static let saintWords: Set<String> = [
    "saint", "sainte", "sankt", "sint", "st", "ste", "mount", "mt", "fort", "ft",
  ]

  /// Where the first saint word of a key lies that is not its last word.
  package static func saintWord(inKey key: [UInt8]) -> Range<Int>? {
    var start = 0
    while let end = key[start...].firstIndex(of: asciiSpace), end < key.count - 1 {
      // The longest of these words has six letters.
      if end - start <= 6, saintWords.contains(String(decoding: key[start..<end], as: UTF8.self)) {
        return start..<end
      }
      start = end + 1
    }
    return nil
  }
}

extension Span<UInt8> {
  /// Where the text ends without a last part in round brackets; `nil` if it has none.
  package var endBeforeBrackets: Int? {
    guard count > 2, self[count - 1] == UInt8(ascii: ")") else { return nil }
    var index = count - 2
    while index >= 0, self[index] != UInt8(ascii: "(") {
      if self[index] == UInt8(ascii: ")") { return nil }
      index -= 1
    }
    return index > 0 ? index : nil
  }

  /// Appends the text with ä ae, ö oe, ü ue, ø oe and å aa, and returns whether it has one of these.
  package func appendWithUmlautsWrittenOut(to output: inout [UInt8]) -> Bool {
    var (index, isExpanded) = (0, false)
    while index < count {
      if let letters = writtenOutUmlaut(at: index) {
        output.append(letters[0])
        output.append(letters[1])
        isExpanded = true
        index += 2
      } else {
        output.append(self[index])
        index += 1
      }
    }
    return isExpanded
  }

  /// The two letters for an umlaut that begins at an index, and takes two bytes; `nil` for all else.
  func writtenOutUmlaut(at index: Int) -> InlineArray<2, UInt8>? {
    guard self[index] == 0xC3, index + 1 < count else { return nil }
    return Self.writtenOut(self[index + 1]).map { [$0.0, $0.1] }
  }

  /// The expansion of the letter U+00C0 to U+00FF whose second byte is given.
  private static func writtenOut(_ byte: UInt8) -> (UInt8, UInt8)? {
    switch byte {
    case 0xA4: (0x61, 0x65)
    case 0xB6, 0xB8: (0x6F, 0x65)
    case 0xBC: (0x75, 0x65)
    case 0xA5: (0x61, 0x61)
    case 0x84: (0x41, 0x65)
    case 0x96, 0x98: (0x4F, 0x65)
    case 0x9C: (0x55, 0x65)
    case 0x85: (0x41, 0x61)
    default: nil
    }
  }
}
