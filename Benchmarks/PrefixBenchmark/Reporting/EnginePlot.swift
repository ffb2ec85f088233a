import Foundation
package import PrefixMeasuring

/// The engines of a result as a picture: the bytes that each keeps against the time that it takes.
///
/// Two panels, one for locating and one for ten cities, with logarithms on both axes: equal distances are equal
/// ratios. The lower left corner is small and fast. Colors follow the scheme of the reader's screen, shapes tell the
/// engines of this package from others, and a title and a description say in words what is drawn.
package struct EnginePlot {
  /// A subject at its place.
  struct Point: Equatable {
    let name: String
    let role: SubjectRole
    let bytes: Double
    let nanoseconds: Double
  }

  struct Panel {
    let title: String
    let points: [Point]
  }

  let panels: [Panel]
  private let noun: String
  private let setting: String

  /// Takes the subjects whose bytes are known; a panel without any is left out.
  package init(_ record: RunRecord) {
    let data = record.header.data
    noun = data.noun
    func panel(_ title: String, _ measure: Measure) -> Panel {
      Panel(
        title: title,
        points: record.header.subjects.compactMap { subject in
          guard let bytes = record[subject.name, .structure]?.value, bytes > 0,
            let time = record.typical(subject.name, measure)?.value, time > 0
          else { return nil }
          return Point(
            name: subject.name, role: subject.role, bytes: bytes / Double(max(1, data.count)),
            nanoseconds: time)
        })
    }
    panels = [
      panel("locate", record.locate()),
      panel(data.isOfKeys ? "ten ids" : "ten cities", record.firstTen(record.mainWorkload)),
    ].filter { !$0.points.isEmpty }
    setting =
      "\(data.title), \(record.header.machine.processor), \(record.header.method.date.prefix(10))"
  }

  /// What is drawn, in words.
  package var description: String {
    panels.map { panel in
      let points = panel.points.sorted { $0.nanoseconds < $1.nanoseconds }.map {
        "\($0.name) \(Self.number($0.bytes)) bytes and \(Self.number($0.nanoseconds)) ns"
      }
      return "\(panel.title), the fastest first: \(points.joined(separator: "; "))."
    }.joined(separator: " ")
  }

  /// A document of SVG.
  package var svg: String {
    let width = Self.panelWidth * Double(panels.count)
    let drawn = panels.enumerated().map { number, panel in
      let shift = Self.panelWidth * Double(number)
      return "<g transform=\"translate(\(Self.place(shift)) 0)\">\n\(draw(panel))\n</g>"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.place(width)) \(Self.place(Self.height))" role="img" \
      aria-labelledby="title desc" font-family="system-ui, sans-serif" font-size="12">
      <title id="title">Bytes a \(noun) against time</title>
      <desc id="desc">\(Self.escaped(description)) \(Self.escaped(setting)).</desc>
      <style>
      .paper { fill: #ffffff; } text { fill: #1f2328; } .axis, .baseline { fill: #656d76; } .grid { stroke: #d0d7de; }
      .engine { fill: #0969da; } .program { fill: #bc4c00; }
      @media (prefers-color-scheme: dark) {
      .paper { fill: #0d1117; } text { fill: #e6edf3; } .axis, .baseline { fill: #9198a1; } .grid { stroke: #3d444d; }
      .engine { fill: #58a6ff; } .program { fill: #f0883e; }
      }
      </style>
      <rect class="paper" width="100%" height="100%"/>
      \(drawn.joined(separator: "\n"))
      </svg>

      """
  }

  // MARK: - Drawing

  private static let panelWidth = 440.0
  private static let height = 380.0
  private static let (left, right, top, bottom) = (56.0, 16.0, 40.0, 52.0)

  /// An axis from one number to another, which is drawn from a place to another.
  struct Axis {
    let range: ClosedRange<Double>
    let places: (Double, Double)

    /// The axis for numbers, with a tenth of its length free at both ends.
    init(of numbers: [Double], from start: Double, to end: Double) {
      let logarithms = numbers.map { log10($0) }
      let (low, high) = (logarithms.min() ?? 0, logarithms.max() ?? 0)
      let margin = max(0.15, (high - low) / 8)
      (range, places) = ((low - margin)...(high + margin), (start, end))
    }

    func place(_ number: Double) -> Double {
      let share = (log10(number) - range.lowerBound) / (range.upperBound - range.lowerBound)
      return places.0 + share * (places.1 - places.0)
    }

    /// The round numbers on the axis: 1, 2 and 5 times the powers of ten, or the powers alone if these are many.
    var ticks: [Double] {
      let powers = (Int(range.lowerBound.rounded(.down))...Int(range.upperBound.rounded(.up))).map {
        pow(10, Double($0))
      }
      let factors = range.upperBound - range.lowerBound > 2.5 ? [1.0] : [1.0, 2, 5]
      return powers.flatMap { power in factors.map { $0 * power } }
        .filter { range.contains(log10($0)) }
    }
  }

  private func draw(_ panel: Panel) -> String {
    let x = Axis(
      of: panel.points.map(\.bytes), from: Self.left, to: Self.panelWidth - Self.right)
    let y = Axis(
      of: panel.points.map(\.nanoseconds), from: Self.height - Self.bottom, to: Self.top)
    func text(_ x: Double, _ y: Double, _ text: String, _ attributes: String) -> String {
      "<text x=\"\(Self.place(x))\" y=\"\(Self.place(y))\" \(attributes)>\(Self.escaped(text))</text>"
    }
    func line(_ x: (Double, Double), _ y: (Double, Double)) -> String {
      "<line class=\"grid\" x1=\"\(Self.place(x.0))\" y1=\"\(Self.place(y.0))\" "
        + "x2=\"\(Self.place(x.1))\" y2=\"\(Self.place(y.1))\"/>"
    }
    var parts = [text(Self.left, 24, panel.title, "font-weight=\"600\" font-size=\"14\"")]
    for tick in x.ticks {
      let place = x.place(tick)
      parts.append(line((place, place), y.places))
      parts.append(
        text(place, y.places.0 + 18, Self.number(tick), "class=\"axis\" text-anchor=\"middle\""))
    }
    for tick in y.ticks {
      let place = y.place(tick)
      parts.append(line(x.places, (place, place)))
      parts.append(
        text(Self.left - 6, place + 4, Self.number(tick), "class=\"axis\" text-anchor=\"end\""))
    }
    parts.append(
      text(x.places.1, Self.height - 12, "bytes a \(noun)", "class=\"axis\" text-anchor=\"end\""))
    parts.append(text(Self.left - 6, 24, "ns", "class=\"axis\" text-anchor=\"end\""))
    let places = panel.points.map { (x: x.place($0.bytes), y: y.place($0.nanoseconds)) }
    return
      (parts
      + zip(panel.points, places).map { point, place in
        // A name stands beside its mark, or above it where another mark would be in its way.
        let isInTheWay = places.contains { other in
          other.x > place.x && other.x < place.x + Self.nameWidth && abs(other.y - place.y) < 10
        }
        let name: (x: Double, y: Double, anchor: String) =
          isInTheWay
          ? (place.x, place.y - 11, "middle")
          : place.x > x.places.1 - Self.nameWidth
            ? (place.x - 9, place.y + 4, "end") : (place.x + 9, place.y + 4, "start")
        return Self.mark(point.role, place.x, place.y)
          + text(name.x, name.y, point.name, "text-anchor=\"\(name.anchor)\"")
      }).joined(separator: "\n")
  }

  private static let nameWidth = 90.0

  /// A circle for an engine, a square for the baseline, a diamond for a program.
  private static func mark(_ role: SubjectRole, _ x: Double, _ y: Double) -> String {
    switch role {
    case .engine: "<circle class=\"engine\" cx=\"\(place(x))\" cy=\"\(place(y))\" r=\"5\"/>"
    case .baseline:
      "<rect class=\"baseline\" x=\"\(place(x - 4.5))\" y=\"\(place(y - 4.5))\" width=\"9\" height=\"9\"/>"
    case .program:
      "<path class=\"program\" d=\"M\(place(x)) \(place(y - 6)) l6 6 l-6 6 l-6 -6 z\"/>"
    }
  }

  private static func place(_ value: Double) -> String { ((value * 10).rounded() / 10).plain }

  private static func number(_ value: Double) -> String {
    value < 10 && value != value.rounded() ? value.rounded(decimals: 1) : value.rounded(decimals: 0)
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }
}
