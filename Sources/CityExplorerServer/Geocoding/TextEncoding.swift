#if Server
import CitySearch
import JSONText
import RemoteSearch

/// The encoding of a text in the body of a request.
enum TextEncoding: Sendable {
  case utf8
  /// Windows-1252, which is meant by ISO 8859-1 on the web, too.
  case latin1

  /// Creates an encoding.
  ///
  /// - Parameter charset: The parameter `charset` of a media type; `nil` for UTF-8.
  /// - Throws: ``ServiceError`` with the status 400 for another encoding.
  init(charset: String?) throws(ServiceError) {
    switch charset?.lowercased() {
    case nil, "utf-8", "utf8", "us-ascii": self = .utf8
    case "iso-8859-1", "latin1", "windows-1252", "cp1252": self = .latin1
    case let other?:
      throw .invalid(
        "The charset must be utf-8, iso-8859-1 or windows-1252, got '\(other.shortened)'.")
    }
  }

  /// The parameter `charset` of a media type, such as `text/csv; charset="utf-8"`; `nil` if it has none.
  static func charset(ofMediaType type: String) -> String? {
    for parameter in type.split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].filter({ $0 != " " }).lowercased() == "charset" else {
        continue
      }
      return parts[1].filter { $0 != " " && $0 != "\"" }
    }
    return nil
  }

  /// A text in UTF-8, without a byte order mark.
  ///
  /// - Throws: ``ServiceError`` with the status 400 if the text should be UTF-8 and is not.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  func utf8(_ bytes: [UInt8]) throws(ServiceError) -> [UInt8] {
    switch self {
    case .utf8:
      let start = bytes.starts(with: CellReader.byteOrderMark) ? 3 : 0
      guard String(validating: bytes[start...], as: UTF8.self) != nil else {
        throw .invalid(
          "The table is not UTF-8. If it is Latin-1, the media type must say so with the parameter "
            + "charset: text/csv; charset=windows-1252.")
      }
      return start == 0 ? bytes : Array(bytes[start...])
    case .latin1:
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count + bytes.count / 8)
      for byte in bytes {
        if byte < 0x80 {
          text.append(byte)
        } else if byte < 0xA0 {
          text.append(contentsOf: String(Self.windowsLetters[Int(byte - 0x80)]).utf8)
        } else {
          text.append(0xC0 | byte >> 6)
          text.append(0x80 | byte & 0x3F)
        }
      }
      return text
    }
  }

  /// What Windows has instead of the control characters 80 to 9F (hexadecimal); five of these are left.
  private static let windowsLetters = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}

extension String {
  /// At most 50 code points of the text, for a message.
  var shortened: String { prefix(codePoints: 50) }
}
#endif
