/// One figure of two results, side by side.
struct ComparedFigure: Equatable {
  let subject: String
  /// What it is a figure of, as a phrase.
  let name: String
  let kind: Kind
  let baseline: Double
  let current: Double
  /// How much it may grow, as a factor.
  let allowedGrowth: Double

  enum Kind {
    /// Depends on nothing but code and data.
    case exact
    /// Instructions a query: exact, but for what another layout of memory makes of them.
    case instructions
  }

  enum Verdict: String {
    case better, equal, worse
  }

  /// The current figure in terms of that of the baseline.
  var ratio: Double { current.growth(from: baseline) }

  /// Whether so much was gained that a baseline which does not know of it guards nothing.
  var isRemarkablyBetter: Bool {
    kind == .instructions && ratio < 1 - InstructionsResult.remarkableGain
  }

  /// Whether the figure grew by more than is allowed, or shrank by as much.
  var verdict: Verdict {
    // What rounding adds to a mean is no growth.
    if current > baseline * allowedGrowth + 1e-9 { return .worse }
    return current * allowedGrowth + 1e-9 < baseline ? .better : .equal
  }
}
