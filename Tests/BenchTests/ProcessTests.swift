import CBenchSupport
import Foundation
import PrefixBenchmark
import PrefixMeasuring
import TestSupport
import Testing

@Suite("The platform") struct PlatformTests {
  @Test func `resident pages are read in bytes`() throws {
    let status = "Name:\tbench\nVmHWM:\t  300 kB\nRssAnon:\t 200 kB\nRssFile:\t 100 kB\n"
    let pages = try #require(ResidentPages(status: status))
    #expect(
      pages
        == ResidentPages(
          anonymous: 204_800, fileBacked: 102_400, peak: 307_200))
    #expect(ResidentPages(status: "Name:\tbench\n") == nil)
  }

  // A process of its own, because the counters are those of all threads: others start and stop
  // counting, and release what was there before.
  @Test(.enabled(if: cbench_can_count(), "this build cannot count allocations"))
  func `allocations are counted`() async {
    await #expect(processExitsWith: .success) {
      let counts = try #require(
        Allocator.counting {
          for size in [1_000, 64 << 20] {
            let bytes = [UInt8](repeating: 1, count: size)
            blackHole(bytes)
          }
        })
      #expect((2..<1_000).contains(counts.count))
      #expect((64 << 20..<65 << 20).contains(counts.byteCount))
      #expect((64 << 20..<65 << 20).contains(counts.peak))
    }
  }
}

/// Whether a run that is asked to end does so.
@Suite("Interrupted runs") struct InterruptionTests {
  @Test func `Ctrl-C ends the process in hand, and nothing is started any more`() throws {
    let interruption = Interruption()
    // The worker sleeps longer than any test waits. It inherits that the signal is ignored.
    let worker = Process()
    worker.executableURL = URL(filePath: "/bin/sleep")
    worker.arguments = ["600"]
    try worker.run()
    interruption.watch(worker: worker.processIdentifier)
    #expect(!interruption.isInterrupted)

    kill(getpid(), SIGINT)
    worker.waitUntilExit()
    #expect(worker.terminationReason == .uncaughtSignal)
    #expect(interruption.isInterrupted)
    let job = FileBuildJob(dataset: .shipped, output: URL(filePath: "/nowhere/cities.gazetteer"))
    #expect(throws: CancellationError.self) {
      try WorkerProcess(interruption: interruption).run(job)
    }

    // A worker that starts just before the interruption is noticed is ended as well.
    let late = Process()
    late.executableURL = worker.executableURL
    late.arguments = worker.arguments
    try late.run()
    interruption.watch(worker: late.processIdentifier)
    late.waitUntilExit()
    #expect(late.terminationReason == .uncaughtSignal)
  }

  @Test(
    .againstHanging, .enabled(if: (try? FitBuild.check()) != nil, "this build measures nothing"))
  func `work without results before its end is ended at once, and leaves no files`() async throws {
    try await withTemporaryFolder { folder in
      let process = Process()
      process.executableURL = try BuiltProgram.url(named: "bench")
      // The program says nothing, so bench waits for its greeting.
      process.arguments = ["quality", "--draws", "0", "--program", "silent=/bin/cat"]
      process.environment = ProcessInfo.processInfo.environment
        .merging(["TMPDIR": folder.path]) { $1 }
      let errors = Pipe()
      process.standardError = errors
      try process.run()
      defer { process.terminate() }
      func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      }
      try await waitUntil("the cities are decompressed") {
        try files().contains { $0.hasSuffix(".txt") } || !process.isRunning
      }
      process.interrupt()
      process.waitUntilExit()
      #expect(process.terminationStatus == Interruption.exitCode)
      #expect(try files() == [])
    }
  }
}
