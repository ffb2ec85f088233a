package import CitySearch

/// The queries of a figure, how far they were answered, and under which conditions.
package struct Measure: Codable, Hashable, Sendable {
  var workload: String
  package var stage: Stage
  package var order: Order = .name
  /// The most matches asked for; absent for all of them, and where the stage has no limit.
  package var limit: Int?
  package var caches: Caches = .warm
  /// Whether mistakes are corrected, in the search over all names; absent for searches that never do.
  var typos: TypoTolerance?
  /// The part of a page of matches that is read; absent where matches are made one by one, and only
  /// their ids and highlights are read.
  var reading: Reading?

  package init(
    workload: String, stage: Stage, order: Order = .name, limit: Int? = nil,
    caches: Caches = .warm, typos: TypoTolerance? = nil, reading: Reading? = nil
  ) {
    (self.workload, self.stage, self.order, self.limit) = (workload, stage, order, limit)
    (self.caches, self.typos, self.reading) = (caches, typos, reading)
  }

  /// How far a query is answered.
  ///
  /// Applications need different stages, so each is timed on its own.
  package enum Stage: String, Codable, CaseIterable, Sendable {
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
    /// From the text to the ids of the first matches of all names, in the loop over `search(for:)` that README has.
    case loop
  }

  package enum Order: String, Codable, CaseIterable, Sendable {
    case name, population, distance
    /// The likeliest first, in the search over all names.
    case relevance
  }

  /// How much is read of a page of matches, which is made at once.
  ///
  /// A lazy structure is fast only until its matches are read; so a page is measured without reading,
  /// with the highlights, which are computed when they are read, and with all that there is.
  package enum Reading: String, Codable, CaseIterable, Sendable {
    /// Nothing.
    case unread
    /// The id of every match, and the part of its name that matched.
    case highlights
    /// Every field of every match.
    case read
  }

  /// The state of the processor's caches before a query.
  package enum Caches: String, Codable, CaseIterable, Sendable {
    /// As the previous queries left them.
    case warm
    /// Filled by a buffer larger than the last level, which is read before every query.
    case cold
  }
}

extension Measure: CustomStringConvertible {
  /// For messages: "typed, 10 cities, read".
  package var description: String { "\(workload), \(stageName)" }
}

extension Measure {
  /// The measure that replaces this one over keys: their ids; `nil` for measures of cities and names.
  var overKeys: Measure? {
    switch stage {
    case .locate: self
    case .rows, .cities:
      order == .name ? Measure(workload: workload, stage: .rows, limit: limit, caches: caches) : nil
    case .ordered, .decorated, .existential, .loop: nil
    }
  }

  /// The stages that tables, counts of allocations and counts of instructions have in common.
  static func mainStages(of workload: String) -> [Measure] {
    [
      Measure(workload: workload, stage: .locate),
      Measure(workload: workload, stage: .rows, limit: 10),
      Measure(workload: workload, stage: .rows, order: .population, limit: 10),
      .tenCities(workload, .unread), .tenCities(workload, .highlights), .tenCities(workload, .read),
      .tenMostPopulous(workload, .unread), .tenMostPopulous(workload, .read),
    ]
  }

  /// From the text to a page of ten cities with names and highlights.
  package static func tenCities(
    _ workload: String, _ reading: Reading = .read, caches: Caches = .warm
  ) -> Measure {
    Measure(workload: workload, stage: .cities, limit: 10, caches: caches, reading: reading)
  }

  /// From the text to a page of the ten most populous cities.
  package static func tenMostPopulous(_ workload: String, _ reading: Reading = .read) -> Measure {
    Measure(workload: workload, stage: .ordered, order: .population, limit: 10, reading: reading)
  }
}
