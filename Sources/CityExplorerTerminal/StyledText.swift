import CitySearch

/// A line of text on a terminal, whose parts have styles.
struct StyledText: Equatable {
  /// How a part looks.
  enum Style: Equatable {
    case plain
    /// The text in the field, and titles.
    case strong
    /// What matches the text in the field.
    case matched
    /// What says more of something.
    case faint
    /// A star.
    case star
    /// Something that a person should know.
    case warning
  }

  private(set) var parts: [Part] = []

  struct Part: Equatable {
    var text: String
    var style: Style
  }

  init() {}

  /// Creates a line of one part; symbols take the place of what would control the terminal.
  init(_ text: String, _ style: Style = .plain) { append(text, style) }

  mutating func append(_ text: String, _ style: Style = .plain) {
    guard !text.isEmpty else { return }
    parts.append(Part(text: text.withoutControls, style: style))
  }

  /// Appends a text some parts of which match.
  mutating func append(_ text: String, _ style: Style = .plain, matches: [HighlightRange]) {
    var end = text.startIndex
    for range in matches.compactMap({ $0.range(in: text) }) where range.lowerBound >= end {
      append(String(text[end..<range.lowerBound]), style)
      append(String(text[range]), .matched)
      end = range.upperBound
    }
    append(String(text[end...]), style)
  }

  static func + (one: StyledText, other: StyledText) -> StyledText {
    var sum = one
    sum.parts += other.parts
    return sum
  }
}

// MARK: - Width

extension StyledText {
  /// The columns that the line takes.
  var width: Int { parts.reduce(0) { $0 + $1.text.displayWidth } }

  /// As much of the line as goes into at least one column, with an ellipsis if something is missing.
  func truncated(to columns: Int) -> StyledText {
    guard width > columns else { return self }
    var (line, taken) = (StyledText(), 0)
    for part in parts {
      var text = ""
      for character in part.text {
        taken += character.displayWidth
        guard taken < columns else { break }
        text.append(character)
      }
      line.append(text, part.style)
      guard taken < columns else { break }
    }
    line.append("…", .faint)
    return line
  }

  /// This line with another one at the right end of a window, of which the left one gives way.
  func with(right: StyledText, columns: Int) -> StyledText {
    guard !right.parts.isEmpty else { return truncated(to: columns) }
    let left = truncated(to: max(1, columns - right.width - 1))
    let gap = max(1, columns - left.width - right.width)
    return (left + StyledText(String(repeating: " ", count: gap)) + right).truncated(to: columns)
  }
}

extension String {
  /// The columns that this text takes on a terminal.
  var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

  /// This text with symbols in place of the characters that control a terminal: control characters, and those
  /// that change the direction of text.
  var withoutControls: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.lazy.map { scalar in
          switch scalar.value {
          case ..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
          case 0x7F...0x9F, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: "\u{FFFD}"
          default: scalar
          }
        }))
  }
}

extension Character {
  /// The columns of this character: two for those of East Asia and for symbols (East Asian Width W and F, by
  /// Unicode's annex 11, in whole blocks).
  fileprivate var displayWidth: Int {
    guard let scalar = unicodeScalars.first else { return 0 }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF,
      0x20000...0x3FFFD:
      return 2
    default:
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format, .control: return 0
      default: return 1
      }
    }
  }
}

// MARK: - Writing

extension StyledText {
  /// The line as a terminal takes it, by ECMA-48; without colors, parts differ in weight only.
  func sequence(isColored: Bool) -> String {
    parts.map { part in
      guard let code = part.style.code(isColored: isColored) else { return part.text }
      return "\u{1B}[\(code)m\(part.text)\u{1B}[0m"
    }.joined()
  }

  /// The line as a file takes it, with matches in brackets.
  var plain: String {
    parts.map { $0.style == .matched ? "[\($0.text)]" : $0.text }.joined()
  }
}

extension StyledText.Style {
  /// The parameters of the sequence that sets this style; `nil` for none.
  fileprivate func code(isColored: Bool) -> String? {
    switch self {
    case .plain: nil
    case .strong: "1"
    case .matched: isColored ? "1;36" : "1"
    case .faint: "2"
    case .star: isColored ? "33" : nil
    case .warning: isColored ? "33" : "1"
    }
  }
}
