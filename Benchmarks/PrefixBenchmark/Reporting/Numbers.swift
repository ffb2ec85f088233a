extension BinaryInteger {
  /// The digits in groups of three, with commas between them.
  package var grouped: String {
    var text = ""
    for (index, digit) in String(magnitude).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return (self < 0 ? "-" : "") + String(text.reversed())
  }

  /// The number with its noun: "1 city", "2 cities".
  package func counted(_ singular: String, _ plural: String) -> String {
    "\(grouped) \(self == 1 ? singular : plural)"
  }
}

extension Double {
  /// The number with a fixed count of decimals; a dash if it has more digits than a `Double` can hold,
  /// as ratios of damaged figures may.
  package func rounded(decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    guard (self * scale).magnitude < 0x1p53 else { return "–" }
    let units = Int((self * scale).rounded())
    guard decimals > 0 else { return units.grouped }
    let fraction = String(Int(units.magnitude) % Int(scale))
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    let whole = (units.magnitude / UInt(scale)).grouped
    return "\(units < 0 ? "-" : "")\(whole).\(zeros)\(fraction)"
  }

  /// As a ratio: two decimals for small ones, thousands for large ones.
  var ratioText: String {
    switch self {
    case ..<10: rounded(decimals: 2)
    case ..<10_000: rounded(decimals: 0)
    default: "\((self / 1e3).rounded(decimals: 0))k"
    }
  }
}

extension Estimate {
  /// The median as whole nanoseconds; in another unit, which it names, where that would be long.
  var text: String {
    switch median {
    case ..<100_000: median.rounded(decimals: 0)
    case ..<1e6: "\((median / 1e3).rounded(decimals: 0)) µs"
    default: "\((median / 1e6).rounded(decimals: median < 1e7 ? 1 : 0)) ms"
    }
  }

  /// The distance of the farther end of the interval from the median, in percent of the median; empty for
  /// one process.
  var spreadText: String {
    guard count > 1, median > 0 else { return "" }
    return (max(high - median, median - low) / median * 100).rounded(decimals: 0)
  }
}

extension Figure {
  /// How the figures of a column are written.
  package struct Format: Sendable {
    package let text: @Sendable (Figure) -> String

    /// Nanoseconds, or a longer unit, which is named.
    static let time = Format { $0.estimate.text }
    /// How far the interval goes, in percent.
    static let spread = Format { $0.estimate.spreadText }

    /// In terms of a unit: milliseconds are `per(1e6)`.
    static func per(_ unit: Double, decimals: Int = 0) -> Format {
      Format { ($0.value / unit).rounded(decimals: decimals) }
    }

    /// As it is.
    package static func plain(decimals: Int = 0) -> Format { per(1, decimals: decimals) }
  }

  /// A value of this figure as text, where it stands alone.
  package func text(of value: Double) -> String {
    switch unit {
    case .nanoseconds where value >= 100_000: Estimate(processes: [value]).text
    case .checksum: UInt64(value).hexadecimal
    default: value.rounded(decimals: value == value.rounded() || value >= 1_000 ? 0 : 2)
    }
  }
}

extension Measure {
  /// The stage for a row of a table, as in "10 cities, read" or "locate, cold".
  var stageName: String {
    let count = limit.map { "\($0) " } ?? (stage == .locate ? "" : "all ")
    let best =
      switch order {
      case .name: ""
      case .population: "most populous"
      case .distance: "nearest"
      case .relevance: "best of all names"
      }
    let name =
      switch stage {
      case .rows: best.isEmpty ? "\(count)ids" : "ids of \(count)\(best)"
      case .locate: stage.rawValue
      case .loop: "search(for:), a loop over \(limit ?? 0)"
      case .cities, .ordered, .decorated, .existential:
        "\(count)\(!best.isEmpty ? best : limit == 1 ? "city" : "cities")"
      }
    let interface = stage == .decorated || stage == .existential ? stage.rawValue : nil
    return [name, interface ?? reading?.rawValue, caches == .cold ? caches.rawValue : nil]
      .compactMap(\.self).joined(separator: ", ")
  }
}

extension String {
  /// The words in lines of at most `width` characters, with new line breaks.
  package func wrapped(to width: Int = Table.width) -> String {
    var lines: [String] = []
    for word in split(whereSeparator: \.isWhitespace) {
      if let last = lines.last, last.count + word.count < width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n")
  }
}
