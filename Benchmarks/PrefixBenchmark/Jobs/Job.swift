package import Foundation

/// A unit of work for a fresh process, which returns figures.
///
/// The stored properties of a job are its parameters; a run passes them to the process as JSON. A new
/// kind of figure is one more conforming type, one more element of ``JobArguments``, and one more
/// step of ``RunPlan``.
package protocol Job: Codable, Sendable {
  /// Does the work in this process.
  ///
  /// - Returns: The figures, each with the value of one process.
  /// - Throws: ``Unbuildable`` if a program refuses the keys.
  func run() async throws -> [Figure]

  /// Configures the process before it starts; by default nothing.
  func prepare(_ process: Process) throws

  /// Adds figures that are known after the end of the process; by default none.
  func complete(_ figures: [Figure]) throws -> [Figure]
}

extension Job {
  package func prepare(_ process: Process) throws {}
  package func complete(_ figures: [Figure]) throws -> [Figure] { figures }
}

/// A job as two arguments of a process: the name of its type, and its parameters as JSON.
enum JobArguments {
  private static let kinds: [any Job.Type] = [
    LatencyJob.self, ProgramJob.self, MemoryJob.self, FileBuildJob.self, FileOpenJob.self,
    NamesJob.self, QualityJob.self, CallgrindJob.self,
  ]

  static func arguments(of job: any Job) throws -> [String] {
    ["\(type(of: job))", String(decoding: try JSONEncoder().encode(job), as: UTF8.self)]
  }

  static func job(_ kind: String, _ parameters: String) throws -> any Job {
    guard let kind = kinds.first(where: { "\($0)" == kind }),
      let job = try? JSONDecoder().decode(kind, from: Data(parameters.utf8))
    else { throw BenchFailure("This command is internal; use `bench run`.") }
    return job
  }
}

/// The output of a process.
struct JobOutcome: Codable, Sendable {
  var figures: [Figure] = []
  /// The program that does not take part.
  var leftOut: Unbuildable?
}

/// The reason why a program does not take part.
///
/// The run continues without it.
package struct Unbuildable: Error, Codable, CustomStringConvertible {
  package var subject: String
  package var reason: String

  package var description: String { "\(subject): \(reason)" }
}
