import CitySearch

/// Times what follows the first ten matches: further ones, and the highlights of those found.
struct FoundMatches {
  let cities: CityIndex
  let texts: [String]
  private let expected: [Expected]

  /// The right answer to a text.
  private struct Expected {
    /// The digest of the matches after the first ten.
    let further: UInt64
    /// The sum of the lengths of the highlights of the first ten.
    let highlighted: Int
  }

  /// The position after the last match that is read.
  static let end = 100

  init(_ texts: [String], of cities: CityIndex, like reference: CityIndex) {
    (self.texts, self.cities) = (texts, cities)
    expected = texts.map { text in
      let matches = reference.search(for: text)
      return Expected(
        further: Call.digest(matches.page(10..<Self.end)),
        highlighted: Self.highlighted(matches.page(0..<10)))
    }
  }

  private static func highlighted(_ page: [CityMatch]) -> Int {
    page.reduce(0) { $0 + $1.highlight.length }
  }

  /// The times of one match, each the mean over the matches of a text.
  struct Times {
    var further = Samples()
    /// The number of further matches, and the time of all.
    var furtherCount = 0
    var furtherTime: UInt64 = 0
    var highlight = Samples()
    var highlightAgain = Samples()
  }

  /// Searches for every text in each round.
  func times(rounds: Int) throws -> Times {
    var times = Times()
    for _ in 0..<rounds {
      for (text, expected) in zip(texts, expected) {
        let matches = cities.search(for: text)
        let page = matches.page(0..<10)
        var start = MonotonicClock.now
        let highlighted = Self.highlighted(page)
        let first = MonotonicClock.elapsed(since: start)
        start = MonotonicClock.now
        blackHole(Self.highlighted(page))
        let again = MonotonicClock.elapsed(since: start)
        start = MonotonicClock.now
        let further = matches.page(10..<Self.end)
        let time = MonotonicClock.elapsed(since: start)
        guard highlighted == expected.highlighted, Call.digest(further) == expected.further else {
          throw BenchFailure(
            "The matches or highlights differ from those of sorted arrays: text \"\(text)\".")
        }
        if !page.isEmpty {
          times.highlight.append(first / UInt64(page.count))
          times.highlightAgain.append(again / UInt64(page.count))
        }
        if !further.isEmpty {
          times.further.append(time / UInt64(further.count))
          times.furtherCount += further.count
          times.furtherTime += time
        }
      }
    }
    return times
  }
}

// MARK: - Figures

extension FoundMatches {
  /// The figures of this number of rounds.
  func figures(rounds: Int) throws -> [Figure] {
    let times = try times(rounds: rounds)
    let (subject, statistics) = (CallFigures.subject, ["p50", "p99"])
    return times.further.figures(subject, .furtherMatch, statistics) + [
      Figure(
        Figure.Key(subject, .furtherMatch, statistic: "mean"), .nanoseconds,
        [Double(times.furtherTime) / Double(max(1, times.furtherCount))])
    ] + times.highlight.figures(subject, .highlight, statistics)
      + times.highlightAgain.figures(subject, .highlightAgain, statistics)
  }
}
