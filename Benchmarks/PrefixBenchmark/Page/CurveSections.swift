import Algorithms

/// A drawing of one line for each subject.
struct CurveKind {
  let id: String
  let title: String
  var unit = Figure.Unit.nanoseconds
  /// The axis below all points.
  let x: ([Point]) -> Axis
  let points: (PageRun, String) -> [Point]
  /// The text after the name of a line.
  var remark: ([Point]) -> String = { _ in "" }
}

extension ReportPage {
  /// The drawings of all kinds and runs that have lines; lines that would compress the others are listed
  /// below.
  private func curves(_ id: String, _ kinds: [CurveKind]) -> [Markup] {
    let drawings = kinds.flatMap { kind in
      runs.compactMap { run -> Markup? in
        let all = run.subjects.compactMap { subject -> LinePlot.Line? in
          let points = kind.points(run, subject.name).filter { $0.y > 0 }
          guard points.count > 1 else { return nil }
          return LinePlot.Line(
            name: subject.name, style: style(of: subject.name), points: points,
            remark: kind.remark(points))
        }
        let limit = all.map { $0.points.map(\.y).median }.last(before: 10) ?? .infinity
        let lines = all.filter { $0.points.map(\.y).median <= limit }
        guard !lines.isEmpty else { return nil }
        func words(_ lines: [LinePlot.Line]) -> String {
          lines.map { line in
            let (low, high) = (line.points.map(\.y).min() ?? 0, line.points.map(\.y).max() ?? 0)
            return "\(line.name) \(kind.unit.text(low)) to \(kind.unit.text(high))"
          }.joined(separator: "; ")
        }
        let heading = title(kind.title, run)
        let points = lines.flatMap(\.points)
        let plot = LinePlot(
          id: "\(id)-\(kind.id)-\(run.letter)", title: heading, description: words(lines),
          x: kind.x(points),
          y: .logarithmic(
            kind.unit == .bytes ? "bytes" : "time", holding: points.map(\.y), in: kind.unit),
          lines: lines)
        let others = all.filter { $0.points.map(\.y).median > limit }
        return drawing(
          heading, plot.markup, others.isEmpty ? "" : "Beyond the frame: \(words(others)).")
      }
    }
    return grid("halves", drawings)
  }

  /// From query to ten cities, or ids, as a heading.
  var tenTitle: String { "From query to \(runs.first?.tenWords ?? "")" }

  /// The measures of the main workload that drawings show beside each other.
  var mainMeasures: [(id: String, title: String, measure: (PageRun, Measure.Caches) -> Measure)] {
    [
      ("locate", "Locating a prefix", { $0.record.locate($1) }), ("ten", tenTitle, { $0.ten($1) }),
    ]
  }

  /// Every workload, and the lengths of prefixes as curves.
  var workloadsSection: Section? {
    let workloads = runs.flatMap(\.header.workloads).uniqued(on: \.name)
    let lengths = workloads.map(\.name).filter { $0.hasPrefix("prefix-") || $0 == "whole-name" }
    let stages: [(id: String, title: String, measure: (PageRun, String) -> Measure)] = [
      ("locate", "Locating a prefix", { Measure(workload: $1, stage: .locate) }),
      ("ten", tenTitle, { $0.record.firstTen($1) }),
    ]
    let plots = curves(
      "lengths",
      stages.map { id, title, measure in
        CurveKind(
          id: id, title: "\(title), by its length",
          x: { _ in
            .categories(
              "letters typed",
              lengths.map { $0.replacing("prefix-", with: "").replacing("-name", with: "") })
          },
          points: { run, subject in
            lengths.enumerated().compactMap { place, workload in
              run.record.typical(subject, measure(run, workload)).map {
                Point(x: Double(place), y: $0.value)
              }
            }
          })
      })
    let tables = eachRun { run in
      stages.flatMap { _, title, measure in
        let columns = workloads.map { workload in
          Column<ResultTables.Subject>(workload.name, .time, best: .least) {
            run.record.typical($0.name, measure(run, workload.name))
          }
        }
        return markup("\(title), medians", run.tables.subjectTable(columns), of: run)
      }
    }
    let facts = workloads.map { ($0.name, "\($0.summary); \($0.queryCount.grouped) queries.") }
    return Section(
      "Lists of queries", id: "workloads",
      tables.isEmpty ? [] : plots + tables + factList(facts))
  }

  /// Percentiles, as curves and in tables.
  var distributionSection: Section? {
    let kinds =
      mainMeasures.map { id, title, measure in (id, title, { measure($0, .warm) }) }
      + mainMeasures.map { id, title, measure in
        ("\(id)-cold", "\(title), cold", { measure($0, .cold) })
      }
    let plots = curves(
      "percentiles",
      kinds.map { id, title, measure in
        CurveKind(
          id: id, title: title,
          x: { .nines("queries that take at most so long", holding: $0.map(\.x)) },
          points: { run, subject in
            // The maximum shows pauses of the system.
            run.record.percentiles(subject, measure(run)).filter { $0.percentile.percent < 100 }
              .map { Point(x: $0.percentile.percent, y: $0.figure.value) }
          })
      })
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
        """, plots + tables)
  }

  var growthSection: Section? {
    let kinds: [(String, String, Figure.Unit, (Figure.Key) -> Bool)] = [
      ("locate", "Locating a prefix", .nanoseconds, { $0.measure?.stage == .locate }),
      ("ten", tenTitle, .nanoseconds, { $0.measure.map { $0.stage != .locate } ?? false }),
      ("bytes", "Structure", .bytes, { $0.quantity == "structure" && $0.statistic == "total" }),
      ("build", "Building", .nanoseconds, { $0.quantity == "build" }),
    ]
    let plots = curves(
      "growth",
      kinds.map { id, title, unit, isWanted in
        CurveKind(
          id: id, title: title, unit: unit,
          x: { .logarithmic("keys", holding: $0.map(\.x), in: .count) },
          points: { run, subject in
            run.record.figures.rows.filter { figure in
              figure.key.subject == subject && figure.key.size != nil && figure.unit == unit
                && isWanted(figure.key)
            }.map { Point(x: Double($0.key.size ?? 0), y: $0.value) }.sorted { $0.x < $1.x }
          },
          remark: { points in
            growthExponent(points.map { ($0.x, $0.y) }).map { "n^\($0.rounded(decimals: 2))" } ?? ""
          })
      })
    return Section(
      "Growth with size", id: "growth",
      lead: """
        The same structures over fewer and over more names, one process for each size. Behind each \
        name is the power of the number of keys that fits best: 1 is growth in proportion, 0 is none.
        """, plots)
  }
}
