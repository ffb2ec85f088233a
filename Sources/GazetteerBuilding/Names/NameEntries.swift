internal import CitySearch

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

  /// Whether this has a letter that is not Latin.
  var hasLetterOfOtherScript: Bool {
    guard indices.contains(where: { self[$0] >= 0x80 }), let text = String(validating: self) else {
      return false
    }
    return text.unicodeScalars.contains { scalar in
      scalar.value >= 0x80 && scalar.isLetter
        && scalar.properties.name?.contains("LATIN") != true
    }
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
}

extension Unicode.Scalar {
  fileprivate var isLetter: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: false
    }
  }
}
