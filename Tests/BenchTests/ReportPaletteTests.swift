import Foundation
import SystemFiles
import TestSupport
import Testing

@testable import PrefixBenchmark

/// Colors as people see them: by CIEDE2000, through simulations of color blindness.
@Suite("The colors of the page") struct ReportPaletteTests {
  /// How a person sees, as a matrix over linear RGB.
  struct Vision: CustomTestStringConvertible {
    let testDescription: String
    let rows: [[Double]]

    static let all = [
      Vision(testDescription: "normal", rows: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
      // Machado, Oliveira and Fernandes 2009, severity 1.
      Vision(
        testDescription: "protanopia, Machado",
        rows: [
          [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
          [-0.003882, -0.048116, 1.051998],
        ]),
      Vision(
        testDescription: "deuteranopia, Machado",
        rows: [
          [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
          [-0.011820, 0.042940, 0.968881],
        ]),
      // Viénot, Brettel and Mollon 1999.
      Vision(
        testDescription: "protanopia, Viénot",
        rows: [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]]),
      Vision(
        testDescription: "deuteranopia, Viénot",
        rows: [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]]),
    ]
  }

  /// The colors of the style sheet for a light page, or for a dark one.
  private struct Palette {
    let page: String
    let series: [String]

    init(isDark: Bool) throws {
      let file = try ResourceBundle(ofTarget: "PrefixBenchmark").url(named: "Web/page.css")
      let blocks = try String(contentsOf: file, encoding: .utf8)
        .matches(of: /:root \{[^}]*--s0:[^}]*\}/).map(\.0)
      let block = try #require(blocks.count == 2 ? blocks[isDark ? 1 : 0] : nil)
      page = String(try #require(block.firstMatch(of: /--page: (#[0-9a-f]{6});/)).1)
      series = block.matches(of: /--s([0-9]+): (#[0-9a-f]{6});/).map { String($0.2) }
      #expect(block.matches(of: /--s([0-9]+):/).map { Int($0.1) } == Array(0..<series.count))
    }
  }

  @Test(arguments: Vision.all, [false, true])
  func `no two series look alike`(vision: Vision, isDark: Bool) throws {
    let colors = try Palette(isDark: isDark).series.map { hex in
      (hex: hex, lab: Self.lab(Self.apply(vision.rows, to: try Self.linear(hex))))
    }
    for (place, one) in colors.enumerated() {
      for other in colors[..<place] {
        let difference = Self.difference(one.lab, other.lab)
        #expect(difference >= 10, "\(one.hex) and \(other.hex): \(difference)")
      }
    }
  }

  @Test(arguments: [false, true])
  func `every series stands out from the page`(isDark: Bool) throws {
    func luminance(_ hex: String) throws -> Double {
      zip(try Self.linear(hex), [0.2126, 0.7152, 0.0722]).reduce(0) { $0 + $1.0 * $1.1 }
    }
    let palette = try Palette(isDark: isDark)
    let page = try luminance(palette.page)
    for hex in palette.series {
      let own = try luminance(hex)
      // What WCAG asks of graphics.
      #expect((max(page, own) + 0.05) / (min(page, own) + 0.05) >= 3, "\(hex)")
    }
  }

  @Test func `the style sheet has a color for each style, in both modes`() throws {
    let css = try String(
      contentsOf: try ResourceBundle(ofTarget: "PrefixBenchmark").url(named: "Web/page.css"),
      encoding: .utf8)
    for isDark in [false, true] {
      #expect(try Palette(isDark: isDark).series.count == SeriesStyle.colorCount + 1)
    }
    for place in 0...SeriesStyle.colorCount {
      #expect(css.contains(".s\(place) { --c: var(--s\(place)); }"))
    }
  }

  /// Pairs of Sharma, Wu and Dalal 2005.
  @Test(
    arguments: [
      ([50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425), ([50, 2.5, 0], [50, 0, -2.5], 4.3065),
      ([50, 2.5, 0], [73, 25, -18], 27.1492),
      ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
      ([2.0776, 0.0795, -1.1350], [0.9033, -0.0636, -0.5514], 0.9082),
      ([50, -1, 2], [50, 0, 0], 2.3669),
    ].named(by: \.0))
  func `differences are those of CIEDE2000`(example: Named<([Double], [Double], Double)>) {
    let (one, other, difference) = example.value
    #expect(abs(Self.difference(one, other) - difference) < 1e-4)
  }

  /// The parts of a color without the curve of screens.
  private static func linear(_ hex: String) throws -> [Double] {
    let number = try #require(Int(hex.dropFirst(), radix: 16))
    return [16, 8, 0].map { shift in
      let part = Double(number >> shift & 0xFF) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
  }

  private static func apply(_ rows: [[Double]], to color: [Double]) -> [Double] {
    rows.map { row in
      min(1, max(0, zip(row, color).reduce(0) { $0 + $1.0 * $1.1 }))
    }
  }

  /// CIE L*a*b* with white D65.
  private static func lab(_ linear: [Double]) -> [Double] {
    let rows = [
      [0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
      [0.0193339, 0.1191920, 0.9503041],
    ]
    let xyz = zip(apply(rows, to: linear), [0.95047, 1, 1.08883]).map { $0 / $1 }
    let f = xyz.map { $0 > 216.0 / 24_389 ? cbrt($0) : (24_389.0 / 27 * $0 + 16) / 116 }
    return [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])]
  }

  /// The difference of two colors by CIEDE2000.
  private static func difference(_ one: [Double], _ other: [Double]) -> Double {
    func angle(_ degrees: Double) -> Double { degrees * .pi / 180 }
    let chroma = (hypot(one[1], one[2]) + hypot(other[1], other[2])) / 2
    let stretch = 1 + 0.5 * (1 - sqrt(pow(chroma, 7) / (pow(chroma, 7) + pow(25, 7))))
    let (a1, a2) = (one[1] * stretch, other[1] * stretch)
    let (c1, c2) = (hypot(a1, one[2]), hypot(a2, other[2]))
    func hue(_ a: Double, _ b: Double) -> Double {
      let degrees = atan2(b, a) * 180 / .pi
      return degrees < 0 ? degrees + 360 : degrees
    }
    let (h1, h2) = (hue(a1, one[2]), hue(a2, other[2]))
    var turn = c1 * c2 == 0 ? 0 : h2 - h1
    if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
    let dh = 2 * sqrt(c1 * c2) * sin(angle(turn / 2))
    let (light, c) = ((one[0] + other[0]) / 2, (c1 + c2) / 2)
    var h = h1 + h2
    if c1 * c2 != 0 {
      if abs(h1 - h2) <= 180 { h /= 2 } else { h = h < 360 ? (h + 360) / 2 : (h - 360) / 2 }
    }
    let t =
      1 - 0.17 * cos(angle(h - 30)) + 0.24 * cos(angle(2 * h)) + 0.32 * cos(angle(3 * h + 6))
      - 0.2 * cos(angle(4 * h - 63))
    let sl = 1 + 0.015 * pow(light - 50, 2) / sqrt(20 + pow(light - 50, 2))
    let (sc, sh) = (1 + 0.045 * c, 1 + 0.015 * c * t)
    let rotation =
      -2 * sqrt(pow(c, 7) / (pow(c, 7) + pow(25, 7)))
      * sin(angle(60 * exp(-pow((h - 275) / 25, 2))))
    let (l, dc, hh) = ((other[0] - one[0]) / sl, (c2 - c1) / sc, dh / sh)
    return sqrt(l * l + dc * dc + hh * hh + rotation * dc * hh)
  }
}
