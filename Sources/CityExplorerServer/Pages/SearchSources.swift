#if Server
import CitySearch
import CitySession
import Foundation
import Synchronization

/// The settings of a page: the engine, the order, and the languages.
struct SearchSettings: Sendable, Hashable {
  var engine = Engine.radixTree
  var order = Order.relevance
  /// The languages of titles and places, the preferred one first.
  var languages: [String] = []

  enum Order: String, CaseIterable, Sendable {
    case relevance, name, population
  }

  /// The values for the template of the switches.
  ///
  /// - Parameters:
  ///   - engines: The engines to choose from; fewer than two are no choice.
  ///   - texts: The texts of the page.
  /// - Returns: The values.
  func values(_ engines: [Engine], _ texts: PageTexts) -> [String: Any] {
    [
      "hasEngines": engines.count > 1,
      "engines": engines.map {
        ["value": $0.rawValue, "name": $0.rawValue, "isChosen": $0 == engine] as [String: Any]
      },
      "orders": Order.allCases.map {
        ["value": $0.rawValue, "name": texts["order.\($0)"], "isChosen": $0 == order]
          as [String: Any]
      },
    ]
  }
}

/// The sources of all pages, one for each engine.
///
/// The gazetteer's file contains the default engine, the only one unless a developer asks for all. Any
/// other engine is built at its first use, once, beside the requests, and stays: memory is bounded by the
/// number of engines.
actor SearchSources {
  private let gazetteer: Gazetteer
  private let fileSource: CityIndex
  private var builds: [Engine: Task<CityIndex, Never>] = [:]
  /// The engines to choose from.
  nonisolated let engines: [Engine]

  /// Opens the default engine.
  ///
  /// - Parameters:
  ///   - gazetteer: The cities.
  ///   - engines: The engines to choose from.
  init(_ gazetteer: Gazetteer, engines: [Engine]) {
    self.gazetteer = gazetteer
    self.engines = engines
    fileSource = CityIndex(gazetteer)
  }

  /// The number of engines that were built, without the one in the file.
  var builtCount: Int { builds.count }

  /// A client of a source, for one page.
  ///
  /// - Complexity: O(1), or else that of building the engine, at its first use.
  func client(for settings: SearchSettings) async -> SearchClient {
    let (cities, languages) = (await source(settings.engine), settings.languages)
    return switch settings.order {
    case .relevance: .live(cities, languages: languages)
    case .name: .live(SortedCitySearch(cities, by: .name), languages: languages)
    case .population: .live(SortedCitySearch(cities, by: .population), languages: languages)
    }
  }

  private func source(_ engine: Engine) async -> CityIndex {
    guard engine != SearchSettings().engine else { return fileSource }
    let build =
      builds[engine]
      ?? Task(priority: .utility) { @concurrent [gazetteer] in
        CityIndex(gazetteer, engine: engine)
      }
    builds[engine] = build
    return await build.value
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
