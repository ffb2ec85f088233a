/// The candidates for a recommendation: every engine, the baseline, and the fastest rival that answers
/// the same question.
struct Choice: Sendable {
  let candidates: [Candidate]
  /// The smallest of the candidates that are as fast as the fastest: within ``nearness``, or with an
  /// interval that overlaps.
  let pick: Candidate
  /// The others that are as fast.
  let asFast: [Candidate]

  struct Candidate: Sendable {
    let name: String
    /// The time for ten cities, or ids.
    let ten: Figure
    let bytes: Figure?
    let build: Figure?

    /// The memory by which candidates are compared; unknown memory ranks last.
    fileprivate var size: Double { bytes?.value ?? .infinity }
  }

  /// The factor up to which two candidates count as equally fast, since users do not notice it.
  static let nearness = 1.1

  /// `nil` if the run lacks the figures for a choice.
  init?(_ run: PageRun) {
    func candidates(_ isWanted: (SubjectRole) -> Bool) -> [Candidate] {
      run.record.comparable.filter { isWanted($0.role) }.compactMap { subject in
        run.record.typical(subject.name, run.ten()).map {
          Candidate(
            name: subject.name, ten: $0, bytes: run.bytesPerRow(subject.name),
            build: run.record[subject.name, .build])
        }
      }
    }
    let rival = candidates { $0 == .rival }.min { $0.ten.value < $1.ten.value }
    let all = candidates { $0 != .rival } + (rival.map { [$0] } ?? [])
    self.candidates = all
    guard let fastest = all.map(\.ten).min(by: { $0.value < $1.value }) else { return nil }
    let near = all.filter {
      $0.ten.value <= Self.nearness * fastest.value
        || $0.ten.estimate.low <= fastest.estimate.high
    }
    guard let pick = near.min(by: { ($0.size, $0.ten.value) < ($1.size, $1.ten.value) }) else {
      return nil
    }
    self.pick = pick
    asFast = near.filter { $0.name != pick.name }
  }

  /// The choice in sentences, with the nouns for ten results and for a row.
  func sentences(ten: String, noun: String) -> [String] {
    let parts = [
      "\(ten) in \(pick.ten.brief)", pick.bytes.map { "\($0.brief) of memory for each \(noun)" },
      pick.build.map { "built in \($0.brief)" },
    ]
    var sentences = ["Take \(pick.name): \(parts.compactMap { $0 }.joined(separator: ", "))."]
    let sizes = asFast.map { $0.size / pick.size }.filter(\.isFinite)
    if let least = sizes.min(), let most = sizes.max() {
      let factor = least == most ? most.factor : "\(least.factor) to \(most.factor)"
      sentences.append(
        "\(asFast.map(\.name).listed) \(asFast.count == 1 ? "is" : "are") as fast within "
          + "\(Int((Self.nearness * 100 - 100).rounded())) % or the intervals, but "
          + "\(asFast.count == 1 ? "takes" : "take") \(factor) the memory.")
    } else if asFast.isEmpty,
      let next = candidates.filter({ $0.name != pick.name })
        .min(by: { $0.ten.value < $1.ten.value })
    {
      sentences.append(
        "The next, \(next.name), takes \((next.ten.value / pick.ten.value).factor) the time.")
    }
    return sentences
      + [
        better("building", \.build, price: \.bytes, "the memory", ten),
        better("memory", \.bytes, price: \.build, "the time to build", ten),
      ].compactMap { $0 }
  }

  /// The candidate that is better in one figure by half or more, and its price.
  private func better(
    _ what: String, _ figure: (Candidate) -> Figure?, price: (Candidate) -> Figure?,
    _ noun: String, _ ten: String
  ) -> String? {
    let measured = candidates.compactMap { candidate in
      figure(candidate).flatMap { $0.value > 0 ? (candidate, $0) : nil }
    }
    guard let (best, least) = measured.min(by: { $0.1.value < $1.1.value }),
      let own = figure(pick), own.value > 1.5 * least.value
    else { return nil }
    let prices = [(best.ten, pick.ten, "the time for \(ten)"), (price(best), price(pick), noun)]
      .compactMap { its, own, noun -> String? in
        guard let its, let own, own.value > 0, its.value > 1.05 * own.value else { return nil }
        return "\((its.value / own.value).factor) \(noun)"
      }
    let words = prices.isEmpty ? "" : ", but \(prices.listed)"
    return "If \(what) counts more: \(best.name), \(least.brief)\(words)."
  }
}

extension [String] {
  /// The words as a list in a sentence: "a, b and c".
  var listed: String {
    count < 2 ? first ?? "" : "\(dropLast().joined(separator: ", ")) and \(last ?? "")"
  }
}
