import Algorithms

/// A row about all calls, or about the slowest of some.
struct CallSummary {
  var name: String
  var median: Figure?
  var percentile: Figure?
  var worst: Figure?
  var isRatio = false
  /// The name of the call that figures are of; of several, one for each.
  var call: String?
}

extension RunRecord {
  /// The texts that calls were made with, in order.
  var callTexts: [String] {
    let prefix = CallRow.all(texts: [""])[0].name
    return figures.rows.filter { $0.key.quantity == .callAny }.map(\.key.subject)
      .filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }.uniqued()
      .map { $0 }
  }

  /// The ratio of the time of calls to that in which the baseline locates the main workload in the same
  /// processes.
  func callTimeInBaselines(_ figure: Figure) -> Double? {
    typical(Self.baselineBesideCalls, locate())
      .flatMap { figure.ratio(to: $0, processByProcess: true) }
  }

  /// The rows about all calls.
  var callSummary: [CallSummary] {
    func together(_ quantity: Figure.Quantity) -> CallSummary {
      CallSummary(
        name: quantity.rawValue, median: self[CallFigures.subject, quantity, statistic: "p50"],
        percentile: self[CallFigures.subject, quantity, statistic: "p99"])
    }
    func once(_ quantity: Figure.Quantity) -> CallSummary {
      CallSummary(
        name: "\(quantity.rawValue), once", worst: self[CallFigures.subject, quantity])
    }
    let mean = self[CallFigures.subject, .furtherMatch, statistic: "mean"]
    return [slowestCall]
      + [Measure.Order.population, .name, .distance].map(tenInOrder) + [
        limitRatio, together(.furtherMatch),
        CallSummary(name: "\(Figure.Quantity.furtherMatch.rawValue), mean", median: mean),
        together(.highlight), together(.highlightAgain),
      ] + [.firstSearchByDistance, .firstSearchByPopulation, .nearestCities].map(once)
  }

  /// The slowest call by each statistic; the processes may have found different ones.
  private var slowestCall: CallSummary {
    func figures(of quantity: Figure.Quantity, _ statistic: String = "total") -> [Figure] {
      self.figures.rows.filter { $0.key.quantity == quantity && $0.key.statistic == statistic }
    }
    let median = figures(of: .greatestMedian).max { $0.value < $1.value }
    let percentile = figures(of: .callAny, "p99").max { $0.value < $1.value }
    let worst = figures(of: .greatestTime).map(\.ofSlowestProcess)
      .max { $0.value < $1.value }
    let calls = [("p50", median), ("p99", percentile), ("worst", worst)].compactMap {
      statistic, figure in figure.map { "\($0.key.subject) (\(statistic))" }
    }
    return CallSummary(
      name: "slowest call", median: median, percentile: percentile, worst: worst,
      call: calls.joined(separator: "; "))
  }

  /// The row of the slowest text of three letters or more, with ten matches read in an order.
  private func tenInOrder(_ order: Measure.Order) -> CallSummary {
    let quantity = Figure.Quantity.callTenRead
    let rows = CallRow.all(texts: CallText.ofThreeLetters).filter { $0.order == order }
    let times = rows.compactMap { row in
      self[row.name, quantity, statistic: "p50"].map { (row: row, figure: $0) }
    }
    let slowest = times.max { $0.figure.value < $1.figure.value }
    return CallSummary(
      name: "ten by \(order.rawValue)", median: slowest?.figure,
      percentile: slowest.flatMap { self[$0.row.name, quantity, statistic: "p99"] },
      call: slowest?.row.name)
  }

  /// The greatest ratio of ten matches without a limit to those with a limit of ten, over texts of one
  /// word.
  private var limitRatio: CallSummary {
    func figure(_ row: CallRow, _ quantity: Figure.Quantity) -> Figure? {
      self[row.name, quantity, statistic: "p50"]
    }
    let ratios = CallRow.all(texts: CallText.ofOneWord).compactMap { row in
      figure(row, .callTenRead).flatMap { free in
        figure(row, .callLimitTen).flatMap { free.ratio(to: $0, processByProcess: true) }
      }.map { (row: row, ratio: $0) }
    }
    let greatest = ratios.max { $0.ratio < $1.ratio }
    let key = Figure.Key(CallFigures.subject, .limitRatio)
    return CallSummary(
      name: "no limit / limit 10", median: greatest.map { Figure(key, .count, [$0.ratio]) },
      isRatio: true, call: greatest?.row.name)
  }
}

extension Figure {
  /// The greatest value of all processes, for a limit that no process may exceed.
  var ofSlowestProcess: Figure { Figure(key, unit, [processes.max() ?? 0]) }
}
