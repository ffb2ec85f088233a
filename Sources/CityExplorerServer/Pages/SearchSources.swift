#if Server
import CitySearch
import CitySession
import Foundation
import Synchronization

/// The settings of a page: the engine and the order.
struct SearchSettings: Sendable, Hashable {
  var engine = Engine.radixTree
  var order = Order.relevance

  enum Order: String, CaseIterable, Sendable {
    case relevance, name, population
  }

  /// The values for the template of the switches.
  var values: [String: Any] {
    [
      "engines": Engine.allCases.map {
        ["value": $0.rawValue, "name": $0.rawValue, "isChosen": $0 == engine] as [String: Any]
      },
      "orders": Order.allCases.map {
        ["value": $0.rawValue, "name": $0.rawValue.capitalized, "isChosen": $0 == order]
          as [String: Any]
      },
    ]
  }
}

/// The sources of all pages, one for each engine.
///
/// The gazetteer's file contains the default engine. Any other engine is built on demand, and
/// released with the last page that uses it.
actor SearchSources {
  private let gazetteer: Gazetteer
  private var sources: [Engine: WeakSource] = [:]
  private var builds: [Engine: Task<Source, Never>] = [:]

  /// A source, retained by its users.
  private final class Source: Sendable {
    let cities: CityIndex

    init(_ gazetteer: Gazetteer, _ engine: Engine) {
      cities = CityIndex(gazetteer, engine: engine)
    }

    func client(_ order: SearchSettings.Order) -> SearchClient {
      switch order {
      case .relevance: .live(cities)
      case .name: .live(SortedCitySearch(cities, by: .name))
      case .population: .live(SortedCitySearch(cities, by: .population))
      }
    }
  }

  private struct WeakSource {
    weak let source: Source?
  }

  init(_ gazetteer: Gazetteer) { self.gazetteer = gazetteer }

  /// The number of engines in memory, without the one in the file.
  var engineCount: Int { sources.values.count { $0.source != nil } }

  /// A client of a source, for one page.
  ///
  /// - Complexity: O(1) for the default engine and for an engine in use, or else that of building
  ///   it.
  func client(for settings: SearchSettings) async -> SearchClient {
    guard settings.engine != .radixTree else {
      return Source(gazetteer, .radixTree).client(settings.order)
    }
    let source = await source(settings.engine)
    var client = source.client(settings.order)
    let makeSearch = client.makeSearch
    client.makeSearch = {
      let search = makeSearch()
      return { request in
        // The source lives as long as this search.
        defer { withExtendedLifetime(source) {} }
        return try await search(request)
      }
    }
    return client
  }

  private func source(_ engine: Engine) async -> Source {
    if let source = sources[engine]?.source { return source }
    if let task = builds[engine] { return await task.value }
    let task = Task { @concurrent [gazetteer] in Source(gazetteer, engine) }
    builds[engine] = task
    let source = await task.value
    sources[engine] = WeakSource(source: source)
    builds[engine] = nil
    return source
  }
}

/// Measures the duration of the latest search of a page.
final class SearchMeter: Sendable {
  private let newest = Mutex<Duration?>(nil)

  /// The time from the request to the completions; `nil` before the first search.
  var duration: Duration? { newest.withLock { $0 } }

  /// A client that measures the searches of another one.
  func measuring(_ client: SearchClient) -> SearchClient {
    var measured = client
    measured.makeSearch = {
      let search = client.makeSearch()
      return { request in
        let clock = ContinuousClock()
        let start = clock.now
        let completions = try await search(request)
        let duration = start.duration(to: clock.now)
        self.newest.withLock { $0 = duration }
        return completions
      }
    }
    return measured
  }
}
#endif
