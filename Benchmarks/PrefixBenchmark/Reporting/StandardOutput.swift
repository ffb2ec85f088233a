import Foundation

/// Where a command prints its answers: what cannot be written is an error, not silence.
enum StandardOutput {
  /// Writes a text and a line feed at once: a program that asks line by line waits for each answer.
  ///
  /// - Throws: ``BenchFailure`` if they cannot be written, because a disk is full or the reader gone.
  static func print(_ text: String) throws {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data("\(text)\n".utf8))
    } catch {
      let reason = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
      throw BenchFailure("standard output cannot be written: \(reason.localizedDescription)")
    }
  }
}

extension StringProtocol {
  /// This text with tabs and line feeds shown as symbols, so that it stays one column of one line.
  var asColumn: String {
    // Few texts have one, and a search of bytes is cheap.
    guard utf8.contains(where: { $0 == 0x09 || $0 == 0x0A }) else { return String(self) }
    return mapScalars { $0 == "\t" || $0 == "\n" ? $0.picture : $0 }
  }

  /// This text without what a terminal would obey, with symbols in its place.
  ///
  /// These are control characters, and those that turn the direction of text.
  var withoutControls: String {
    mapScalars { scalar in
      switch scalar.value {
      case ..<0x20, 0x7F, 0x80..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069:
        scalar.picture
      default: scalar
      }
    }
  }

  private func mapScalars(_ transform: (Unicode.Scalar) -> Unicode.Scalar) -> String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars { text.append(transform(scalar)) }
    return String(text)
  }
}

extension Unicode.Scalar {
  /// The symbol of a control character, from the block "Control Pictures"; the replacement character
  /// for those that have none.
  fileprivate var picture: Unicode.Scalar {
    switch value {
    case ..<0x20: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    default: "\u{FFFD}"
    }
  }
}
