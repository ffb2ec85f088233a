import Foundation

/// What a figure counts, and how it is written for people: three digits and a unit.
enum Quantity: Sendable {
  /// Nanoseconds.
  case time
  /// Bytes, in powers of 1,000.
  case bytes
  /// Things.
  case count
  /// Things in a second.
  case rate
  /// A factor.
  case ratio

  /// Writes a figure, such as "1.25 µs".
  func text(_ value: Double) -> String {
    switch self {
    case .time: Self.scaled(value, ["ns", "µs", "ms", "s"])
    case .bytes: Self.scaled(value, ["B", "kB", "MB", "GB"])
    case .count: Self.scaled(value, ["", "k", "M", "G"])
    case .rate: Self.scaled(value, ["/s", "k/s", "M/s", "G/s"])
    case .ratio: "×\(Self.digits(value))"
    }
  }

  private static func scaled(_ value: Double, _ units: [String]) -> String {
    var (value, unit) = (value, 0)
    // 999.6 would be written as 1,000.
    while abs(value) >= 999.5, unit < units.count - 1 { (value, unit) = (value / 1_000, unit + 1) }
    // A space that does not break, and is none where there is no unit.
    return units[unit].isEmpty ? digits(value) : "\(digits(value))\u{A0}\(units[unit])"
  }

  /// A number with three digits, but with all that stand before the point.
  private static func digits(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    let size = abs(value)
    let decimals = size >= 99.95 || size == 0 ? 0 : size >= 9.995 ? 1 : 2
    guard size < 1e15 else { return String(value) }
    let text = value.rounded(decimals: decimals)
    guard text.contains(".") else { return text }
    // Zeros at the end say nothing here: 50.0 ns is 50 ns.
    var trimmed = Substring(text)
    while trimmed.last == "0" { trimmed.removeLast() }
    if trimmed.last == "." { trimmed.removeLast() }
    return String(trimmed)
  }
}
