#if Server
import CitySearch

/// What OpenStreetMap calls a city by its size: the value of its tag `place`.
///
/// The gazetteer has no tags, so the bounds are those that OpenStreetMap gives for most countries.
enum SettlementSize: String, CaseIterable {
  case village
  case town
  case city

  init(of city: City) {
    self =
      Self.allCases.last { city.population >= $0.minimumPopulation } ?? .village
  }

  /// The least population of a settlement of this size.
  var minimumPopulation: Int {
    switch self {
    case .village: 0
    case .town: 10_000
    case .city: 100_000
    }
  }
}

/// The sizes of settlements that a request asks for.
struct SettlementSizes {
  private let sizes: Set<SettlementSize>

  init(of sizes: Set<SettlementSize>) { self.sizes = sizes }

  /// Reads Photon's filters by tags of OpenStreetMap.
  ///
  /// A place passes if it has one of the tags, or none is asked for, and if none excludes it. A filter is
  /// `place:city`, `place` or `:city`; `!` before it excludes what it names, and before its value includes
  /// the other values of its key.
  init(taggedAs filters: [String]) {
    var included: Set<SettlementSize>?
    var excluded: Set<SettlementSize> = []
    for filter in filters {
      let isExclusion = filter.hasPrefix("!")
      let parts = filter.drop { $0 == "!" }
        .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let (key, value) = (parts[0], parts.count > 1 ? parts[1] : "")
      var named = Set(SettlementSize.allCases)
      if !key.isEmpty, key != "place" { named = [] }
      if value.hasPrefix("!") {
        named = named.filter { $0.rawValue != value.dropFirst() }
      } else if !value.isEmpty {
        named = named.filter { $0.rawValue == value }
      }
      if isExclusion {
        excluded.formUnion(named)
      } else {
        included = (included ?? []).union(named)
      }
    }
    sizes = (included ?? Set(SettlementSize.allCases)).subtracting(excluded)
  }

  /// Whether no city passes.
  var isEmpty: Bool { sizes.isEmpty }

  /// The least population of a city that passes.
  var minimumPopulation: Int { sizes.map(\.minimumPopulation).min() ?? 0 }

  /// Whether a city passes.
  func contains(_ city: City) -> Bool { sizes.contains(SettlementSize(of: city)) }

  /// The number of cities of at least ``minimumPopulation`` to search for, so that `limit` of them pass.
  ///
  /// A search has no greatest population: it finds larger cities, too, which are left out afterwards. If
  /// larger ones do not pass, it is ``CitySearch/SearchQuery/candidateLimit``, and there may be fewer than `limit` that pass among these.
  func searchLimit(for limit: Int) -> Int {
    let floor = minimumPopulation
    let larger = SettlementSize.allCases.filter { $0.minimumPopulation >= floor }
    return sizes.isSuperset(of: larger) ? limit : SearchQuery.candidateLimit
  }
}
#endif
