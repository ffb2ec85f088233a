import ArgumentParser

/// `bench list`: what can be measured.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the subjects and workloads that can be asked for.")

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
