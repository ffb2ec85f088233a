import Foundation

#if Benchmark
import ArgumentParser
#endif

/// What only maintainers of this package need, one subcommand each.
///
/// Without the trait `Benchmark`, the program has only the subcommands that use no module of this package
/// and no other package. So the tables with which the modules are compiled can be made before the modules.
@main
enum Maintain {
  private static let usage = """
    usage: maintain folding-tables …   make the tables of folding, and of the sounds of letters
           maintain public-api …       list the public API
           maintain history …          show every figure over the stored results
           maintain sensitivity …      measure which faults a comparison of pairs finds

    Each explains itself: maintain history --help
    """

  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    let rest = Array(arguments.dropFirst())
    do {
      switch arguments.first {
      case GenerateFoldingTables.name: try GenerateFoldingTables.run(rest)
      case ListPublicAPI.name: try ListPublicAPI.run(rest)
      #if Benchmark
      case HistoryCommand.name: HistoryCommand.main(rest)
      case SensitivityCommand.name: await SensitivityCommand.main(rest)
      #endif
      case nil, "help", "--help", "-h": print(usage)
      case let name?: throw UnknownCommand(name: name, usage: usage)
      }
    } catch {
      FileHandle.standardError.write(Data("error: \(error.localizedDescription)\n".utf8))
      exit(1)
    }
  }
}

/// The first argument is not a subcommand, or is one that needs the trait `Benchmark`.
private struct UnknownCommand: LocalizedError {
  let name: String
  let usage: String

  var errorDescription: String? { "there is no subcommand '\(name)' in this build\n\n\(usage)" }
}
