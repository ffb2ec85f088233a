import Algorithms

extension ReportPage {
  /// From query to ten cities, or ids, as a heading.
  var tenTitle: String { "From query to \(runs.first?.tenWords ?? "")" }

  /// The measures of the main workload that plots show, warm and cold.
  var mainMeasures: [(id: String, title: String, measure: (PageRun, Measure.Caches) -> Measure)] {
    [
      ("locate", "Locating a prefix", { $0.record.locate($1) }), ("ten", tenTitle, { $0.ten($1) }),
    ]
  }

  /// The title of a measure with the state of the caches, which is the head of its column, too.
  func title(_ title: String, _ caches: Measure.Caches) -> String {
    caches == .cold ? "\(title), cold" : title
  }

  /// Every workload, and the lengths of prefixes as curves.
  var workloadsSection: Section? {
    let workloads = runs.flatMap(\.header.workloads).uniqued(on: \.name)
    let lengths = workloads.map(\.name).filter { $0.hasPrefix("prefix-") || $0 == "whole-name" }
    let stages: [(id: String, title: String, measure: (PageRun, String) -> Measure)] = [
      ("locate", "Locating a prefix", { Measure(workload: $1, stage: .locate) }),
      ("ten", tenTitle, { $0.record.firstTen($1) }),
    ]
    func medians(_ run: PageRun, _ measure: @escaping (PageRun, String) -> Measure) -> Table {
      run.tables.subjectTable(
        workloads.map { workload in
          Column(workload.name, .time, best: .least) {
            run.record.typical($0.name, measure(run, workload.name))
          }
        })
    }
    let plots = stages.flatMap { id, name, measure in
      runs.compactMap { run -> Markup? in
        let table = medians(run, measure)
        return plot(
          .lines, id: "lengths-\(id)-\(run.letter)", title: title("\(name), by its length", run),
          axis: .init(title: "letters typed", scale: .places),
          lengths.enumerated().map { place, name in
            let label = name.replacing("prefix-", with: "").replacing("-name", with: "")
            return .init(table: table, head: name, label: label, position: Double(place))
          }, atLeast: 2)
      }
    }
    let tables = eachRun { run in
      stages.flatMap { _, title, measure in
        markup("\(title), medians", medians(run, measure), of: run)
      }
    }
    let facts = workloads.map { ($0.name, "\($0.summary); \($0.queryCount.grouped) queries.") }
    return Section(
      "Lists of queries", id: "workloads",
      tables.isEmpty ? [] : grid("halves", plots) + tables + factList(facts))
  }

  /// Percentiles, as curves and in tables.
  var distributionSection: Section? {
    let kinds = product(Measure.Caches.allCases, mainMeasures).map { caches, kind in
      (
        "\(kind.id)-\(caches.rawValue)", title(kind.title, caches),
        { (run: PageRun) in kind.measure(run, caches) }
      )
    }
    let plots = kinds.flatMap { id, name, measure in
      runs.compactMap { run -> Markup? in
        // The maximum shows pauses of the system.
        let percentiles = Percentile.all.filter { $0.percent < 100 }
        let table = run.tables.percentiles(measure(run))
        return plot(
          .lines, id: "percentiles-\(id)-\(run.letter)", title: title(name, run),
          axis: .init(title: "queries that take at most so long", scale: .nines),
          percentiles.map { .init(table: table, head: $0.name, position: $0.percent) }, atLeast: 2)
      }
    }
    let tables = eachRun { run in
      kinds.flatMap { _, title, measure in
        markup(
          "\(title), percentiles of single queries", run.tables.percentiles(measure(run)), of: run)
      }
    }
    return Section(
      "Distributions", id: "distribution",
      lead: """
        A curve passes the median at 50 %, and the slowest of a thousand queries at 99.9 %. Flat is \
        good: users notice the slow queries on the right.
        """, grid("halves", plots) + tables)
  }

  var growthSection: Section? {
    typealias Subject = ResultTables.Subject
    let kinds: [(id: String, title: String, figure: (RunRecord, Subject, Int) -> Figure?)] = [
      ("locate", "Locating a prefix", { $0.grown(ScaleJob.locate, of: $1, size: $2) }),
      ("ten", tenTitle, { $0.grown(ScaleJob.topTen, of: $1, size: $2) }),
      ("bytes", "Structure", { $0[$1.name, .structure, size: $2] }),
      ("build", "Building", { $0[$1.name, .build, size: $2] }),
    ]
    let pieces = product(kinds, runs).map { kind, run in
      let sizes = Set(run.subjects.flatMap { run.record.sizes(of: $0.name) }).sorted()
      let columns = sizes.map { size in
        Column<Subject>(size.grouped, .plain(), best: .least) { kind.figure(run.record, $0, size) }
      }
      let power = Column<Subject>("power") { subject in
        let points = sizes.compactMap { size in
          kind.figure(run.record, subject, size).map { (x: Double(size), y: $0.value) }
        }
        return growthExponent(points).map { "n^\($0.rounded(decimals: 2))" } ?? ""
      }
      let table = run.tables.subjectTable(columns + [power])
      let plot = plot(
        .lines, id: "growth-\(kind.id)-\(run.letter)", title: title(kind.title, run),
        axis: .init(title: "keys", unit: .count),
        sizes.map { .init(table: table, head: $0.grouped, position: Double($0)) }, atLeast: 2,
        remark: power.head)
      return (plot: plot, table: markup("\(kind.title), by the number of keys", table, of: run))
    }
    return Section(
      "Growth with size", id: "growth",
      lead: """
        The same structures over fewer and over more names, one process for each size. Behind each \
        name is the power of the number of keys that fits best: 1 is growth in proportion, 0 is none.
        """, grid("halves", pieces.compactMap(\.plot)) + pieces.flatMap(\.table))
  }
}
