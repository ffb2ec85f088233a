#if Server
import CitySearch
import CitySession
import Foundation
import Synchronization

/// What a page can be switched between: how names are found, and in which order cities are shown.
struct SearchSettings: Sendable, Hashable {
  var engine = Engine.radixTree
  var order = Order.relevance

  enum Order: String, CaseIterable, Sendable {
    case relevance, name, population
  }

  /// What the template of the switches is given.
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

/// The sources that pages search, one for each engine, however many pages there are.
///
/// The default engine lies in the gazetteer's file. Another one is made when a page asks for it first, and
/// kept as long as pages use it.
actor SearchSources {
  private let gazetteer: Gazetteer
  private var made: [Engine: WeakSource] = [:]
  private var making: [Engine: Task<Source, Never>] = [:]

  /// A source that its users keep alive.
  private final class Source: Sendable {
    let completer: CityCompleter
    /// Own names only: the order of names is theirs.
    let index: CityIndex

    init(_ gazetteer: Gazetteer, _ engine: Engine) {
      completer = CityCompleter(gazetteer, engine: engine)
      index = CityIndex(gazetteer, engine: engine)
    }

    func client(_ order: SearchSettings.Order) -> SearchClient {
      switch order {
      case .relevance: .live(completer)
      case .name: .live(index)
      case .population: .live(SortedCitySearch(completer, by: .population))
      }
    }
  }

  private struct WeakSource {
    weak let source: Source?
  }

  init(_ gazetteer: Gazetteer) { self.gazetteer = gazetteer }

  /// The number of engines in memory beside the one in the file.
  var engineCount: Int { made.values.count { $0.source != nil } }

  /// A client of a source, for one page.
  ///
  /// - Complexity: O(1) for the default engine, or one that another page uses; else that of building it.
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
    if let source = made[engine]?.source { return source }
    if let task = making[engine] { return await task.value }
    let task = Task { @concurrent [gazetteer] in Source(gazetteer, engine) }
    making[engine] = task
    let source = await task.value
    made[engine] = WeakSource(source: source)
    making[engine] = nil
    return source
  }
}

/// How long the newest search of a page took.
final class SearchMeter: Sendable {
  private let newest = Mutex<Duration?>(nil)

  /// The time from the request to the completions; `nil` before the first search.
  var duration: Duration? { newest.withLock { $0 } }

  /// The same client, measured.
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
