import ArgumentParser
import CitySearch
import Fixtures

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
    let geocoding = try GeocodingMeasurement(
      cities: cities, file: Fixtures.cities, count: addresses, seed: seed
    ).measured()
    progress.show("looking for the nearest cities")
    let reverse = try ReverseMeasurement(cities: cities, count: points, seed: seed).measured()
    progress.clear()
    for (table, note) in [geocoding, reverse] {
      try StandardOutput.print("\(table.text)\n\n\(note.wrapped())\n")
    }
  }
}
