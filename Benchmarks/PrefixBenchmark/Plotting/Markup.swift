/// A piece of a page: an element or a text, written as XHTML so that any XML parser can check it.
indirect enum Markup: Sendable {
  case text(String)
  case element(String, KeyValuePairs<String, String>, [Markup])
  /// Text that no parser of HTML decodes: the content of `style`.
  case raw(String)
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
    case .raw(let text): return text
    case .element(let name, let attributes, let content):
      let start = attributes.reduce("<\(name)") {
        "\($0) \($1.key)=\"\($1.value.escaped.replacing("\"", with: "&quot;"))\""
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

/// The colors of series, one list for a light page and one for a dark page.
///
/// Any two colors of a list differ by at least 10 by CIEDE2000, also under protanopia and
/// deuteranopia, and each contrasts with the page; tests compute both.
struct Palette: Sendable {
  let page: String
  /// The baseline's color first, which is gray.
  let series: [String]

  static let light = Palette(
    page: "#ffffff",
    series: [
      "#566374", "#1562ec", "#a13701", "#6e28a3", "#019185", "#cd7b08", "#6a050f", "#0b92f8",
      "#681d50", "#35a06b", "#ae663c", "#00765f", "#0788a9", "#ab2549",
    ])

  static let dark = Palette(
    page: "#14171b",
    series: [
      "#a0abb9", "#6ea8ff", "#ff995a", "#9d7abd", "#56d6b4", "#df7586", "#be526b", "#60fdf6",
      "#97ff25", "#488213", "#a2f9b3", "#b805ed", "#0edefa", "#ed474d",
    ])

  /// The colors as variables of a style sheet.
  var variables: String {
    series.enumerated().reduce("--page: \(page);") { "\($0) --s\($1.offset): \($1.element);" }
  }

  /// The rules that give elements of a series its color.
  static var classes: String {
    light.series.indices.map { ".s\($0) { --c: var(--s\($0)); }" }.joined(separator: "\n")
  }
}

/// The style of a subject in every drawing of a page.
struct SeriesStyle: Sendable, Equatable {
  /// The place in the palette.
  let color: Int
  /// The role, which the shape of the mark shows without color.
  let role: SubjectRole
  /// Whether the mark is drawn as an outline: the subject answers another question.
  var isHollow = false

  var colorClass: String { "s\(color)" }

  /// The mark around a point: engines are round, the baseline square, rivals triangles.
  func marker(_ point: Point, radius: Double = 5) -> Markup {
    func polygon(_ corners: [(Double, Double)]) -> String {
      corners.map { Point(x: point.x + $0.0 * radius, y: point.y + $0.1 * radius) }.path + "Z"
    }
    let path =
      switch role {
      case .engine:
        "M\((point.x - radius).coordinate) \(point.y.coordinate)"
          + "a\(radius) \(radius) 0 1 0 \(2 * radius) 0a\(radius) \(radius) 0 1 0 \(-2 * radius) 0Z"
      case .baseline: polygon([(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)])
      case .rival: polygon([(0, -1.2), (1.1, 0.9), (-1.1, 0.9)])
      }
    return tag("path", ["class": "marker\(isHollow ? " hollow" : "") \(colorClass)", "d": path])
  }
}
