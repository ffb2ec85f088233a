import PrefixBenchmark
package import PrefixMeasuring

/// The line of progress; Foundation has a type of this name.
package typealias Progress = PrefixMeasuring.Progress

/// The benchmark with the engines of this package alone, and with commands that measure no engines:
/// searches, checks, and files of cities.
@main
enum Program: BenchmarkProgram {
  static let engines: [BenchmarkEngine] = []

  static func main() {
    main(with: [
      SearchCommand.self, GeocodeCommand.self, VerifyCommand.self, QualityCommand.self,
      BuildCommand.self, UpdateCommand.self,
    ])
  }
}
