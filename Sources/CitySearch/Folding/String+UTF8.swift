// What texts are asked for, whole or by their bytes. What one file asks stands in that file.

extension String {
  /// The text of `bytes`, or `nil` if they are not UTF-8.
  package init?(validating bytes: Span<UInt8>) {
    guard let text = try? UTF8Span(validating: bytes) else { return nil }
    self.init(copying: text)
  }

  /// This text, or `nil` if it is empty.
  var ifNotEmpty: String? { isEmpty ? nil : self }

  /// The first code points of this text; all of it if it has no more than the limit.
  ///
  /// - Complexity: O(*k*), where *k* is the limit.
  package func prefix(codePoints limit: Int) -> String {
    // No text has more code points than bytes.
    utf8.count <= limit ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(limit)))
  }

  /// Whether there is a comma, which separates names and regions.
  var hasComma: Bool {
    let bytes = utf8.span
    for index in bytes.indices where bytes[index] == UInt8(ascii: ",") { return true }
    return false
  }

  /// Whether the UTF-8 bytes of this text sort before those of `other`.
  package func utf8Precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }

  /// The text with the letters of ASCII in capitals, which is all that codes have.
  package var inCapitals: String {
    String(decoding: utf8.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }, as: UTF8.self)
  }

  /// The text with each scalar in lower case, whatever its neighbors are.
  package var lowercasedByScalars: String {
    unicodeScalars.reduce(into: "") { $0 += $1.properties.lowercaseMapping }
  }
}
