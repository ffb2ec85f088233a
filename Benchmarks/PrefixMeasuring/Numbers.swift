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
  package var ratioText: String {
    switch self {
    case ..<10: rounded(decimals: 2)
    case ..<10_000: rounded(decimals: 0)
    default: "\((self / 1e3).rounded(decimals: 0))k"
    }
  }
}

extension Estimate {
  /// The median as whole nanoseconds; in another unit, which it names, where that would be long.
  package var text: String {
    switch median {
    case ..<100_000: median.rounded(decimals: 0)
    case ..<1e6: "\((median / 1e3).rounded(decimals: 0)) µs"
    default: "\((median / 1e6).rounded(decimals: median < 1e7 ? 1 : 0)) ms"
    }
  }

  /// The distance of the farther end of the interval from the median, in percent of the median; empty for
  /// one process.
  package var spreadText: String {
    guard count > 1, median > 0 else { return "" }
    return (max(high - median, median - low) / median * 100).rounded(decimals: 0)
  }
}

extension Figure {
  /// How the figures of a column are written.
  package struct Format: Sendable {
    package let text: @Sendable (Figure) -> String

    /// Nanoseconds, or a longer unit, which is named.
    package static let time = Format { $0.estimate.text }
    /// How far the interval goes, in percent.
    package static let spread = Format { $0.estimate.spreadText }

    /// In terms of a unit: milliseconds are `per(1e6)`.
    package static func per(_ unit: Double, decimals: Int = 0) -> Format {
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
  package var stageName: String {
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

/// The most characters of a line on a terminal of 80 columns, since some wrap a full line.
package let terminalWidth = 79

extension String {
  /// The words in lines of at most `width` characters, with new line breaks.
  package func wrapped(to width: Int = terminalWidth) -> String {
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

extension Sequence where Element: Hashable {
  /// The first element that appeared before.
  package var firstRepeated: Element? {
    var seen: Set<Element> = []
    return first { !seen.insert($0).inserted }
  }

  /// The elements without repetitions, in the order in which they appear first.
  package func uniqued() -> [Element] { uniqued(on: \.self) }
}

extension Sequence {
  /// The elements without those whose key appeared before.
  package func uniqued(on key: (Element) -> some Hashable) -> [Element] {
    var seen: Set<AnyHashable> = []
    return filter { seen.insert(key($0)).inserted }
  }

  /// The elements in groups of equal keys, in the order in which the keys appear first.
  package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])]
  {
    let groups = Dictionary(grouping: self, by: key)
    return map(key).uniqued().map { ($0, groups[$0] ?? []) }
  }
}

extension RandomAccessCollection {
  /// The first index whose element fulfils a condition that all elements from some index on fulfil, and no other does.
  ///
  /// - Complexity: O(log *n*) calls of the condition.
  package func partitioningIndex(where isAfter: (Element) throws -> Bool) rethrows -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if try isAfter(self[middle]) {
        count = half
      } else {
        (low, count) = (index(after: middle), count - half - 1)
      }
    }
    return low
  }
}

extension Collection where Index == Int {
  /// The distance between about `count` evenly spaced elements.
  ///
  /// It is odd, because typing sessions repeat about every eight queries.
  package func step(to count: Int) -> Int { Swift.max(1, self.count / Swift.max(1, count)) | 1 }

  /// About `count` evenly spaced elements.
  package func spread(to count: Int) -> [Element] {
    stride(from: startIndex, to: endIndex, by: step(to: count)).map { self[$0] }
  }
}
