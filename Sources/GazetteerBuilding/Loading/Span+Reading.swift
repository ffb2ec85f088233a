internal import CitySearch
internal import Foundation
internal import PrefixSearch

// What the loader asks the bytes of a source: what they are encoded in, where lines end, and whether a cell is a name
// or a number.

extension UInt8 {
  /// Whether this byte ends a line: LF or CR.
  var isEndOfLine: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

  /// Whether this is a space, a tab or the end of a line.
  var isBlank: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || isEndOfLine
  }
}

// MARK: - Encodings and lines

extension Span<UInt8> {
  /// A text of an encoding in UTF-8; `nil` if it is not one.
  func decoded(_ encoding: String.Encoding) -> [UInt8]? {
    encoding == .utf8 ? array : String(bytes: array, encoding: encoding).map { Array($0.utf8) }
  }

  func starts(with bytes: [UInt8]) -> Bool {
    count >= bytes.count && bytes.indices.allSatisfy { self[$0] == bytes[$0] }
  }

  /// Whether this is UTF-16 with the lower byte first, or with the higher; `nil` if it is another text.
  ///
  /// It begins with a byte order mark, or every second byte is zero in many pairs.
  var isLittleEndianUTF16: Bool? {
    if starts(with: [0xFF, 0xFE]) { return true }
    if starts(with: [0xFE, 0xFF]) { return false }
    let zeros = (0..<2).map { parity in indices.count { $0 % 2 == parity && self[$0] == 0 } }
    guard zeros.contains(0), let most = zeros.max(), most >= 4, most * 4 >= count else {
      return nil
    }
    return zeros[0] == 0
  }

  /// A text of UTF-16 in UTF-8; `nil` if it is invalid.
  func decodedUTF16(isLittleEndian: Bool) -> String? {
    guard count.isMultiple(of: 2) else { return nil }
    let lower = isLittleEndian ? 0 : 1
    let units = stride(from: 0, to: count, by: 2).map { start in
      UInt16(self[start + lower]) | UInt16(self[start + 1 - lower]) << 8
    }
    return String(validating: units, as: UTF16.self)
  }

  /// Whether there are carriage returns and no line feed.
  var hasLinesThatEndInCR: Bool {
    let lines = indices.prefix { self[$0] != UInt8(ascii: "\n") }
    return lines.count == count
      && lines.dropLast().contains { self[$0] == UInt8(ascii: "\r") }
  }

  /// The length of the byte order mark at the beginning, 0 if there is none.
  var byteOrderMarkLength: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// Where the last line ends that is complete and not blank; 0 if there is none.
  var endOfLines: Int {
    var end = count
    while end > 0, self[end - 1] != UInt8(ascii: "\n") { end -= 1 }
    // The line before `end` is complete; it must not be blank.
    var last = end
    while last > 0, self[last - 1].isBlank { last -= 1 }
    guard last > 0 else { return 0 }
    while last < end, self[last] != UInt8(ascii: "\n") { last += 1 }
    return Swift.min(last + 1, end)
  }
}

// MARK: - Cells

extension Int64 {
  /// Parses digits, with an optional minus sign.
  ///
  /// `nil` for anything else, and for numbers of more than 18 digits.
  init?(digits: Span<UInt8>) {
    let isNegative = digits.count > 0 && digits[0] == UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    guard digits.count > start, digits.count <= start + 18 else { return nil }
    var value: Int64 = 0
    for index in start..<digits.count {
      let digit = digits[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value * 10 + Int64(digit)
    }
    self = isNegative ? -value : value
  }
}

extension Int64 {
  /// Parses a whole number as people write it: with separators of thousands, as in 1,500,000, 15,00,000, 1.500.000,
  /// 1 500 000 and 1'500'000, or with a fraction of zeros, as in 1500000.0.
  ///
  /// `nil` for anything else, and for numbers of more than 18 digits.
  ///
  /// - Parameters:
  ///   - text: The number.
  ///   - decimalMark: The mark before the fractions of other numbers beside it, if it is known. Where it stands once
  ///     before three digits, it may be either.
  init?(written text: String, besideDecimalMark decimalMark: Unicode.Scalar?) {
    let sign = text.hasPrefix("-") ? "-" : ""
    let scalars = text.unicodeScalars.dropFirst(sign.count)
    var groups = scalars.split(omittingEmptySubsequences: false) { !("0"..."9" ~= $0) }
      .map(String.init)
    var marks = Array(scalars.filter { !("0"..."9" ~= $0) })
    if !Self.areThousands(groups, marks), let mark = marks.popLast() {
      let fraction = groups.removeLast()
      guard mark == "." || mark == ",", mark == decimalMark ?? mark, !marks.contains(mark),
        !fraction.isEmpty, fraction.allSatisfy({ $0 == "0" })
      else { return nil }
    }
    guard marks.isEmpty || Self.areThousands(groups, marks),
      marks.count != 1 || marks.first != decimalMark
    else { return nil }
    self.init(digits: (sign + groups.joined()).utf8.span)
  }

  /// Whether digits stand in groups of thousands, or of thousands and hundreds as in India.
  private static func areThousands(_ groups: [String], _ marks: [Unicode.Scalar]) -> Bool {
    guard let mark = marks.first, separators.contains(mark), marks.allSatisfy({ $0 == mark }),
      let first = groups.first, let last = groups.last
    else { return false }
    return (1...3).contains(first.utf8.count) && last.utf8.count == 3
      && groups.dropFirst().dropLast().allSatisfy { (2...3).contains($0.utf8.count) }
  }

  /// Comma, point, apostrophes, and spaces: also those that break no line, and the thin one.
  private static let separators = Set(",.'’ \u{A0}\u{202F}\u{2009}".unicodeScalars)
}

extension Span<UInt8> {
  /// Whether this is a number with a comma instead of the point, as in German.
  var hasDecimalComma: Bool {
    let start = count > 0 && self[0] == UInt8(ascii: "-") ? 1 : 0
    var commas = 0
    for index in start..<count {
      if self[index] == UInt8(ascii: ",") {
        commas += 1
      } else if self[index] &- UInt8(ascii: "0") >= 10 {
        return false
      }
    }
    return commas == 1 && count > start + 1
  }

  /// Why a text is not a valid name; `nil` if it is valid.
  var invalidNameReason: String? {
    guard !isEmpty else { return "empty" }
    guard (try? UTF8Span(validating: self)) != nil else { return "not valid UTF-8" }
    var (index, isBlank) = (0, true)
    while index < count {
      let (scalar, length) = decodeScalar(at: index)
      switch scalar {
      case 0..<0x20, 0x7F..<0xA0:
        return "must have no control characters, got U+\(String(hexadecimal: scalar))"
      default: isBlank = isBlank && (scalar.isWhiteSpace || scalar.isInvisible)
      }
      index += length
    }
    return isBlank ? "must not be blank" : nil
  }
}

extension UInt32 {
  /// Whether this scalar is invisible: soft hyphen, joiners, direction marks, byte order mark.
  fileprivate var isInvisible: Bool {
    switch self {
    case 0xAD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}

extension String {
  /// A scalar as in the Unicode charts: at least four digits.
  fileprivate init(hexadecimal scalar: UInt32) {
    let digits = String(scalar, radix: 16, uppercase: true)
    self = String(repeating: "0", count: Swift.max(0, 4 - digits.count)) + digits
  }

  /// The text of `bytes` between quotation marks, shortened if it is long.
  init(quoting bytes: Span<UInt8>) {
    let shown = String(decoding: bytes.indices.prefix(40).map { bytes[$0] }, as: UTF8.self)
    self = bytes.count > 40 ? "\(shown.debugDescription)…" : shown.debugDescription
  }

  /// The text with one space for each run of line ends and tabs, and without white space at its ends.
  var singleLine: String {
    let bytes = utf8.span
    let range = bytes.trimmed(0..<bytes.count)
    guard range.count < bytes.count || utf8.contains(where: { $0 < 0x20 }) else { return self }
    var (text, isBreak) = ([UInt8](), false)
    for index in range {
      let byte = bytes[index]
      if byte.isEndOfLine || byte == UInt8(ascii: "\t") {
        if !isBreak { text.append(UInt8(ascii: " ")) }
        isBreak = true
      } else {
        text.append(byte)
        isBreak = false
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
