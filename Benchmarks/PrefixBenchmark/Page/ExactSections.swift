import Algorithms

extension ReportPage {
  /// Memory by every counter there is.
  var memorySection: Section? {
    Section(
      "Memory", id: "memory",
      lead: """
        Structure is exact: the bytes of a subject's own arrays, objects and pages. Allocated is what \
        the allocator handed out for it, in a process of its own; resident is what the system holds. \
        The data themselves are in none of them, but in those of the process.
        """,
      eachRun { run in
        func isOfStructure(_ key: Figure.Key) -> Bool {
          switch key.quantity {
          case "structure": key.statistic == "total"
          case "allocator": key.statistic.hasPrefix("peak")
          default: ["nodes", "resident growth", "process"].contains(key.quantity)
          }
        }
        let structure =
          [SubjectColumn(title: "allocated", figure: run.allocated)]
          + run.columns(best: .least, where: isOfStructure) { key in
            key.statistic == "total" ? key.quantity : "\(key.quantity), \(key.statistic)"
          }
        // What keeps nothing is not the best at keeping little.
        let built = structure.map { column in
          SubjectColumn(title: column.title, best: column.best) {
            run.record[$0, "structure"]?.value == 0 ? nil : column.figure($0)
          }
        }
        let queries = [("Allocations", "allocations"), ("Bytes allocated", "allocated")].flatMap {
          title, quantity in
          subjectTable(
            "\(title) for each query, on average", of: run,
            run.columns(where: { $0.statistic == "mean" && $0.quantity.hasPrefix(quantity) }) {
              $0.quantity.replacing(quantity, with: $0.measure?.stageName ?? "")
            })
        }
        let parts = factList(
          run.subjects.map { subject in
            let parts = run.record.parts(of: subject.name).map {
              "\($0.name) \(Figure.Unit.bytes.text($0.bytes))"
            }
            return (subject.name, parts.joined(separator: ", "))
          })
        return subjectTable("Memory of each structure", of: run, built) + queries + parts
      })
  }

  /// The gazetteer as one file.
  var fileSection: Section? {
    Section(
      "One mapped file", id: "file",
      lead: """
        Cities, names and radix tree can lie in one file, which is ready when it is mapped: pages are \
        read when a search needs them.
        """,
      eachRun { run in
        let figures = run.record.figures.rows.filter { $0.key.subject == "gazetteer file" }
        let input = run.record["gazetteer file", "input"]
        func words(_ quantity: String, _ statistic: String = "total", ofInput: Bool = false)
          -> String
        {
          let figure = figures.first {
            $0.key.quantity == quantity && $0.key.statistic == statistic
          }
          guard let figure else { return "" }
          let ends = [figure.estimate.low, figure.estimate.high].map(figure.unit.text)
          let interval = ends[0] == ends[1] ? "" : " (\(ends[0]) to \(ends[1]))"
          guard ofInput, let input, input.value > 0 else { return figure.brief + interval }
          return figure.brief + interval + ", \((figure.value / input.value).factor) the input"
        }
        return factList([
          ("Size", words("file", ofInput: true)), ("Made from", words("input")),
          ("Making it", words("build")),
          ("Resident at most meanwhile, code and all", words("peak resident", ofInput: true)),
          ("Allocated at most meanwhile", words("peak allocated", ofInput: true)),
          ("Opened and asked, as the first thing a process does", words("first opening")),
          ("Opened and asked again, median", words("opening", "p50")),
          ("Opened and asked again, p99", words("opening", "p99")),
          ("Queries asked then", words("opened queries")),
          ("Resident after them, the process's own", words("resident growth", "anonymous")),
          ("Resident after them, of the file", words("resident growth", "file-backed")),
        ])
      })
  }

  /// How often the city that is meant is found.
  var qualitySection: Section? {
    Section(
      "Quality of answers", id: "quality",
      lead: """
        Whether the city that is meant is among the first, and after how many letters of its name. This \
        depends on code and data only, not on the machine.
        """,
      eachRun { run in
        let cases = run.figures("cases").map(\.key)
        let searches = cases.map(\.subject).uniqued()
        func share(_ search: String, _ quantity: String, _ kind: String = "all") -> Markup {
          guard let all = run.record[search, "cases", statistic: kind]?.value, all > 0,
            let count = run.record[search, quantity, statistic: kind]?.value
          else { return .text("") }
          // What is counted is mostly what was not found.
          let part = quantity.hasPrefix("not ") ? all - count : count
          return .text("\((part / all * 100).rounded(decimals: 1))\u{A0}%")
        }
        let all = searches.map { search -> [Markup] in
          [.text(search)]
            + ["not first", "not among 5", "not among 10", "no answer"].map { share(search, $0) }
            + ["letters until first", "letters until among 3"].map {
              .text(run.record[search, $0, statistic: "mean"]?.brief ?? "")
            }
        }
        let kinds = cases.map(\.statistic).uniqued().filter { $0 != "all" }.map { kind in
          [.text(kind)] + searches.map { share($0, "not first", kind) }
        }
        return table(
          title("All queries", run),
          heads: [
            "search", "right first", "among 5", "among 10", "no answer", "letters until first",
            "letters until among 3",
          ], rows: all)
          + table(
            title("A right city first, by kind of query", run), heads: ["kind"] + searches,
            rows: kinds)
      })
  }

  /// Instructions a query.
  var instructionsSection: Section? {
    Section(
      "Instructions", id: "instructions",
      lead: """
        The same on every run, whatever else the machine does: they say what changed from one version to \
        the next, not how long a query takes.
        """,
      eachRun { run in
        let figures = run.record.figures.rows.filter {
          $0.key.quantity.hasPrefix("instructions") && $0.key.statistic == "mean"
        }
        let columns = figures.map { [$0.key.subject, $0.key.quantity] }.uniqued()
        let tool = run.header.method.emulator.map { ", of the file by \($0)" } ?? ""
        return table(
          title("Instructions for each query, on average\(tool)", run),
          heads: ["measure"]
            + columns.map { "\($0[0])\($0[1].replacing("instructions", with: ""))" },
          rows: figures.compactMap(\.key.measure).uniqued().map { measure in
            [.text("\(measure.stageName), \(measure.workload)")]
              + columns.map { column in
                .text(run.record[column[0], column[1], measure, statistic: "mean"]?.brief ?? "")
              }
          })
      })
  }
}
