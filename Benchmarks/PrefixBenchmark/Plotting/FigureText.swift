extension Figure {
  /// The figure for people in three digits, such as "1.25 µs".
  var brief: String { unit.text(value) }
}

extension Figure.Unit {
  /// Writes a figure for people: three digits and a unit, by powers of 1,000.
  func text(_ value: Double) -> String {
    switch self {
    case .nanoseconds: Self.scaled(value, ["ns", "µs", "ms", "s"])
    case .bytes: Self.scaled(value, ["B", "kB", "MB", "GB"])
    case .count where (999.5..<1e6).contains(abs(value)): value.rounded(decimals: 0)
    case .count: Self.scaled(value, ["", "k", "M", "G"])
    case .perSecond: Self.scaled(value, ["/s", "k/s", "M/s", "G/s"])
    case .checksum: String(UInt64(value), radix: 16)
    }
  }

  private static func scaled(_ value: Double, _ units: [String]) -> String {
    var (value, unit) = (value, 0)
    // 999.6 would be written as 1,000.
    while abs(value) >= 999.5, unit < units.count - 1 { (value, unit) = (value / 1_000, unit + 1) }
    // A non-breaking space, except where there is no unit.
    return units[unit].isEmpty ? value.threeDigits : "\(value.threeDigits)\u{A0}\(units[unit])"
  }
}

extension Double {
  /// A factor for people, such as "×1.25".
  var factor: String { isFinite ? "×\(threeDigits)" : "×∞" }

  /// A number with three digits, but with all that stand before the point.
  fileprivate var threeDigits: String {
    let text = rounded(decimals: abs(self) >= 99.95 || self == 0 ? 0 : abs(self) >= 9.995 ? 1 : 2)
    guard text.contains(".") else { return text }
    // Zeros at the end say nothing here: 50.0 ns is 50 ns.
    return String(text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed())
  }
}

extension Collection<Double> {
  /// The largest figure before the first gap, if most lie before it; `nil` if there is no gap, which
  /// is a factor between two neighbors in order.
  func last(before gap: Double) -> Double? {
    let sorted = filter { $0 > 0 }.sorted()
    return zip(sorted, sorted.dropFirst()).enumerated().first { index, pair in
      2 * (index + 1) > sorted.count && pair.1 > gap * pair.0
    }?.element.0
  }
}
