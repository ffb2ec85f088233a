import ArgumentParser
import CityExplorer
import CitySearch
import Fixtures

/// `bench geocode`: addresses to cities, and points to the nearest city.
struct GeocodeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geocode",
    abstract: "Measures offline geocoding: accuracy by class of address, speed, nearest cities.")

  @Option(help: "How many points to ask for in each set.")
  var points = 100_000

  @Option(help: "The seed of what is asked.")
  var seed: UInt64 = 1

  func run() async throws {
    try FitBuild.check()
    let progress = Progress()
    progress.show("loading cities")
    let gazetteer = try Gazetteer(
      contentsOf: Fixtures.cities, admin1Codes: Fixtures.admin1Codes,
      countryInfo: Fixtures.countryInfo)
    let reverse = try ReverseTrial(gazetteer: gazetteer, count: points, seed: seed).measured()
    progress.clear()
    print(reverse.table.text)
    print("\n" + reverse.note)
  }
}
