import Foundation
import Testing

@testable import PrefixBenchmark

/// Whether a run that is asked to end does so.
@Suite("Interrupted runs") struct InterruptionTests {
  @Test func `Ctrl-C ends the process in hand, and nothing is started any more`() throws {
    let interruption = Interruption()
    // Long enough that a test that fails does so; it inherits that the signal is ignored.
    let worker = Process()
    worker.executableURL = URL(filePath: "/bin/sleep")
    worker.arguments = ["100"]
    try worker.run()
    interruption.watch(worker: worker.processIdentifier)
    #expect(!interruption.isInterrupted)

    kill(getpid(), SIGINT)
    worker.waitUntilExit()
    #expect(worker.terminationReason == .uncaughtSignal)
    #expect(interruption.isInterrupted)
    let job = ScaleJob(subject: "RadixTree", size: .tenThousand, seed: 1)
    #expect(throws: CancellationError.self) {
      try WorkerProcess(interruption: interruption).run(job)
    }

    // One that was started at the worst moment is ended as well.
    let late = Process()
    late.executableURL = worker.executableURL
    late.arguments = worker.arguments
    try late.run()
    interruption.watch(worker: late.processIdentifier)
    late.waitUntilExit()
    #expect(late.terminationReason == .uncaughtSignal)
  }
}
