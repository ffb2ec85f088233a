import ArgumentParser
import CitySearch
import Fixtures

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
    progress.show("loading 234,908 cities")
    let gazetteer = try Dataset.shipped.gazetteer()
    let cities = CityIndex(gazetteer)
    let queries = try WorkloadEntry.typedQueries(over: gazetteer, seed: seed)

    var typing = Table(heads: [
      "typing", "keystrokes", "answered", "p50\nus", "p99\nus", "slowest\nus",
    ])
    for pace in Pace.all {
      progress.show("typing \(pace.name)")
      let measurement = TypingMeasurement(
        texts: queries.map(\.text), pace: pace, duration: .seconds(seconds), cities: cities)
      typing.rows.append(await measurement.run().row(named: pace.name))
    }

    progress.show("comparing with direct calls")
    let overhead = try await SessionOverhead(cities: cities, queries: queries).measured()
    progress.show("comparing with narrowing")
    let narrowing = NarrowingMeasurement(cities: cities, queries: queries).measured()
    progress.clear()
    try StandardOutput.print(typing.text)
    try StandardOutput.print(
      "\nFrom the planned keystroke to the phase with its answer, open loop, no debounce.\n")
    try StandardOutput.print(overhead.text)
    try StandardOutput.print("\nOne call after the other, ten completions each.\n")
    try StandardOutput.print(narrowing.text)
    try StandardOutput.print(
      "\nFolded bytes in, range of rows out, for queries that extend the previous one.")
  }
}
