import Algorithms
package import CitySearch
import Fixtures
internal import GazetteerBuilding
package import PrefixBenchmark

/// The effect of each part of the search by relevance: the quality of answers with and without it, and
/// the size of the file.
package struct AblationStudy {
  package let cases: String
  package let figures: FigureList

  package init(cases: String, figures: FigureList) {
    self.cases = cases
    self.figures = figures
  }

  /// The parts left out of a query; the gazetteer has all names.
  private static let queries: [(name: String, change: @Sendable (inout SearchQuery) -> Void)] = [
    ("all names, with corrections", { _ in }),
    ("without corrections", { $0.typos = .never }),
    ("own names only", { $0.names = .own }),
  ]

  /// The parts left out of the gazetteer.
  private static let selections: [(name: String, change: @Sendable (inout NameSelection) -> Void)] =
    [
      ("without regions", { $0.hasRegions = false }),
      ("without alternate names", { $0.kinds.remove(.alternate) }),
      ("without expansions", { $0.kinds.remove(.expansion) }),
      ("without saint forms", { $0.kinds.remove(.saint) }),
      ("without codes", { $0.kinds.remove(.code) }),
      ("without later words", { $0.kinds.remove(.later) }),
      ("other names from 1,000 people", { $0.otherNamesFromPopulation = 1_000 }),
      ("other names from 5,000 people", { $0.otherNamesFromPopulation = 5_000 }),
      ("other names from 15,000 people", { $0.otherNamesFromPopulation = 15_000 }),
      ("no other names", { $0.otherNamesFromPopulation = .max }),
    ]
}

extension AblationStudy {
  /// Asks all queries with each part left out in turn; loads a gazetteer for each part left out of it.
  ///
  /// `show` gets lines of progress.
  package init(file: String, cases: [QualityCase], showing show: (String) -> Void) throws {
    var figures: [Figure] = []
    let gazetteer = try Dataset.shipped.gazetteer()
    for (name, change) in Self.queries {
      show("asking \(cases.count.grouped) queries, \(name)")
      figures += try Self.figures(name, over: gazetteer, cases, change)
    }
    for (name, change) in Self.selections {
      show("asking \(cases.count.grouped) queries, \(name)")
      var selection = NameSelection()
      change(&selection)
      let part = try Gazetteer(
        contentsOf: Fixtures.cities, admin1Codes: Fixtures.admin1Codes,
        countryInfo: Fixtures.countryInfo, regions: Fixtures.regions, names: selection)
      figures += try Self.figures(name, over: part, cases)
    }
    self.init(cases: file, figures: FigureList(figures))
  }

  package static func figures(
    _ name: String, over gazetteer: Gazetteer, _ cases: [QualityCase],
    _ change: @escaping @Sendable (inout SearchQuery) -> Void = { _ in }
  ) throws -> [Figure] {
    let cities = CityIndex(gazetteer)
    let subject = QualitySubject(name: name) { query in
      var query = query
      change(&query)
      return cities.search(query).ids
    }
    return try subject.figures(on: cases).filter { $0.key.statistic == "all" } + [
      Figure(Figure.Key(name, .file), .bytes, gazetteer.byteCount),
      Figure(Figure.Key(name, .cities), .count, gazetteer.count),
      Figure(Figure.Key(name, .names), .count, gazetteer.nameCount),
    ]
  }

  /// A table for a terminal, with an explanation.
  package var text: String {
    func value(_ name: String, _ quantity: Figure.Quantity) -> Double {
      figures[Figure.Key(name, quantity)]?.value ?? 0
    }
    let quality = QualityReport(figures, file: cases)
    let table = Table(
      corner: "relevance", rows: Array(figures.rows.map(\.key.subject).uniqued()), name: \.self,
      columns: [
        Column("first\n%") { quality.percent($0, without: .notFirst) },
        Column("among 5\n%") { quality.percent($0, without: .notAmongFive) },
        Column("names") { value($0, .names).rounded(decimals: 0) },
        Column("bytes") { value($0, .file).rounded(decimals: 0) },
        Column("bytes for\neach city") {
          (value($0, .file) / max(1, value($0, .cities))).rounded(decimals: 1)
        },
      ])
    let note = """
      Queries of \(cases), in percent: those with a right city as the first answer, and among the
      first five; names of all kinds, and bytes of the file that holds all. Parts left out of a query
      only are still in the file.
      """
    return "\(table.text)\n\n\(note.wrapped())"
  }
}
