import ArgumentParser

/// The command line: one type for each subcommand, in the folder `Commands`.
@main
struct Bench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Compares prefix-search engines on every city of the world.",
    subcommands: [
      RunCommand.self, SearchCommand.self, VerifyCommand.self, BuildCommand.self,
      SampleCommand.self,
    ],
    defaultSubcommand: RunCommand.self)
}
