import ArgumentParser
import Foundation

/// Where the program begins.
///
/// An asynchronous `main` would end the main thread in a call that valgrind 3.19 does not live
/// through. So what runs under valgrind is done before any task begins.
@main
enum Program {
  static func main() {
    CallgrindWorker.runIfAsked(CommandLine.arguments)
    Task {
      await Bench.main()
      exit(EXIT_SUCCESS)
    }
    dispatchMain()
  }
}

/// The command line: one type for each subcommand, in the folder `Commands`.
struct Bench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Compares prefix-search engines on every city of the world.",
    subcommands: [
      RunCommand.self, CompareCommand.self, ReportCommand.self, ListCommand.self,
      SearchCommand.self, SessionCommand.self, GeocodeCommand.self, VerifyCommand.self,
      QualityCommand.self, BuildCommand.self, SampleCommand.self, CasesCommand.self,
      WorkerCommand.self,
    ],
    defaultSubcommand: RunCommand.self)
}
