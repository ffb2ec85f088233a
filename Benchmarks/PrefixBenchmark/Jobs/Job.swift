import Foundation

/// A unit of work for a fresh process, which returns figures.
///
/// The stored properties of a job are its parameters; a run passes them to the process as JSON. A new
/// kind of figure is one more conforming type, one more element of ``JobMessage/kinds``, and one more
/// step of ``RunPlan``.
protocol Job: Codable, Sendable {
  /// Does the work in this process.
  ///
  /// - Returns: The figures, each with the value of one process.
  /// - Throws: ``Unbuildable`` if a rival cannot be built.
  func run() async throws -> [Figure]

  /// Configures the process before it starts; by default nothing.
  func prepare(_ process: Process) throws

  /// Adds figures that are known after the end of the process; by default none.
  func complete(_ figures: [Figure]) throws -> [Figure]
}

extension Job {
  func prepare(_ process: Process) throws {}
  func complete(_ figures: [Figure]) throws -> [Figure] { figures }
}

/// A job as the argument of a process.
struct JobMessage: Codable, Sendable {
  private static let kinds: [any Job.Type] = [
    LatencyJob.self, ProgramJob.self, MemoryJob.self, StartJob.self, ScaleJob.self,
    FileBuildJob.self, FileOpenJob.self, NamesJob.self, QualityJob.self, CounterJob.self,
    CallgrindJob.self,
  ]

  let job: any Job

  private enum CodingKeys: CodingKey { case kind, job }

  init(_ job: any Job) { self.job = job }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decode(String.self, forKey: .kind)
    guard let kind = Self.kinds.first(where: { "\($0)" == name }) else {
      throw DecodingError.dataCorruptedError(
        forKey: .kind, in: container, debugDescription: "There is no job \(name).")
    }
    func job<Kind: Job>(_ kind: Kind.Type) throws -> any Job {
      try container.decode(kind, forKey: .job)
    }
    self.job = try job(kind)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode("\(type(of: job))", forKey: .kind)
    try container.encode(job, forKey: .job)
  }

  var text: String {
    get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
  }

  /// Does the work in this process.
  func outcome() async throws -> JobOutcome {
    do {
      return JobOutcome(figures: try await job.run())
    } catch let unbuildable as Unbuildable {
      return JobOutcome(leftOut: unbuildable)
    }
  }
}

/// The output of a process.
struct JobOutcome: Codable, Sendable {
  var figures: [Figure] = []
  /// The rival that cannot be built over the data.
  var leftOut: Unbuildable?
}

/// The reason why a rival cannot be built over the data.
///
/// The run continues without it.
struct Unbuildable: Error, Codable, CustomStringConvertible {
  var subject: String
  var reason: String

  var description: String { "\(subject): \(reason)" }
}
