import CitySearch
import Foundation
import PrefixSearch

/// Draws what people look for from a gazetteer.
struct QueryMaker {
  let gazetteer: Gazetteer
  /// The file that the gazetteer was read from, where names in other scripts stand.
  let file: URL
  /// Roughly how many queries a workload has.
  let count: Int
  private let index: RadixTree
  private let cumulativePopulations: [Int]

  init(_ gazetteer: Gazetteer, file: URL, count: Int) {
    self.gazetteer = gazetteer
    self.file = file
    self.count = count
    index = RadixTree(gazetteer.sortedKeys())
    var total = 0
    cumulativePopulations = gazetteer.indices.map { row in
      total += gazetteer.population(atRow: row)
      return total
    }
  }

  /// How targets are drawn, always with replacement.
  enum Targets { case byPopulation, uniform }

  /// The name of a city.
  func name(_ targets: Targets, using generator: inout SplitMix64) -> String {
    city(targets, using: &generator)?.name ?? ""
  }

  /// A city; `nil` if there is none.
  func city(_ targets: Targets, using generator: inout SplitMix64) -> City? {
    switch targets {
    case .uniform:
      return gazetteer.randomElement(using: &generator)
    case .byPopulation:
      guard let total = cumulativePopulations.last, total > 0 else {
        return city(.uniform, using: &generator)
      }
      let point = Int.random(in: 0..<total, using: &generator)
      return gazetteer[CityRow(cumulativePopulations.firstIndex(above: point))]
    }
  }

  /// Draws names until the closure has made `count` queries of them; it gives `nil` for a name that
  /// does not serve.
  ///
  /// Data without any name that serves give few queries or none, not an endless search.
  func queries(
    _ targets: Targets = .byPopulation, using generator: inout SplitMix64,
    _ query: (String, inout SplitMix64) -> String?
  ) -> [String] {
    var texts: [String] = []
    for _ in 0..<100 * count where texts.count < count {
      if let text = query(name(targets, using: &generator), &generator) { texts.append(text) }
    }
    return texts
  }

  /// Whether any city matches.
  func hasMatches(_ text: String) -> Bool {
    !FoldedQuery(text).withBytes { index.range(of: $0) }.isEmpty
  }
}
