import CitySearch

/// A documented way to ask for matches and to read them, with the right answers.
struct Call: Sendable {
  /// Unique among all calls.
  let name: String
  let text: CallText
  /// The digest of the right answer to each of the texts.
  let answers: [UInt64]
  let kind: Kind
  let body: Body

  /// How much of the data a call may read.
  ///
  /// Each kind is timed apart, since a call that reads much leaves little in the caches for the next one.
  enum Kind: CaseIterable, Sendable {
    /// Without a filter.
    case plain
    case filtered
    /// A page far behind the first.
    case far
  }

  /// What is timed: searches for a text, reads matches, and returns the digest of their ids.
  enum Body: Sendable {
    case immediate(@Sendable (CityIndex, String) -> UInt64)
    /// Through a decorator, with `await`.
    case awaiting(@Sendable (CityIndex, String) async throws -> UInt64)
  }

  /// Makes a call and checks its answer.
  ///
  /// - Parameters:
  ///   - number: The number of the text, counted from any of the texts; after the last one follows the
  ///     first.
  ///   - cities: The cities that are searched.
  /// - Returns: The time of the call in nanoseconds.
  /// - Throws: ``BenchFailure`` if the answer is wrong.
  func time(_ number: Int, of cities: CityIndex) async throws -> UInt64 {
    let index = number % text.texts.count
    let text = text.texts[index]
    let (answer, time): (UInt64, UInt64)
    switch body {
    case .immediate(let call):
      let start = MonotonicClock.now
      answer = call(cities, text)
      time = MonotonicClock.elapsed(since: start)
    case .awaiting(let call):
      let start = MonotonicClock.now
      answer = try await call(cities, text)
      time = MonotonicClock.elapsed(since: start)
    }
    guard answer == answers[index] else {
      throw BenchFailure(
        "The answer of a call differs from that of sorted arrays: \(name), text \"\(text)\".")
    }
    return time
  }
}

// MARK: - Digests

extension Call {
  /// The digest of the ids of matches.
  @inline(__always)
  static func digest(_ matches: some Sequence<CityMatch>) -> UInt64 {
    var digest = AnswerDigest()
    for match in matches {
      // The whole match must be made, even if its id alone is read.
      blackHole(match)
      digest.add(id: match.city.id)
    }
    return digest.value
  }

  @inline(__always)
  static func digest(_ match: CityMatch?) -> UInt64 { digest(match.map { [$0] } ?? []) }
}

/// The right answers, by a search with another engine than the measured one.
///
/// Calls that differ only in their limit, or in how much is read, share a search.
struct CallAnswers {
  /// The search that is known to be right.
  let reference: CityIndex
  private var known: [SearchQuery: [City.ID]] = [:]

  /// The most matches from the first on that calls read, except for pages far behind.
  private static let readCount = 10

  init(_ reference: CityIndex) { self.reference = reference }

  /// The digest of the ids of matches.
  ///
  /// - Parameters:
  ///   - query: The query, whose limit is that of the answer.
  ///   - positions: The matches that are read.
  /// - Returns: The digest that a right answer has.
  mutating func digest(of query: SearchQuery, reading positions: Range<Int>) -> UInt64 {
    var digest = AnswerDigest()
    for id in ids(query, positions) { digest.add(id: id) }
    return digest.value
  }

  private mutating func ids(_ query: SearchQuery, _ positions: Range<Int>) -> ArraySlice<City.ID> {
    guard positions.upperBound <= Self.readCount else {
      return reference.search(query).page(positions).map(\.city.id)[...]
    }
    if known[query] == nil {
      known[query] = reference.search(query).page(0..<Self.readCount).map(\.city.id)
    }
    let ids = known[query] ?? []
    return ids[positions.clamped(to: ids.indices)]
  }
}
