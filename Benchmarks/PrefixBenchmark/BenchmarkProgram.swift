package import ArgumentParser
public import CitySearch
internal import Foundation
public import PrefixSearch
internal import Synchronization
package import PrefixMeasuring

/// A program that compares engines of your own with those of this package.
///
/// ```swift
/// @main
/// struct CompareTries: BenchmarkProgram {
///   static let engines = [
///     BenchmarkEngine(MyTrie.self, summary: "nodes in an arena"),
///     BenchmarkEngine("MyTrie, packed") { keys in MyTrie(keys, isPacked: true) },
///     BenchmarkEngine(search: "MySearch") { cities in MySearch(cities) },
///   ]
/// }
/// ```
///
/// The program has the subcommands `run`, `compare`, `report` and `list`. Every table, check and
/// comparison has your engines beside those of this package, over the cities shipped or over data of your
/// own (`run --cities FILE`, `run --keys FILE`).
///
/// Each figure is taken in fresh processes of the same program. So a program must do nothing before
/// `main`, and ``engines`` must always return the same.
public protocol BenchmarkProgram {
  /// The engines to measure beside the ones of this package.
  static var engines: [BenchmarkEngine] { get }
}

extension BenchmarkProgram {
  /// Reads the command line, runs its subcommand, and ends the process.
  ///
  /// The exit status is 0 for success; 1 if a comparison found that something is worse, or if the
  /// subcommand failed; 2 if a comparison could not be made; 64 for wrong arguments; 130 after Ctrl-C.
  public static func main() { main(with: []) }

  /// As ``main()``, with more subcommands.
  package static func main(with tools: [any ParsableCommand.Type]) -> Never {
    Bench.begin(with: engines, tools: tools)
  }
}

/// An engine to measure: its name, and how it is built.
///
/// An engine is either of two protocols. A `PrefixIndex` is measured from bytes to rows, and behind a `CityIndex`
/// from texts to cities; over keys, too. A `CitySearchable` is measured from texts to cities, by its own names as they
/// are typed: in alphabetical order and by population.
///
/// The bytes of an engine are those that its process allocates for it and keeps, after it has answered a hundred
/// queries: on Linux with glibc they are counted. Elsewhere they are those that a `PrefixIndex` states.
public struct BenchmarkEngine: Sendable {
  package let name: String
  let summary: String
  let needsCities: Bool
  let build: @Sendable (SubjectInput) throws -> BuiltEngine

  /// Creates an engine with the name of its type.
  ///
  /// - Parameters:
  ///   - index: The type of the engine.
  ///   - summary: A description, as a phrase.
  public init<Index: PrefixIndex>(_ index: Index.Type, summary: String = "") {
    self.init(String(describing: index), summary: summary) { Index($0) }
  }

  /// Creates an engine over sorted keys that a closure builds.
  ///
  /// - Parameters:
  ///   - name: The name in tables and on the command line. It must not be empty, and must differ from the
  ///     names of all other engines in more than the case of letters: ``BenchmarkProgram/main()`` stops at a
  ///     name that it knows already.
  ///   - summary: A description, as a phrase.
  ///   - build: Builds it over keys; the build time is the time of this call. An error ends the run
  ///     with the name of the engine.
  public init(
    _ name: String, summary: String = "",
    build: @escaping @Sendable (_ keys: SortedKeys) throws -> any PrefixIndex
  ) {
    self.init(name, summary, needsCities: false) { .index(try build($0.keys)) }
  }

  /// Creates an engine over cities that a closure builds.
  ///
  /// - Parameters:
  ///   - name: The name, as above.
  ///   - summary: A description, as a phrase.
  ///   - build: Builds it over cities, which are those that a run searches, without their other names; the build
  ///     time is the time of this call. An error ends the run with the name of the engine.
  public init(
    search name: String, summary: String = "",
    build: @escaping @Sendable (_ cities: Gazetteer) throws -> any CitySearchable
  ) {
    self.init(name, summary, needsCities: true) { .search(try build($0.gazetteer)) }
  }

  private init(
    _ name: String, _ summary: String, needsCities: Bool,
    build: @escaping @Sendable (SubjectInput) throws -> BuiltEngine
  ) {
    precondition(!name.isEmpty, "The name of an engine must have at least one character, got none.")
    (self.name, self.summary, self.needsCities, self.build) = (name, summary, needsCities, build)
  }

  package var entry: SubjectEntry {
    SubjectEntry(
      name: name, role: .engine, summary: summary, needsCities: needsCities,
      build: { input in try explaining("\(name) cannot be built") { try build(input) } })
  }
}

extension Bench {
  /// The subcommands beside those of every program; set before the command line is read.
  private static let tools = Mutex<[any ParsableCommand.Type]>([])

  /// The subcommands of this program.
  static var subcommands: [any ParsableCommand.Type] {
    [RunCommand.self, CompareCommand.self, ReportCommand.self, ListCommand.self]
      + tools.withLock { $0 } + [WorkerCommand.self]
  }

  /// The entry point of every program.
  ///
  /// An asynchronous `main` would end the main thread in a call that crashes valgrind 3.19. So a job
  /// under valgrind runs before any task begins.
  fileprivate static func begin(
    with engines: [BenchmarkEngine], tools: [any ParsableCommand.Type]
  ) -> Never {
    SubjectEntry.add(engines.map(\.entry))
    self.tools.withLock { $0 = tools }
    CallgrindJob.runIfAsked(CommandLine.arguments)
    Task {
      do {
        try checkSubcommand(CommandLine.arguments.dropFirst().first)
        var command = try parseAsRoot()
        if var command = command as? any AsyncParsableCommand {
          try await command.run()
        } else {
          try command.run()
        }
      } catch {
        end(with: error)
      }
      Foundation.exit(EXIT_SUCCESS)
    }
    dispatchMain()
  }

  /// Ends the process with an error, which may be the request for a help text or the version.
  ///
  /// `exit(withError:)` alone would report success even if such a text could not be written.
  private static func end(with error: any Error) -> Never {
    guard exitCode(for: error).isSuccess else { exit(withError: error) }
    do {
      try StandardOutput.print(fullMessage(for: error))
    } catch {
      exit(withError: error)
    }
    Foundation.exit(EXIT_SUCCESS)
  }
}

/// The command line; each subcommand is a type of its own, most of them in `Commands`.
struct Bench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: programName,
    abstract: "Compares prefix-search engines on every city of the world, or on keys of your own.",
    version: "0.1.0, not released yet",
    subcommands: subcommands,
    defaultSubcommand: RunCommand.self)
}

extension Bench {
  /// The name of the program: `bench`, or that of a program with engines of its own.
  static let programName = URL(filePath: CommandLine.arguments.first ?? "bench").lastPathComponent

  /// Rejects a word that is no subcommand.
  ///
  /// The default subcommand would reject it as an argument of its own, without naming the subcommand that
  /// was meant.
  ///
  /// - Throws: A `ValidationError` that names the subcommand with the nearest spelling.
  static func checkSubcommand(_ word: String?) throws {
    guard let word, !word.hasPrefix("-"), !word.isEmpty else { return }
    let names = configuration.subcommands.compactMap { command in
      command.configuration.shouldDisplay ? command.configuration.commandName : nil
    }
    guard word != "help", word != WorkerCommand.configuration.commandName, !names.contains(word)
    else { return }
    throw ValidationError("There is no subcommand '\(word)'. \(names.advice(for: word))")
  }
}
