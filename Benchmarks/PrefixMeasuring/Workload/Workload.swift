package import CitySearch
import Fixtures
package import Foundation

/// A named list of queries in order.
package struct Workload: Codable, Sendable {
  package let name: String
  /// A description of the queries, as a phrase.
  package let summary: String
  package let texts: [String]

  package init(name: String, summary: String, texts: [String]) {
    self.name = name
    self.summary = summary
    self.texts = texts
  }
}

extension Workload {
  /// The workloads that a run has written for its processes.
  package static func all(in file: URL) throws -> [Workload] {
    try JSONDecoder().decode([Workload].self, from: Data(contentsOf: file))
  }

  package var description: RunHeader.WorkloadDescription {
    RunHeader.WorkloadDescription(
      name: name, summary: summary, queryCount: texts.count, checksum: checksum)
  }

  /// The 64-bit FNV-1a hash of all texts, each ended by a zero.
  private var checksum: String {
    texts.lazy.flatMap { $0.utf8 + [0] }.fnv1a.hexadecimal
  }
}

extension [Workload] {
  /// The queries of a workload; none if there is no such workload.
  package func texts(of name: String) -> [String] { first { $0.name == name }?.texts ?? [] }
}

extension Sequence<UInt8> {
  /// The 64-bit FNV-1a hash (Fowler, Noll, Vo), which is simple to reimplement.
  package var fnv1a: UInt64 {
    reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

extension UInt64 {
  /// Sixteen hexadecimal digits.
  package var hexadecimal: String { String(format: "%016lx", self) }
}

/// The description of a workload for the command line, and the function that makes its queries.
package struct WorkloadEntry: Sendable {
  /// The name on the command line and in results.
  package let name: String
  /// A description of the queries, as a phrase about names.
  package let phrase: String
  /// The addition to the phrase where draws are weighted.
  package var weighting = ""
  /// Whether the queries need data that only cities have.
  package var needsCities = false
  /// Makes the queries; the generator starts from the seed of the run and the workload's name.
  fileprivate let texts: @Sendable (QueryMaker, inout SplitMix64) throws -> [String]
}

extension WorkloadEntry {
  /// All workloads in the order of the report.
  package static let all: [WorkloadEntry] =
    [
      WorkloadEntry(
        name: "typed", phrase: "names typed letter by letter, with slips taken back",
        weighting: "; large cities more often"
      ) { $0.sessions(targets: .byPopulation, using: &$1) },
      WorkloadEntry(
        name: "typed-uniform", phrase: "the same, every city equally often", needsCities: true
      ) { $0.sessions(targets: .uniform, using: &$1) },
    ] + [1...1, 2...2, 3...3, 4...4, 5...8].map(prefixes) + [
      WorkloadEntry(
        name: "whole-name", phrase: "whole names", weighting: ", large cities more often"
      ) { $0.wholeNames(using: &$1) },
      WorkloadEntry(
        name: "miss", phrase: "3 to 8 letters, the last one changed so that nothing matches"
      ) { $0.misses(using: &$1) },
      WorkloadEntry(
        name: "typo",
        phrase: "3 to 8 letters, one of them left out, doubled, replaced or swapped"
      ) { $0.typos(using: &$1) },
      WorkloadEntry(
        name: "non-ascii", phrase: "beginnings of names that end in an accented or special letter"
      ) { $0.nonASCII(using: &$1) },
      WorkloadEntry(
        name: "non-latin",
        phrase: "beginnings of names in other scripts, of which these data have few: most miss",
        needsCities: true
      ) { try $0.nonLatin(using: &$1) },
      WorkloadEntry(
        name: "worst",
        phrase: "nothing, one letter, the commonest names, 10 kB of text, marks without letters"
      ) { source, _ in source.worstCases },
    ]

  /// The workloads of the search over all names alone; it also replays the first one of ``all``.
  package static let ofAllNames: [WorkloadEntry] = [
    WorkloadEntry(
      name: "names", phrase: "other names, in any script, typed letter by letter",
      weighting: "; large cities more often", needsCities: true
    ) { try $0.otherNames(using: &$1) },
    WorkloadEntry(
      name: "regions",
      phrase: "whole names and a country or division behind them, which is typed letter by letter",
      needsCities: true
    ) { $0.regions(using: &$1) },
    WorkloadEntry(
      name: "lines",
      phrase: "whole lines: a city behind a venue, or before its county, country or code",
      needsCities: true
    ) { _, _ in try QualityCase.all(in: Fixtures.lineCases).map { $0.query } },
    WorkloadEntry(
      name: "typos", phrase: "names of 4 letters or more with one slip", needsCities: true
    ) { $0.slips(1, inNamesFrom: 4, using: &$1) },
    WorkloadEntry(
      name: "two-typos", phrase: "names of 8 letters or more with two slips", needsCities: true
    ) { $0.slips(2, inNamesFrom: 8, using: &$1) },
  ]

  package static var named: [WorkloadEntry] { all + ofAllNames }

  /// Prefixes of names with these numbers of characters.
  private static func prefixes(_ lengths: ClosedRange<Int>) -> WorkloadEntry {
    let range =
      lengths.count == 1 ? "\(lengths.lowerBound)" : "\(lengths.lowerBound)-\(lengths.upperBound)"
    let noun = range == "1" ? "letter" : "letters"
    return WorkloadEntry(
      name: "prefix-\(range)", phrase: "the first \(range) \(noun)",
      weighting: ", large cities more often"
    ) { $0.prefixes(of: lengths, using: &$1) }
  }

  /// Makes the queries; the same seed and data give the same ones on every machine, whichever other
  /// workloads are made.
  package func workload(from source: QueryMaker, seed: UInt64) throws -> Workload {
    var generator = SplitMix64(seed: seed ^ name.utf8.fnv1a)
    var summary = phrase
    if source.hasPopulations { summary += weighting }
    if case .keys = source.records { summary = summary.replacing("names", with: "keys") }
    return Workload(name: name, summary: summary, texts: try texts(source, &generator))
  }

  /// The queries of the first workload, folded: names typed letter by letter, about `count` of them.
  package static func typedQueries(
    over gazetteer: Gazetteer, count: Int = 18_000, seed: UInt64
  ) throws -> [PreparedQuery] {
    let source = QueryMaker(
      .cities(gazetteer), keys: gazetteer.sortedKeys(), otherNames: nil, count: count)
    return try all[0].workload(from: source, seed: seed).texts.map { PreparedQuery($0) }
  }

  /// The description over the cities shipped.
  package var summary: String { phrase + weighting }
}
