import ArgumentParser
import CitySearch
import Fixtures
import Foundation
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
      Instead, leave out parts of the search by relevance, one at a time, and print the effect of each \
      on quality and size.
      """)
  var ablation = false

  @Flag(
    help: """
      Instead, leave out names in other scripts than Latin, and count how often their sound leads to the \
      city.
      """)
  var sounds = false

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
    guard !(ablation && sounds) else {
      throw ValidationError("--ablation and --sounds are two studies: give one of them.")
    }
    guard !(sounds && cases != nil) else {
      throw ValidationError("--sounds draws its own queries: it takes no --cases.")
    }
    guard programs.isEmpty || !(ablation || sounds) else {
      throw ValidationError("--program does not take part in --ablation and --sounds.")
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
    let file = cases.map { URL(filePath: $0) } ?? Fixtures.qualityCases
    let cases = try QualityCase.all(in: file)
    if ablation {
      let study = try AblationStudy(file: file.lastPathComponent, cases: cases) {
        progress.show($0)
      }
      progress.clear()
      try StandardOutput.print(study.text)
      try output?.write(study.figures.json)
      return
    }
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
      draws: draws, seed: seed)
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
      session with calls of the engine below it.
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
    progress.show("comparing with narrowing")
    let narrowing = cities.narrowingTimes(of: queries)
    progress.clear()
    try StandardOutput.print(
      """
      \(typing.text)

      From the planned keystroke to the phase with its answer, open loop, no debounce.

      \(overhead.text)

      One call after the other, ten completions each.

      \(narrowing.text)

      Folded bytes in, range of rows out, for queries that extend the previous one.
      """)
  }
}

/// `bench geocode`: finds the cities of addresses, and the cities nearest to points.
struct GeocodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geocode",
    abstract: "Measures offline geocoding: how many addresses are found, and how fast.",
    discussion: """
      Writes addresses of the cities shipped in several forms, from complete to misspelled, and counts \
      how often the city of each form is found. Then finds the cities nearest to points, and checks \
      them against a scan over all cities.
      """)

  @Option(help: "The number of addresses, of all classes together.")
  var addresses = 200_000

  @Option(help: "The number of points in each set.")
  var points = 100_000

  @Option(help: "The seed of addresses and points.")
  var seed: UInt64 = 1

  func validate() throws {
    try checkLimits(of: "--addresses", addresses, 1...10_000_000)
    try checkLimits(of: "--points", points, 1...10_000_000)
  }

  func run() throws {
    try FitBuild.check()
    let progress = Progress()
    progress.show("loading cities")
    let cities = CityIndex(try Dataset.shipped.gazetteer())
    progress.show("geocoding \(addresses.grouped) addresses")
    let geocoding = try GeocodingMeasurement(cities: cities, file: Fixtures.cities)
      .measured(count: addresses, seed: seed)
    progress.show("looking for the nearest cities")
    let reverse = try ReverseMeasurement(cities: cities, count: points, seed: seed).measured()
    progress.clear()
    for (table, note) in [geocoding, reverse] {
      try StandardOutput.print("\(table.text)\n\n\(note.wrapped())\n")
    }
  }
}
