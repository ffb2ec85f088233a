import Algorithms
import Foundation
internal import PrefixSearch
import SystemFiles

/// One HTML page of results, side by side if there are several.
///
/// It needs no other file and no network: template, style sheet, script and data become one file. Without
/// the script, which draws the plots, all their figures are in tables.
struct ReportPage: Sendable {
  let runs: [PageRun]
  /// The limits beyond which figures of two results are better or worse.
  let limits: Limits
  /// The style of each subject, the same in all results.
  private let styles: [String: SeriesStyle]

  /// The most results that a page shows side by side.
  static var mostResults: Int { letters.count }
  /// The names of results on the page.
  private static let letters = "ABCDEFGH"

  init(_ results: [(file: String, result: RunRecord)]) throws {
    limits = try .shipped()
    runs = zip(Self.letters, results).map {
      PageRun(letter: String($0), file: $1.file, record: $1.result)
    }
    // The baseline is gray; the others have the colors in the order in which they appear.
    var (styles, next) = ([String: SeriesStyle](), 0)
    for subject in runs.flatMap(\.header.subjects) where styles[subject.name] == nil {
      if subject.role != .baseline { next = next % SeriesStyle.colorCount + 1 }
      styles[subject.name] = SeriesStyle(
        color: subject.role == .baseline ? 0 : next, role: subject.role,
        isHollow: subject.anotherQuestion != nil)
    }
    self.styles = styles
  }

  var isComparison: Bool { runs.count > 1 }

  func style(of subject: String) -> SeriesStyle {
    styles[subject] ?? SeriesStyle(color: 0, role: .engine)
  }

  var html: String {
    get throws {
      let open = [answerSection, comparisonSection, tradeoffSection]
      let closed = [
        subjectsSection, stagesSection, ordersSection, workloadsSection, distributionSection,
        cachesSection, throughputSection, namesSection, callsSection, qualitySection,
        memorySection, fileSection, growthSection, instructionsSection, methodSection,
        machineSection,
      ]
      let main = open.compactMap { $0?.open } + closed.compactMap { $0?.closed }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let data = String(decoding: try encoder.encode(main.flatMap(\.plots)), as: UTF8.self)
      return try filled([
        "title": title.escaped, "header": header.html, "main": main.map(\.html).joined(),
        "data": data.escapedForScript,
      ])
    }
  }

  /// The template with parts in the place of their names in braces.
  ///
  /// All are replaced in one pass, so that what looks like a name within a part stays as it is.
  private func filled(_ parts: [String: String]) throws -> String {
    func text(_ name: String) throws -> String {
      try explaining("\(name), of which pages are made, cannot be read") {
        let folder = try ResourceBundle(ofTarget: "PrefixBenchmark").url(named: "Web")
        return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      }
    }
    let script = try text("plots.js")
    var digest = SHA256()
    digest.update([UInt8](script.utf8).span)
    var parts = parts
    parts["style"] = try text("page.css")
    parts["script"] = script
    parts["digest"] = Data(digest.finish()).base64EncodedString()
    return try text("page.html").replacing(/{{([a-z]+)}}/) { parts[String($0.1)] ?? "" }
  }

  private var title: String {
    let titles = runs.map(\.header.data.title).uniqued()
    return "Prefix search over " + Array(titles).listed
  }

  private var header: Markup {
    let lines = runs.map { run in
      let (header, letter) = (run.header, isComparison ? "\(run.letter) is \(run.file): " : "")
      let commit = header.build.commit == "unknown" ? "" : "commit \(header.build.commit), "
      return tag(
        "p", ["class": "soft"],
        text: "\(letter)\(header.method.date.prefix(10)), \(commit)\(header.machine.processor), "
          + "\(header.machine.coreCount) cores, Swift \(header.build.swiftVersion)")
    }
    let warnings = runs.filter { !$0.header.method.isComplete }.map { run in
      warning("The run of \(run.file) was interrupted: the page has what was finished.")
    }
    return tag("header", [:], [tag("h1", text: title)] + lines + warnings)
  }

  func warning(_ sentence: String) -> Markup { tag("p", ["class": "warning"], text: sentence) }
}

struct PageRun: Sendable {
  /// The name of the result where there are several.
  let letter: String
  /// The name of its file, without folders.
  let file: String
  let record: RunRecord

  var header: RunHeader { record.header }
  var main: String { record.mainWorkload }

  /// The subjects, with those that answer the same question first.
  var subjects: [RunHeader.SubjectDescription] { record.comparable + record.others }

  var tables: ResultTables { ResultTables(record) }

  /// A page of ten cities, every field of which is read; of keys, ten ids.
  func ten(_ caches: Measure.Caches = .warm) -> Measure { record.firstTen(main, caches: caches) }

  /// The noun for the results of `ten`.
  var tenWords: String { header.data.isOfKeys ? "ten ids" : "ten cities" }

  var memoryWords: String { "memory for each \(header.data.noun)" }

  /// All figures of a quantity over the data of the run.
  func figures(_ quantity: Figure.Quantity) -> [Figure] {
    record.figures.rows.filter { $0.key.quantity == quantity && $0.key.size == nil }
  }

  /// The bytes of a structure for each city or key: exact if known, else by the allocator's count.
  func bytesPerRow(_ subject: String) -> Figure? {
    (record[subject, .structure] ?? record.allocated(subject)).map {
      Figure($0.key, .bytes, [$0.value / Double(max(1, header.data.count))])
    }
  }
}
