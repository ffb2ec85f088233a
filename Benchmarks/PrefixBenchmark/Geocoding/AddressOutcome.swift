import CityGeocoding

/// The results for the addresses of a class.
struct AddressOutcome {
  /// The result for an address.
  enum Verdict: CaseIterable {
    /// The intended city.
    case right
    /// A city that has the same address.
    case sameAddress
    case other
    case noResult
  }

  private var counts: [Verdict: Int] = [:]
  private var times = Samples()
  private var confidence = 0.0
  private(set) var totalTime: UInt64 = 0

  /// Counts an address.
  mutating func add(_ verdict: Verdict, result: GeocodingResult?, time: UInt64) {
    counts[verdict, default: 0] += 1
    times.append(time)
    totalTime += time
    confidence += result?.confidence.score ?? 0
  }

  /// The cells of a table: number of addresses, percentages, mean confidence of those that were found,
  /// and times in microseconds.
  var cells: [String] {
    var times = times
    let found = times.count - counts[.noResult, default: 0]
    return [times.count.grouped]
      + Verdict.allCases.map {
        (Double(counts[$0, default: 0]) / Double(max(times.count, 1)) * 100).rounded(decimals: 2)
      }
      + [(confidence / Double(max(found, 1))).rounded(decimals: 2)]
      + [50, 99].map { (Double(times.percentile($0)) / 1_000).rounded(decimals: 1) }
  }
}
