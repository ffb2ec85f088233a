import CitySearch
package import Foundation
package import PrefixSearch

/// Makes queries by drawing names from data.
package struct QueryMaker {
  package let records: Records
  /// The file with other names, including other scripts; `nil` if there is none.
  let otherNames: URL?
  /// The approximate number of queries in a workload.
  package let count: Int
  private let index: RadixTree
  private let populations: WeightedDraw

  package init(_ records: Records, keys: SortedKeys, otherNames: URL?, count: Int) {
    self.records = records
    self.otherNames = otherNames
    self.count = count
    index = RadixTree(keys)
    populations = WeightedDraw(records.populations)
  }

  /// Whether draws by population differ from uniform ones.
  var hasPopulations: Bool { populations.total > 0 }

  /// How targets are drawn, always with replacement.
  package enum Targets { case byPopulation, uniform }

  /// The name of a city, or a key.
  package func name(_ targets: Targets, using generator: inout SplitMix64) -> String {
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

  /// Draws names until `query` has made `count` queries of them; it returns `nil` for an unsuitable name.
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
  package func hasMatches(_ text: String) -> Bool {
    !records.query(text).folded.withBytes { index.range(of: $0) }.isEmpty
  }
}

extension QueryMaker {
  /// The longest prefix of a name that is typed.
  private static let longestPrefix = 8
  /// One keystroke of this many is a slip, which the next one deletes.
  private static let keystrokesPerSlip = 12

  /// The contents of the search field while names are typed: every keystroke is a query, including wrong
  /// letters and their deletions.
  func sessions(targets: Targets, using generator: inout SplitMix64) -> [String] {
    var texts: [String] = []
    while texts.count < count {
      let name = name(targets, using: &generator)
      for length in 1...min(name.count, Self.longestPrefix) {
        let right = String(name.prefix(length))
        if Int.random(in: 0..<Self.keystrokesPerSlip, using: &generator) == 0 {
          let before = String(name.prefix(length - 1))
          texts.append(before + String(Self.letter(using: &generator)))
          if !before.isEmpty { texts.append(before) }
        }
        texts.append(right)
      }
    }
    return texts
  }

  /// Prefixes of names that are long enough for them.
  func prefixes(of lengths: ClosedRange<Int>, using generator: inout SplitMix64) -> [String] {
    queries(using: &generator) { name, generator in
      let length = Int.random(in: lengths, using: &generator)
      return name.count >= length ? String(name.prefix(length)) : nil
    }
  }

  func wholeNames(using generator: inout SplitMix64) -> [String] {
    queries(using: &generator) { name, _ in name }
  }

  package static func letter(using generator: inout SplitMix64) -> Character {
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    return letters[Int.random(in: letters.indices, using: &generator)]
  }
}

extension QueryMaker {
  /// The lengths of prefixes with a slip.
  private static let lengths = 3...8

  /// Beginnings of names whose last letter was changed, such that nothing matches.
  func misses(using generator: inout SplitMix64) -> [String] {
    queries(using: &generator) { name, generator in
      let length = Int.random(in: Self.lengths, using: &generator)
      guard name.count >= length else { return nil }
      let text = name.prefix(length - 1) + String(Self.letter(using: &generator))
      return hasMatches(String(text)) ? nil : String(text)
    }
  }

  /// Beginnings of names with one of the four common slips, whether or not anything matches.
  func typos(using generator: inout SplitMix64) -> [String] {
    queries(using: &generator) { name, generator in
      let length = Int.random(in: Self.lengths, using: &generator)
      guard name.count >= length else { return nil }
      var letters = Array(name.prefix(length))
      let place = Int.random(in: 1..<length, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: letters.remove(at: place)
      case 1: letters.insert(letters[place], at: place)
      case 2: letters[place] = Self.letter(using: &generator)
      default: letters.swapAt(place, place - 1)
      }
      return String(letters)
    }
  }
}

/// SplitMix64 (Steele, Lea and Flood 2014).
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Draws indexes with replacement, in proportion to weights.
package struct WeightedDraw {
  private let cumulative: [Int]

  /// Prepares draws; a weight of 0 is never drawn, and a negative one counts as 0.
  package init(_ weights: some Sequence<Int>) {
    var total = 0
    cumulative = weights.map { weight in
      total += max(weight, 0)
      return total
    }
  }

  var total: Int { cumulative.last ?? 0 }

  /// The next index; `nil` if no weight is positive.
  package func index(using generator: inout SplitMix64) -> Int? {
    guard total > 0 else { return nil }
    let point = Int.random(in: 0..<total, using: &generator)
    return cumulative.partitioningIndex { $0 > point }
  }
}
