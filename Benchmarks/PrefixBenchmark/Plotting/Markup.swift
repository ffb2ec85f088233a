/// A piece of a page: an element or a text, written as XHTML so that any XML parser can check it.
indirect enum Markup: Sendable, Equatable {
  case text(String)
  case element(String, [Attribute], [Markup])
  /// Text that no parser of HTML decodes: the content of `style`.
  case raw(String)

  struct Attribute: Sendable, Equatable {
    let name: String
    let value: String
  }
}

/// Makes an element.
func tag(
  _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ content: [Markup] = []
) -> Markup {
  .element(name, attributes.map { .init(name: $0.key, value: $0.value) }, content)
}

/// Makes an element around a text.
func tag(
  _ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String
) -> Markup {
  tag(name, attributes, [.text(text)])
}

extension Markup {
  /// The characters of the piece.
  var html: String {
    switch self {
    case .text(let text): return text.escaped
    case .raw(let text): return text
    case .element(let name, let attributes, let content):
      let start = attributes.reduce("<\(name)") {
        "\($0) \($1.name)=\"\($1.value.escaped.replacing("\"", with: "&quot;"))\""
      }
      // Both parsers take these, which have no content, without an end tag.
      if ["meta", "path", "rect"].contains(name) { return start + "/>" }
      // Line breaks make the source readable.
      let isInline = ["a", "b", "small", "span", "strong", "td", "text", "th"].contains(name)
      return "\(start)>\(content.map(\.html).joined())</\(name)>\(isInline ? "" : "\n")"
    }
  }
}

extension String {
  /// The text with the special characters of XML escaped, and those that XML forbids replaced.
  fileprivate var escaped: String {
    var output = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\t", "\n", "\r": output.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        output.unicodeScalars.append("\u{FFFD}")
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}
