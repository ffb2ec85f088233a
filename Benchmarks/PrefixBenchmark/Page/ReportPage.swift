/// The page: one file that needs no other and no network.
struct ReportPage: Sendable {
  private let source: ReportSource

  /// What results are called on the page.
  private static let letters = "ABCDEFGH"

  /// The most results that a page shows side by side.
  static var mostResults: Int { letters.count }

  /// A page of results with the names of their files.
  init(_ results: [(file: String, result: BenchmarkResult)]) {
    source = ReportSource(
      zip(Self.letters, results).map { letter, named in
        NamedResult(letter: String(letter), file: named.file, result: named.result)
      })
  }

  /// The characters of the page, which is both HTML and well-formed XML.
  var html: String {
    let sections = [
      source.overviewSection, source.comparisonSection, source.tradeoffSection,
      source.namesSection, source.qualitySection, source.lengthSection, source.distributionSection,
      source.cachesSection,
      source.growthSection, source.memorySection, source.fileSection, source.instructionsSection,
      source.throughputSection,
      source.stagesSection, source.workloadsSection, source.allFiguresSection,
      source.methodSection, source.runSection,
    ].compactMap { $0 }
    let page = tag(
      "html", ["lang": "en"],
      [
        tag(
          "head", [:],
          [
            tag("meta", ["charset": "utf-8"]),
            tag("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
            tag("meta", ["name": "color-scheme", "content": "light dark"]),
            tag("title", text: title),
            tag("style", [:], [.raw(Stylesheet.text)]),
          ]),
        tag("body", [:], [header(sections), tag("main", [:], sections.map(\.markup))]),
      ])
    return "<!DOCTYPE html>\n" + page.html
  }

  private var title: String {
    "Prefix search over \(source.results.first?.result.data.title ?? "nothing")"
  }

  private func header(_ sections: [Section]) -> Markup {
    let links = sections.map { section in
      tag("li", [:], [tag("a", ["href": "#\(section.id)"], text: section.title)])
    }
    let runs = source.results.map { named in
      let result = named.result
      let letter = source.isComparison ? "\(named.letter): " : ""
      let commit =
        result.build.commit == "unknown" ? "" : ", commit \(result.build.commit.prefix(12))"
      return tag(
        "p", ["class": "run"],
        text: "\(letter)\(result.method.date.prefix(10))\(commit), \(result.machine.processor), "
          + "\(result.machine.system)")
    }
    let warnings = source.results.filter { !$0.result.method.isComplete }.map { named in
      tag(
        "p", ["class": "warning"],
        text: "The run of \(named.file) was interrupted: this is what was finished.")
    }
    return tag(
      "header", [:],
      [tag("h1", text: title)] + runs + warnings + findings
        + [tag("nav", ["aria-label": "Sections"], [tag("ul", [:], links)])])
  }

  /// What the figures of the first result say, in sentences.
  private var findings: [Markup] {
    guard let named = source.results.first else { return [] }
    let competing = named.subjects.filter { $0.anotherQuestion == nil }
    var sentences: [String] = []
    let timed = competing.compactMap { subject in
      subject.median(named.locate()).map { (subject, $0) }
    }
    if let (fastest, time) = timed.min(by: { $0.1 < $1.1 }) {
      var sentence =
        "\(fastest.name) locates a prefix fastest: \(Quantity.time.text(time)), median."
      if let baseline = named.baseline, baseline.name != fastest.name,
        let ratio = named.result.ratio(of: fastest, at: named.locate())
      {
        let times = 1 / ratio
        sentence += " Plain binary search takes \(times.rounded(decimals: 1)) times as long."
      }
      sentences.append(sentence)
    }
    let sized = competing.compactMap { subject in
      named.bytesPerRow(subject).map { (subject, $0.value) }
    }.filter { $0.1 > 0 }
    if let (smallest, bytes) = sized.min(by: { $0.1 < $1.1 }) {
      sentences.append(
        "\(smallest.name) has the smallest index: \(Quantity.bytes.text(bytes)) for each "
          + "\(named.result.data.noun).")
    }
    let rivals = timed.filter { $0.0.role == .rival }
    if let (best, time) = rivals.min(by: { $0.1 < $1.1 }),
      let (engine, engineTime) = timed.filter({ $0.0.role == .engine }).min(by: { $0.1 < $1.1 }),
      engineTime > 0
    {
      let ratio = time / engineTime
      sentences.append(
        ratio >= 1
          ? "Of what users would take instead, \(best.name) is the fastest, and takes "
            + "\(ratio.rounded(decimals: 1)) times as long as \(engine.name)."
          : "Of what users would take instead, \(best.name) is the fastest, and faster than "
            + "every engine here.")
    }
    return sentences.isEmpty
      ? [] : [tag("ul", ["class": "findings"], sentences.map { tag("li", text: $0) })]
  }
}
