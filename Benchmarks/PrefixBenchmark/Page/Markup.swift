/// A piece of a page: an element, a text, or the place of a plot, written as XHTML so that any XML parser
/// can check it.
indirect enum Markup: Sendable {
  case text(String)
  case element(String, KeyValuePairs<String, String>, [Markup])
  /// A figure that the script fills.
  case plot(Plot)
}

func tag(
  _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ content: [Markup] = []
) -> Markup {
  .element(name, attributes, content)
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
    case .plot(let plot): return tag("figure", ["id": plot.id]).html
    case .element(let name, let attributes, let content):
      let start = attributes.reduce("<\(name)") {
        "\($0) \($1.key)=\"\($1.value.escaped)\""
      }
      // Line breaks make the source readable.
      let isInline = ["b", "bdi", "small", "span", "strong", "svg", "td", "th", "use"].contains(
        name)
      return "\(start)>\(content.map(\.html).joined())</\(name)>\(isInline ? "" : "\n")"
    }
  }

  /// The plots of the piece, in order.
  var plots: [Plot] {
    switch self {
    case .text: []
    case .plot(let plot): [plot]
    case .element(_, _, let content): content.flatMap(\.plots)
    }
  }
}

extension String {
  /// The text with the special characters of XML escaped.
  var escaped: String {
    replacing(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"])
  }

  /// JSON that can stand in a script element: no parser of HTML, of XML or of scripts sees anything else in
  /// it than JSON.
  var escapedForScript: String {
    replacing([
      "&": "\\u0026", "<": "\\u003c", ">": "\\u003e", "\u{2028}": "\\u2028", "\u{2029}": "\\u2029",
    ])
  }

  /// The text with strings in the place of scalars.
  ///
  /// Scalars and not characters, because a quotation mark with an accent is another character, but ends an
  /// attribute. Also replaced are scalars that XML forbids, and those that set the direction of the text
  /// behind them: they could turn around a sentence with a name in it.
  private func replacing(_ signs: [Unicode.Scalar: String]) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar.value {
      case 0x9, 0xA, 0xD: text.unicodeScalars.append(scalar)
      case ..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE...0xFFFF:
        text += "\u{FFFD}"
      default: text += signs[scalar] ?? String(scalar)
      }
    }
  }
}
