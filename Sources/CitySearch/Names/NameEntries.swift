/// What the rules of names ask about an entry of GeoNames' fourth column, or about an own name, in UTF-8.
extension Span<UInt8> {
  /// Whether this is three or four capital letters of ASCII.
  var isCode: Bool {
    (3...4).contains(count) && indices.allSatisfy { (0x41...0x5A).contains(self[$0]) }
  }

  /// Whether this is ASCII and begins with a lowercase letter, as machine transliterations do.
  var isTransliteration: Bool {
    count > 0 && (0x61...0x7A).contains(self[0]) && indices.allSatisfy { self[$0] < 0x80 }
  }

  /// Whether this contains "http" in any case.
  var isLink: Bool {
    guard count >= 4 else { return false }
    let letters: [UInt8] = [0x68, 0x74, 0x74, 0x70]
    return (0...count - 4).contains { start in
      letters.indices.allSatisfy { self[start + $0] | 0x20 == letters[$0] }
    }
  }

  /// Whether a key can be that of a name: not empty, not a web address, a number or an id like "Q12",
  /// more than one letter, and not too long.
  func isKeyOfName(longest: Int) -> Bool {
    let length = count - 1
    guard length > 0, length <= longest else { return false }
    let letters = (0..<length).count { self[$0] & 0xC0 != 0x80 }
    guard letters > 1 else { return false }
    func isDigit(_ index: Int) -> Bool { (0x30...0x39).contains(self[index]) }
    if (0..<length).allSatisfy({ isDigit($0) || self[$0] == asciiSpace }) { return false }
    if self[0] == 0x71, (1..<length).allSatisfy(isDigit) { return false }
    let www: [UInt8] = [0x77, 0x77, 0x77, asciiSpace]
    func isWWW(_ start: Int) -> Bool {
      start + 4 <= count && www.indices.allSatisfy { self[start + $0] == www[$0] }
    }
    return !(0..<length).contains { ($0 == 0 || self[$0 - 1] == asciiSpace) && isWWW($0) }
  }

  /// The part of `range` without white space at its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (lower, upper) = (range.lowerBound, range.upperBound)
    while lower < upper {
      let (scalar, length) = decodeScalar(at: lower)
      guard scalar.isWhiteSpace else { break }
      lower += length
    }
    while upper > lower {
      var start = upper - 1
      while start > lower, self[start] & 0xC0 == 0x80 { start -= 1 }
      guard decodeScalar(at: start).scalar.isWhiteSpace else { break }
      upper = start
    }
    return lower..<upper
  }

  /// Whether the text equals another one; case and form of composition do not matter.
  func isEqualButForCase(to other: Span<UInt8>) -> Bool {
    func lowercased(_ text: Span<UInt8>) -> String? {
      String(validating: text)?.lowercasedByScalars
    }
    return lowercased(self) == lowercased(other)
  }

  /// Where the text ends without a last part in round brackets; `nil` if it has none.
  var endBeforeBrackets: Int? {
    guard count > 2, self[count - 1] == UInt8(ascii: ")") else { return nil }
    var index = count - 2
    while index >= 0, self[index] != UInt8(ascii: "(") {
      if self[index] == UInt8(ascii: ")") { return nil }
      index -= 1
    }
    return index > 0 ? index : nil
  }

  /// Appends the text with ä ae, ö oe, ü ue, ø oe and å aa, and returns whether it has one of these.
  func appendWithUmlautsWrittenOut(to output: inout [UInt8]) -> Bool {
    var (index, isExpanded) = (0, false)
    while index < count {
      if self[index] == 0xC3, index + 1 < count, let letters = Self.writtenOut(self[index + 1]) {
        output.append(letters.0)
        output.append(letters.1)
        isExpanded = true
        index += 2
      } else {
        output.append(self[index])
        index += 1
      }
    }
    return isExpanded
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

extension String {
  /// The text with each scalar in lower case, whatever its neighbors are.
  var lowercasedByScalars: String {
    unicodeScalars.reduce(into: "") { $0 += $1.properties.lowercaseMapping }
  }
}

extension UInt32 {
  /// Whether this scalar is white space.
  var isWhiteSpace: Bool {
    switch self {
    case 0x09...0x0D, 0x1C...0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F,
      0x205F, 0x3000:
      true
    default: false
    }
  }
}
