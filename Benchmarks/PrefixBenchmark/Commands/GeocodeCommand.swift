import ArgumentParser
import CitySearch
import Fixtures

/// `bench geocode`: addresses to cities, and points to the nearest city.
struct GeocodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geocode",
    abstract: "Measures offline geocoding: how many addresses are found, and how fast.",
    discussion: """
      Writes addresses of the cities shipped in several ways, from complete to misspelled, and counts \
      how often each way leads back to the city. Then looks for the cities nearest to points, beside \
      a scan over all cities, which must find the same.
      """)

  @Option(help: "How many addresses to write, of all classes together.")
  var addresses = 200_000

  @Option(help: "How many points to ask for in each set.")
  var points = 100_000

  @Option(help: "The seed of what is asked.")
  var seed: UInt64 = 1

  func validate() throws {
    for (option, number) in [("addresses", addresses), ("points", points)] {
      guard (1...10_000_000).contains(number) else {
        throw ValidationError("--\(option) takes a number from 1 to 10000000, not \(number).")
      }
    }
  }

  func run() throws {
    try FitBuild.check()
    let progress = Progress()
    progress.show("loading cities")
    let cities = CityIndex(try Dataset.shipped.gazetteer())
    progress.show("geocoding \(addresses.grouped) addresses")
    let geocoding = try GeocodingTrial(
      cities: cities, file: Fixtures.cities, count: addresses, seed: seed
    ).measured()
    progress.show("looking for the nearest cities")
    let reverse = try ReverseTrial(cities: cities, count: points, seed: seed).measured()
    progress.clear()
    for (table, note) in [geocoding, reverse] {
      try StandardOutput.print("\(table.text)\n\n\(note.wrapped())\n")
    }
  }
}
