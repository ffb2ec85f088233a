import CBenchSupport
import Foundation
@testable import PrefixBenchmark
import Testing

@Suite("The platform", .serialized) struct PlatformTests {
  @Test func `resident pages are read in bytes`() throws {
    let status = "Name:\tbench\nVmHWM:\t  300 kB\nRssAnon:\t 200 kB\nRssFile:\t 100 kB\n"
    let pages = try #require(ResidentPages(status: status))
    #expect(
      pages
        == ResidentPages(
          anonymous: 204_800, fileBacked: 102_400, peak: 307_200))
    #expect(ResidentPages(status: "Name:\tbench\n") == nil)
  }

  @Test(.enabled(if: cbench_can_count(), "this build cannot count allocations"))
  func `allocations are counted`() throws {
    let counts = try #require(
      Allocator.counting {
        for size in [1_000, 64 << 20] {
          let bytes = [UInt8](repeating: 1, count: size)
          blackHole(bytes)
        }
      })
    // Other tests run beside this one, which allocate more, or release some of what was there before.
    #expect(try #require(counts.count) >= 2)
    #expect(counts.byteCount >= 64 << 20)
    #expect(counts.peak >= 32 << 20)
  }
}

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
