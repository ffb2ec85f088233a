import CitySearch

/// What a figure is about: which queries, how far they were answered, and under which conditions.
struct Measure: Codable, Hashable, Sendable {
  /// The name of the workload.
  var workload: String
  var stage: Stage
  var order: Order = .name
  /// The most matches asked for; absent for all of them, and where the stage has no limit.
  var limit: Int?
  var caches: Caches = .warm
  /// Whether mistakes are forgiven, in the search over all names; absent where only what was typed is
  /// found anyway.
  var typos: TypoTolerance?
  /// What is read of the matches; absent where each is made by itself, and its id and highlight are
  /// all that is read.
  var reading: Reading?

  /// How far a query is answered.
  ///
  /// Users pay for different stages, so each is timed on its own.
  enum Stage: String, Codable, CaseIterable, Sendable {
    /// From the text to the folded bytes; the same for every engine.
    case fold
    /// From the folded bytes to the number of matches.
    case locate
    /// From the folded bytes to the ids of the first matches, or of the most populous.
    case rows
    /// From the text to cities with names and highlights.
    case cities
    /// As `cities`, put into an order by `CityMatches.ordered`.
    case ordered
    /// As `cities`, through `SortedCitySearch`, with `await`.
    case decorated
    /// As `cities`, through `any CitySearchable`, with `await`.
    case existential
  }

  /// The order of the matches.
  enum Order: String, Codable, CaseIterable, Sendable {
    case name, population, distance
    /// The likeliest first, in the search over all names.
    case relevance
  }

  /// How much is read of a page of matches, which is made at once.
  ///
  /// A structure that puts work off until a match is read is fast only where nobody reads; so a
  /// page is measured in both ways.
  enum Reading: String, Codable, CaseIterable, Sendable {
    /// Nothing.
    case unread
    /// Every field of every match.
    case read
  }

  /// What the processor's caches hold when a query comes.
  enum Caches: String, Codable, CaseIterable, Sendable {
    /// What the queries before it left there.
    case warm
    /// A buffer larger than the last level, walked before every query.
    case cold
  }
}

extension Measure: CustomStringConvertible {
  /// For messages: "typed, cities, first 10, by population, cold caches".
  var description: String {
    var parts = [workload, stage.rawValue]
    if let limit {
      parts.append("first \(limit)")
    } else if stage != .fold, stage != .locate {
      parts.append("all")
    }
    if let reading { parts.append(reading.rawValue) }
    if order != .name { parts.append("by \(order.rawValue)") }
    if typos == .never { parts.append("as typed") }
    if caches == .cold { parts.append("cold caches") }
    return parts.joined(separator: ", ")
  }
}

extension Measure {
  /// What is measured instead where rows are keys and no cities: their ids; `nil` for what only cities
  /// and their names have.
  var overKeys: Measure? {
    switch stage {
    case .locate: self
    case .rows, .cities:
      order == .name ? Measure(workload: workload, stage: .rows, limit: limit, caches: caches) : nil
    case .fold, .ordered, .decorated, .existential: nil
    }
  }

  /// From the text to a page of ten cities with names and highlights.
  static func tenCities(
    _ workload: String, _ reading: Reading = .read, caches: Caches = .warm
  ) -> Measure {
    Measure(workload: workload, stage: .cities, limit: 10, caches: caches, reading: reading)
  }

  /// From the text to a page of the ten most populous cities.
  static func tenMostPopulous(_ workload: String, _ reading: Reading = .read) -> Measure {
    Measure(workload: workload, stage: .ordered, order: .population, limit: 10, reading: reading)
  }
}
