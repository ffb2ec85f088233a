import ArgumentParser
import CitySearch
import Fixtures

/// `bench session`: how long a person at a search field waits.
struct SessionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session",
    abstract: "Measures the search session from the keystroke to the phase on screen.",
    discussion: """
      Types words at a steady rate and as bursts, whether or not answers keep up (an open loop): \
      the time counts from the moment when a key was to be struck, so nothing that is late is \
      forgotten. Then compares calls of a session with calls of the engine below it.
      """)

  @Option(help: "How many seconds to type at each rate.")
  var seconds = 10

  @Option(help: "The seed of what is typed.")
  var seed: UInt64 = 1

  func validate() throws {
    guard (1...3_600).contains(seconds) else {
      throw ValidationError("--seconds takes a number from 1 to 3600, not \(seconds).")
    }
  }

  func run() async throws {
    try FitBuild.check()
    let progress = Progress()
    progress.show("loading 234,908 cities")
    let gazetteer = try Dataset.shipped.gazetteer()
    let cities = CityIndex(gazetteer)
    let queries = TypedQueries(over: gazetteer, seed: seed)

    var typing = Table(heads: [
      "typing", "keystrokes", "answered", "p50\nus", "p99\nus", "slowest\nus",
    ])
    for pace in Pace.all {
      progress.show("typing \(pace.name)")
      let play = TypingPlay(
        texts: queries.texts, pace: pace, duration: .seconds(seconds), cities: cities)
      typing.rows.append(await play.run().row(named: pace.name))
    }

    progress.show("comparing with direct calls")
    let overhead = try await SessionOverhead(cities: cities, queries: queries).measured()
    progress.show("comparing with narrowing")
    let narrowing = NarrowingTrial(cities: cities, queries: queries).measured()
    progress.clear()
    try StandardOutput.print(typing.text)
    try StandardOutput.print(
      "\nFrom the planned keystroke to the phase with its answer, open loop, no debounce.\n")
    try StandardOutput.print(overhead.text)
    try StandardOutput.print("\nOne call after the other, ten completions each.\n")
    try StandardOutput.print(narrowing.text)
    try StandardOutput.print(
      "\nFolded bytes in, range of rows out, for queries that add to the one before.")
  }
}
