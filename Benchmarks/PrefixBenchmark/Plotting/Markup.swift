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

extension Markup: ExpressibleByStringInterpolation {
  init(stringLiteral text: String) { self = .text(text) }
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
    var output = ""
    write(to: &output)
    return output
  }

  /// Elements that have no content and, in HTML, no end tag.
  private static let voidElements: Set<String> = ["br", "col", "hr", "meta"]

  private func write(to output: inout String) {
    switch self {
    case .text(let text): output += text.escaped(quotes: false)
    case .raw(let text): output += text
    case .element(let name, let attributes, let content):
      output += "<\(name)"
      for attribute in attributes {
        output += " \(attribute.name)=\"\(attribute.value.escaped(quotes: true))\""
      }
      if Self.voidElements.contains(name) {
        output += "/>"
        return
      }
      output += ">"
      for piece in content { piece.write(to: &output) }
      output += "</\(name)>"
      if Self.lineElements.contains(name) { output += "\n" }
    }
  }

  /// Elements behind which a line ends, for people who read the source.
  private static let lineElements: Set<String> = [
    "title", "style", "head", "header", "section", "figure", "svg", "g", "tr", "thead", "tbody",
    "table", "p", "h1", "h2", "h3", "li", "ul", "ol", "dl", "dd", "div", "nav", "details", "footer",
  ]
}

extension String {
  /// The text with what has a meaning in XML replaced, and what XML forbids made visible.
  fileprivate func escaped(quotes: Bool) -> String {
    var output = ""
    output.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"" where quotes: output += "&quot;"
      case "\t", "\n", "\r": output.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        output.unicodeScalars.append("\u{FFFD}")
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}

extension Double {
  /// A coordinate in a drawing, to a tenth of a unit.
  var coordinate: String {
    let tenths = Int((self * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest)"
  }
}
