import CitySearch
import Foundation
import PrefixSearch

/// Makes queries by drawing names from data.
struct QueryMaker {
  let records: Records
  /// The file with other names, including other scripts; `nil` if there is none.
  let otherNames: URL?
  /// The approximate number of queries in a workload.
  let count: Int
  private let index: RadixTree
  private let populations: WeightedDraw

  init(_ records: Records, keys: SortedKeys, otherNames: URL?, count: Int) {
    self.records = records
    self.otherNames = otherNames
    self.count = count
    index = RadixTree(keys)
    populations = WeightedDraw(records.populations)
  }

  /// Whether targets have weights.
  var hasPopulations: Bool { populations.total > 0 }

  /// How targets are drawn, always with replacement.
  enum Targets { case byPopulation, uniform }

  /// The name of a city, or a key.
  func name(_ targets: Targets, using generator: inout SplitMix64) -> String {
    row(targets, using: &generator).map(records.text) ?? ""
  }

  /// A city and its gazetteer; `nil` if there is none.
  func city(
    _ targets: Targets, using generator: inout SplitMix64
  ) -> (city: City, gazetteer: Gazetteer)? {
    guard case .cities(let gazetteer) = records else { return nil }
    return row(targets, using: &generator).map { (gazetteer[CityRow($0)], gazetteer) }
  }

  private func row(_ targets: Targets, using generator: inout SplitMix64) -> Int? {
    let weighted = targets == .byPopulation ? populations.index(using: &generator) : nil
    return weighted ?? (0..<records.count).randomElement(using: &generator)
  }

  /// Draws names until the closure has made `count` queries; it returns `nil` for an unsuitable name.
  ///
  /// The number of draws is limited, so data without suitable names yield few queries or none.
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

  /// Whether anything matches.
  func hasMatches(_ text: String) -> Bool {
    !records.query(text).folded.withBytes { index.range(of: $0) }.isEmpty
  }
}
