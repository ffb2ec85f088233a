import PrefixBenchmark

/// The benchmark with the engines of this package alone, and with its tools.
@main
enum Program: BenchmarkProgram {
  static let engines: [BenchmarkEngine] = []

  static func main() { mainWithTools() }
}
