import ArgumentParser
import CityGeocoding
import CitySearch
import Fixtures
import Foundation
import GeoNamesCities
import PrefixBenchmark

/// `bench quality`: measures how often the intended city is found.
struct QualityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quality",
    abstract: "Measures how often and how soon a search finds the intended city.",
    discussion: """
      Asks every search the same queries, and counts those with a right city as the first answer, \
      among the first five and among the first ten. Then types the names of cities letter by letter and \
      counts the letters until the city is in view. No times are measured, so any build will do.

      --program adds a search in another language (see Benchmarks/Programs), beside search by \
      relevance; then times are measured, too, and sizes.

      --sounds asks for names that are left out of what is searched: up to 400 each of India, \
      Bangladesh, Pakistan, Nepal, Morocco and Ethiopia, drawn from the alternate names in a script of the \
      country: one in which most names in a language of the country are written. Several names are left \
      out at once, if none of them may be an answer to another, as typed, corrected or in part; so the \
      matches are those of a search that lacks a single name. One thing differs: how usual a script is \
      in a country, which decides between names that sound alike, is counted without all of these \
      names, about an eighth of those drawn.
      """)

  @Flag(
    help: """
      Instead, leave out names in other scripts than Latin, and count how often their sound leads to the \
      city.
      """)
  var sounds = false

  @Option(
    help: .file(
      "Instead, ask for the names in this file, and count by script (name, ids, script, country)."))
  var scripts: String?

  @Option(
    help: .file(
      "Instead, ask the geocoder for the addresses in this file, and count by kind (line, ids, kind); may be repeated."
    ))
  var addresses: [String] = []

  @Option(
    help: .file(
      "Queries with their right cities, instead of those shipped (see Fixtures/README.md)."))
  var cases: String?

  @Option(help: "The number of cities to draw for counting keystrokes.")
  var draws = KeystrokeTargets.drawCount

  @Option(help: "The seed of these cities, and of names that are left out.")
  var seed = KeystrokeTargets.seed

  @Option(
    name: .customLong("program"),
    help: ArgumentHelp(
      "Compare with a search in another language (see Benchmarks/Programs); may be repeated.",
      valueName: "name=file"), transform: SubjectEntry.init(programArgument:))
  var programs: [SubjectEntry] = []

  @Option(
    help: .file(
      "With --program, search the cities of this GeoNames file, and leave out queries for others."))
  var cities: String?

  @Option(help: .file("Write the counts to this file, as JSON."))
  var json: String?

  func validate() throws {
    try checkLimits(of: "--draws", draws, 0...1_000_000)
    guard !(sounds && cases != nil) else {
      throw ValidationError("--sounds draws its own queries: it takes no --cases.")
    }
    guard programs.isEmpty || !sounds else {
      throw ValidationError("--program does not take part in --sounds.")
    }
    let isOther = sounds || cases != nil || !programs.isEmpty || json != nil
    for (name, isGiven) in [("--scripts", scripts != nil), ("--addresses", !addresses.isEmpty)] {
      guard !isGiven || !isOther else {
        throw ValidationError(
          "\(name) is a study of its own: give no other, and no --cases, --program or --json.")
      }
    }
    guard scripts == nil || addresses.isEmpty else {
      throw ValidationError("--scripts and --addresses are two studies: give one of them.")
    }
    if let twice = programs.map(\.name).firstRepeated {
      throw ValidationError("\(twice) is given twice.")
    }
    guard cities == nil || !programs.isEmpty else {
      throw ValidationError("--cities must come with --program.")
    }
  }

  func run() throws {
    let progress = Progress()
    let output = json.map(OutputFile.init(path:))
    try output?.check()
    if sounds {
      let study = try SoundStudy(count: LeftOutName.count, seed: seed) { progress.show($0) }
      progress.clear()
      try StandardOutput.print(study.text)
      try output?.write(study.figures.json)
      return
    }
    if let scripts {
      let study = ScriptStudy(try LabeledText.all(in: URL(filePath: scripts)))
      try StandardOutput.print(study.text(over: CityIndex(.geoNames())))
      return
    }
    if !addresses.isEmpty {
      let gazetteer = try Gazetteer.geoNames()
      let (geocoder, cities) = (LineGeocoder(gazetteer), CityIndex(gazetteer))
      for file in addresses {
        let lines = try LabeledText.all(in: URL(filePath: file))
        let study = AddressStudy(of: lines, with: geocoder, beside: cities)
        try StandardOutput.print("\(file)\n\n\(study.text(in: gazetteer))\n")
      }
      return
    }
    let file = cases.map { URL(filePath: $0) } ?? Fixtures.qualityCases
    let cases = try QualityCase.all(in: file)
    let figures = FigureList(
      programs.isEmpty
        ? try own(cases, progress) : try besidePrograms(cases, progress))
    progress.clear()
    try StandardOutput.print(QualityReport(figures, file: file.lastPathComponent).text)
    try output?.write(figures.json)
  }

  private func own(_ cases: [QualityCase], _ progress: Progress) throws -> [Figure] {
    progress.show("loading cities")
    return try QualityJob.figures(
      over: Dataset.shipped.gazetteer(), cases: cases, draws: draws, seed: seed
    ) { progress.show($0) }
  }

  private func besidePrograms(_ cases: [QualityCase], _ progress: Progress) throws -> [Figure] {
    try FitBuild.check()
    let comparison = QualityBesidePrograms(
      dataset: cities.map { Dataset(.cities, path: $0) } ?? .shipped, cases: cases,
      programs: programs.compactMap { entry in entry.program.map { (entry.name, $0) } },
      draws: draws, seed: seed, interruption: Interruption(endingAtOnce: true))
    return try comparison.figures { progress.show($0) }
  }
}

/// `bench session`: measures how long a person at a search field waits.
struct SessionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session",
    abstract: "Measures the search session from the keystroke to the phase on screen.",
    discussion: """
      Types words at a steady rate and in bursts, without waiting for answers (an open loop): latency \
      counts from the planned time of a keystroke, so delays are included. Then compares calls of a \
      session with calls of the engine below it. The article "From a text field to a map" has these figures.
      """)

  @Option(help: "The seconds of typing at each rate.")
  var seconds = 10

  @Option(help: "The seed of the queries.")
  var seed: UInt64 = 1

  func validate() throws {
    try checkLimits(of: "--seconds", seconds, 1...3_600)
  }

  func run() async throws {
    try FitBuild.check()
    let progress = Progress()
    progress.show("loading cities")
    let gazetteer = try Dataset.shipped.gazetteer()
    let cities = CityIndex(gazetteer)
    let queries = try WorkloadEntry.typedQueries(over: gazetteer, seed: seed)

    var typing = Table(heads: [
      "typing", "keystrokes", "answered", "p50\nus", "p99\nus", "slowest\nus",
    ])
    for pace in Pace.all {
      progress.show("typing \(pace.name)")
      typing.rows.append(
        await pace.typing(queries.map(\.text), for: .seconds(seconds), over: cities))
    }

    progress.show("comparing with direct calls")
    let overhead = try await SessionOverhead(cities: cities, queries: queries).measured()
    progress.show("counting wake-ups and pages")
    let work = try await TypingWork(
      texts: queries.prefix(100).map(\.text), interval: .milliseconds(100),
      interruption: Interruption(endingAtOnce: true)
    ).measured()
    progress.clear()
    try StandardOutput.print(
      """
      \(typing.text)

      From the planned keystroke to the phase with its answer, open loop, no debounce.

      \(overhead.text)

      One call after the other, ten completions each.

      \(work.text)

      Ten keys a second, over the shipped file, mapped. Of its pages, those that the keys touch count.
      """)
  }
}
