import Foundation

/// A map from figures to places along an axis.
struct Scale: Equatable, Sendable {
  enum Kind: Sendable {
    case linear
    /// Equal ratios are equal distances. Figures must be positive.
    case logarithmic
  }

  let kind: Kind
  let domain: ClosedRange<Double>
  /// Where the ends of the domain lie in the drawing; the second may be the smaller.
  var start = 0.0
  var end = 1.0

  /// The place of a figure; figures outside the domain lie at its ends.
  func callAsFunction(_ value: Double) -> Double {
    let value = min(max(value, domain.lowerBound), domain.upperBound)
    let (low, high) = (transformed(domain.lowerBound), transformed(domain.upperBound))
    guard high > low else { return (start + end) / 2 }
    return start + (end - start) * (transformed(value) - low) / (high - low)
  }

  private func transformed(_ value: Double) -> Double { kind == .linear ? value : log10(value) }
}

extension Scale {
  /// A logarithmic scale that holds all figures, with ends at 1, 2 or 5 times a power of ten.
  ///
  /// Figures that are not positive have no place on it and are ignored.
  static func logarithmic(holding values: some Sequence<Double>) -> Scale {
    let values = values.filter { $0 > 0 && $0.isFinite }
    guard let least = values.min(), let most = values.max() else {
      return Scale(kind: .logarithmic, domain: 1...10)
    }
    // A little room, so that no mark lies on the frame.
    let lower = roundDown(least / 1.4)
    let upper = roundUp(most * 1.4)
    return Scale(kind: .logarithmic, domain: lower...max(upper, lower * 10))
  }

  /// The largest of 1, 2 and 5 times a power of ten that is not above `value`.
  static func roundDown(_ value: Double) -> Double {
    let power = pow(10, floor(log10(value)))
    // The quotient of a power by itself may lie just below 1.
    let steps = [5.0, 2, 1].filter { $0 * power <= value * (1 + 1e-12) }
    return (steps.first ?? 1) * power
  }

  /// The smallest of 1, 2 and 5 times a power of ten that is not below `value`.
  static func roundUp(_ value: Double) -> Double {
    let power = pow(10, floor(log10(value)))
    let steps = [1.0, 2, 5, 10].filter { $0 * power >= value * (1 - 1e-12) }
    return (steps.first ?? 10) * power
  }
}

/// A mark on an axis.
struct Tick: Equatable, Sendable {
  let value: Double
  /// Whether it has a label and a line through the plot.
  let isMajor: Bool
}

extension Scale {
  /// The marks on a logarithmic axis: every whole multiple of a power of ten.
  ///
  /// The powers of ten are major; on a short axis, 2 and 5 times them, too; on a long one only every
  /// second, third and so on, until there are no more than `limit`.
  func logarithmicTicks(limit: Int = 8) -> [Tick] {
    let exponents =
      Int(
        floor(log10(domain.lowerBound) + 1e-9))...Int(
        ceil(log10(domain.upperBound) - 1e-9))
    let decades = log10(domain.upperBound / domain.lowerBound)
    let labelsBetween: Set<Double> = decades < 2.2 && limit > 4 ? [1, 2, 5] : [1]
    let stride = max(1, Int((decades / Double(limit)).rounded(.up)))
    return exponents.flatMap { exponent in
      (1...9).map { Double($0) }.compactMap { factor -> Tick? in
        let value = factor * pow(10, Double(exponent))
        guard value >= domain.lowerBound * (1 - 1e-9), value <= domain.upperBound * (1 + 1e-9)
        else { return nil }
        let isMajor = labelsBetween.contains(factor) && exponent.isMultiple(of: stride)
        return Tick(value: value, isMajor: isMajor)
      }
    }
  }
}
