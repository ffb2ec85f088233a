import Foundation

/// What only maintainers of this package need, one subcommand each.
///
/// The program uses no module of this package and no other package: so the tables with which the modules are compiled
/// can be made before the modules. `.ci/folding-tables` and `.ci/documentation` run it.
@main
enum Maintain {
  private static let usage = """
    usage: maintain folding-tables …   make the tables of folding, and of the sounds of letters
           maintain public-api …       list the public API

    Each explains itself: maintain public-api --help
    """

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let rest = Array(arguments.dropFirst())
    do {
      switch arguments.first {
      case GenerateFoldingTables.name: try GenerateFoldingTables.run(rest)
      case ListPublicAPI.name: try ListPublicAPI.run(rest)
      case nil, "help", "--help", "-h": print(usage)
      case let name?: throw UnknownCommand(name: name, usage: usage)
      }
    } catch {
      FileHandle.standardError.write(Data("error: \(error.localizedDescription)\n".utf8))
      exit(1)
    }
  }
}

/// The first argument is not a subcommand.
private struct UnknownCommand: LocalizedError {
  let name: String
  let usage: String

  var errorDescription: String? { "there is no subcommand '\(name)'\n\n\(usage)" }
}
