import ArgumentParser
import Foundation
import PrefixSearch

/// The command line: one type for each subcommand, mostly in a file of its own in this folder.
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
    let automaton = EditAutomaton(word.unicodeScalars.map(\.value), limit: 2)
    let nearest = names.compactMap { name in automaton.distance(to: name).map { (name, $0) } }
      .min { $0.1 < $1.1 }
    let advice =
      nearest.map { "Did you mean '\($0.0)'?" } ?? "There are \(names.joined(separator: ", "))."
    throw ValidationError("There is no subcommand '\(word)'. \(advice)")
  }
}

/// `bench list`: the subjects and workloads.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the subjects and workloads that a run can measure.")

  func run() throws {
    try StandardOutput.print("Subjects (--subject):")
    for entry in SubjectEntry.all {
      let question = entry.anotherQuestion.map { "; answers another question: \($0)" } ?? ""
      try StandardOutput.print(Self.line(entry.name, "\(entry.summary)\(question)"))
    }
    try StandardOutput.print("\nWorkloads (--workload):")
    for entry in WorkloadEntry.all {
      try StandardOutput.print(Self.line(entry.name, entry.summary))
    }
    try StandardOutput.print("\nWorkloads of the search over all names (--workload):")
    for entry in Extent.nameWorkloads {
      try StandardOutput.print(Self.line(entry.name, entry.summary))
    }
  }

  private static func line(_ name: String, _ summary: String) -> String {
    let indent = 20
    let lines = summary.wrapped(to: Table.width - indent).split(separator: "\n")
    let padding = String(repeating: " ", count: max(1, indent - 2 - name.count))
    return "  \(name)\(padding)"
      + lines.joined(separator: "\n" + String(repeating: " ", count: indent))
  }
}
