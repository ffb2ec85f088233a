import ArgumentParser

/// `bench list`: what can be measured.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the subjects and workloads that can be asked for.")

  func run() throws {
    print("Subjects (--subject):")
    for entry in SubjectEntry.all {
      let question = entry.anotherQuestion.map { "; answers another question: \($0)" } ?? ""
      print(Self.line(entry.name, "\(entry.summary)\(question)"))
    }
    print("\nWorkloads (--workload):")
    for entry in WorkloadEntry.all { print(Self.line(entry.name, entry.summary)) }
    print("\nWorkloads of the search over all names (--workload):")
    for entry in Extent.nameWorkloads { print(Self.line(entry.name, entry.summary)) }
  }

  private static func line(_ name: String, _ summary: String) -> String {
    let width = 16
    let padding = String(repeating: " ", count: max(2, width - name.count))
    return "  \(name)\(padding)\(summary)"
  }
}
