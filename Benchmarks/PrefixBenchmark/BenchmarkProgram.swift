import ArgumentParser
import Foundation
public import PrefixSearch
import Synchronization

/// A program that compares engines of your own with those of this package.
///
/// ```swift
/// @main
/// struct CompareTries: BenchmarkProgram {
///   static let engines = [
///     BenchmarkEngine(MyTrie.self, summary: "nodes in an arena"),
///     BenchmarkEngine("MyTrie, packed") { keys in MyTrie(keys, isPacked: true) },
///   ]
/// }
/// ```
///
/// The program has the subcommands `run`, `compare`, `sensitivity`, `report`, `history` and `list`.
/// Every table, plot, check and comparison has the own engines beside the ones of this package, over
/// the cities shipped or over data of your own (`run --cities FILE`, `run --keys FILE`).
///
/// Each figure is taken in fresh processes of the same program: so nothing may happen before `main`,
/// and ``engines`` must be the same whenever it is read.
public protocol BenchmarkProgram {
  /// The engines to measure beside the ones of this package.
  static var engines: [BenchmarkEngine] { get }
}

extension BenchmarkProgram {
  /// Reads the command line, measures and ends the process: with status 0, 1 if a comparison found
  /// that something is worse, 2 if there is nothing to compare, 64 for wrong arguments.
  public static func main() { Bench.begin(with: engines, hasTools: false) }

  /// As ``main()``, with the tools of `bench` beside measuring.
  package static func mainWithTools() { Bench.begin(with: engines, hasTools: true) }
}

/// An engine to measure: its name, and how it is built.
public struct BenchmarkEngine: Sendable {
  let name: String
  let summary: String
  let build: @Sendable (SortedKeys) throws -> any PrefixIndex

  /// Creates an engine that is called by the name of its type.
  ///
  /// - Parameters:
  ///   - index: The type of the engine.
  ///   - summary: What it is, as a phrase.
  public init<Index: PrefixIndex>(_ index: Index.Type, summary: String = "") {
    self.init(String(describing: index), summary: summary) { Index($0) }
  }

  /// Creates an engine that is built in a way of its own.
  ///
  /// - Parameters:
  ///   - name: The name in tables and on the command line; it must not be empty, and no other engine
  ///     or rival may have it, whatever the case of its letters.
  ///   - summary: What it is, as a phrase.
  ///   - build: Builds it over keys; this is what the build time is the time of. An error
  ///     ends the run, with the name of the engine.
  public init(
    _ name: String, summary: String = "",
    build: @escaping @Sendable (_ keys: SortedKeys) throws -> any PrefixIndex
  ) {
    self.name = name
    self.summary = summary
    self.build = build
  }
}

extension SubjectEntry {
  /// The engines that the program adds to those of the package.
  private static let addedEngines = Mutex<[SubjectEntry]>([])

  /// The engines that the program has added; empty for `bench` itself.
  static var added: [SubjectEntry] { addedEngines.withLock { $0 } }

  /// Adds engines, once, before the command line is read.
  static func add(_ engines: [BenchmarkEngine]) {
    for engine in engines {
      precondition(!engine.name.isEmpty, "the name of an engine must not be empty")
      precondition(
        (try? named(engine.name)) == nil,
        "the name of an engine must be new, got \(engine.name) once more")
      let entry = SubjectEntry(
        name: engine.name, role: .engine, summary: engine.summary,
        build: { input in
          do {
            return input.subject(try engine.build(input.keys))
          } catch {
            throw BenchFailure("\(engine.name) cannot be built: \(error.localizedDescription)")
          }
        })
      addedEngines.withLock { $0.append(entry) }
    }
  }
}

extension Bench {
  /// What `bench` has beside measuring: searches, checks, and files made of the cities.
  private static let tools: [any ParsableCommand.Type] = [
    SearchCommand.self, SessionCommand.self, GeocodeCommand.self, VerifyCommand.self,
    QualityCommand.self, BuildCommand.self, SampleCommand.self, CasesCommand.self,
  ]

  /// Whether the program has those tools, as `bench` has; set before the command line is read.
  private static let hasTools = Mutex(true)

  /// The subcommands of this program.
  static var subcommands: [any ParsableCommand.Type] {
    [
      RunCommand.self, CompareCommand.self, SensitivityCommand.self, ReportCommand.self,
      HistoryCommand.self, ListCommand.self,
    ] + (hasTools.withLock { $0 } ? tools : []) + [WorkerCommand.self]
  }

  /// Where every program begins.
  ///
  /// An asynchronous `main` would end the main thread in a call that valgrind 3.19 does not live
  /// through. So what runs under valgrind is done before any task begins.
  fileprivate static func begin(with engines: [BenchmarkEngine], hasTools: Bool) -> Never {
    SubjectEntry.add(engines)
    self.hasTools.withLock { $0 = hasTools }
    CallgrindWorker.runIfAsked(CommandLine.arguments)
    Task {
      do {
        try checkSubcommand(CommandLine.arguments.dropFirst().first)
        await main()
      } catch {
        exit(withError: error)
      }
      Foundation.exit(EXIT_SUCCESS)
    }
    dispatchMain()
  }
}
