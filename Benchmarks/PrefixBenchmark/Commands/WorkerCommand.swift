import ArgumentParser
import Foundation

/// `bench worker`: one job in a process of its own, for the commands that measure.
struct WorkerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker", abstract: "Does one job of a run, and prints its outcome.",
    shouldDisplay: false)

  @Argument(help: "The job, as the JSON that a run writes.")
  var job: String

  func run() async throws {
    try FitBuild.check()
    guard let message = try? JSONDecoder().decode(JobMessage.self, from: Data(job.utf8)) else {
      throw BenchFailure("This command is for other commands of this program; use `bench run`.")
    }
    let outcome = try await message.outcome()
    try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(outcome))
  }
}
