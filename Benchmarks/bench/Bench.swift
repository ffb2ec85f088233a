import ArgumentParser

/// The command line: one type for each subcommand, in the folder `Commands`.
@main
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
