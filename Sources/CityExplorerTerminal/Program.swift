#if Benchmark
import ArgumentParser
import Foundation

#if Server
import CityExplorerServer
#endif

/// The command line of `city-explorer`.
///
/// It has no options of its own, because it would take them from its commands.
@main
struct Program: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "city-explorer",
    abstract: "Searches for cities in a terminal, in a browser and as a service.",
    discussion: "Without a command, it explores the cities in this terminal.",
    version: "0.1.0, not released yet",
    subcommands: [ExploreCommand.self, ServeCommand.self, ExportCommand.self],
    defaultSubcommand: ExploreCommand.self)

  static func main() async {
    var arguments = Array(CommandLine.arguments.dropFirst())
    #if Server
    if arguments.first == ServeCommand.configuration.commandName {
      do {
        arguments = try arguments.prefix(1) + ServeCommand.arguments(Array(arguments.dropFirst()))
      } catch {
        exit(withError: error)
      }
    }
    #endif
    await main(arguments)
  }
}

/// City Explorer in a terminal.
struct ExploreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Searches for cities in a terminal, and geocodes lists of addresses (the default).",
    discussion: """
      The list changes with every key. Favorites are kept in a file. Addresses, of a file or pasted, are \
      answered in a table beside them, which is continued when the program is started again.

      Without a terminal, each line of standard input is searched for; a file of addresses is answered as a \
      whole.
      """)

  @Option(
    help: ArgumentHelp(
      "A gazetteer file in place of the shipped one; bench build makes it.", valueName: "file"))
  var cities: String?

  @Option(
    help: ArgumentHelp(
      "A server of city-explorer to ask; the cities in memory answer while there is none.",
      valueName: "address"),
    transform: { try serverAddress($0) })
  var server: URL?

  @Option(
    name: .customLong("language"),
    help: ArgumentHelp(
      "A language for the names of cities, such as de; may be repeated, the preferred one first.",
      valueName: "code"))
  var languages: [String] = []

  @Option(help: ArgumentHelp("The file of the favorites.", valueName: "file"))
  var favorites: String?

  @Option(help: ArgumentHelp("A file of addresses, one a line.", valueName: "file"))
  var addresses: String?

  @Option(
    help: ArgumentHelp(
      "The table of the answers to addresses; by default beside their file.", valueName: "file"))
  var table: String?

  @MainActor
  func run() async throws {
    func file(_ path: String?) -> URL? {
      path.map { URL(filePath: $0, directoryHint: .notDirectory) }
    }
    let explorer = try Explorer(
      Explorer.Sources(
        cities: file(cities), server: server, languages: languages, favorites: file(favorites),
        addresses: file(addresses), table: file(table)))
    if Terminal.isAvailable {
      let status = try await TerminalExplorer(explorer).run()
      if status != EXIT_SUCCESS { throw ExitCode(status) }
    } else {
      try await PlainExplorer(explorer).run()
    }
  }

  private static func serverAddress(_ text: String) throws -> URL {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host() != nil
    else {
      throw ValidationError(
        "--server must be an address such as http://localhost:8080, got '\(text)'.")
    }
    return url
  }
}

#if !Server
/// `city-explorer serve` without the trait that it needs.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serves City Explorer in a browser, and the search as a service (trait Server).")

  @Argument(parsing: .captureForPassthrough, help: .hidden)
  var arguments: [String] = []

  func run() throws { throw MissingTrait(command: "serve") }
}

/// `city-explorer export` without the trait that it needs.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes City Explorer for browsers into a folder (trait Server).")

  @Argument(parsing: .captureForPassthrough, help: .hidden)
  var arguments: [String] = []

  func run() throws { throw MissingTrait(command: "export FOLDER") }
}

/// The program was built without the trait that a command needs.
private struct MissingTrait: Error, CustomStringConvertible {
  let command: String

  var description: String {
    """
    city-explorer was built without the trait Server. Run it with the trait:
    swift run -c release --traits Server city-explorer \(command)
    """
  }
}
#endif
#else
import Foundation

/// The program without the trait that fetches what reads command lines.
@main
enum Program {
  static func main() {
    let advice = """
      city-explorer was built without the trait Benchmark, which is on by default. Run it with the trait:
      swift run -c release city-explorer

      """
    FileHandle.standardError.write(Data(advice.utf8))
    exit(EXIT_FAILURE)
  }
}
#endif
