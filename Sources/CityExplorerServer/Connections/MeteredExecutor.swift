#if Server
import NIOCore
import NIOPosix
import Synchronization
import SystemFiles

#if canImport(CDispatch)
// The compiler finds the system's type of times in this module of Linux, too.
import CDispatch
#endif

/// The processor time that the tasks of a connection have taken, and that nobody has been charged for.
///
/// It is exact: the time is measured on the thread around each job of a task, so neither waiting nor the jobs
/// of others count. What happens outside of tasks, such as parsing heads and copying bytes to sockets, is not
/// measured.
final class ProcessorMeter: Sendable {
  private let nanoseconds = Atomic<Int64>(0)

  /// The meter of the connection of the current task; `nil` outside of connections.
  @TaskLocal static var current: ProcessorMeter?

  /// The time since the last call, with that of the job that calls.
  func take() -> Duration {
    let current = Self.job.currentValue?.lap() ?? 0
    return .nanoseconds(nanoseconds.exchange(0, ordering: .relaxed) + current)
  }

  /// Measures a job.
  fileprivate func measure(_ body: () -> Void) {
    let job = JobTime()
    Self.job.currentValue = job
    body()
    Self.job.currentValue = nil
    nanoseconds.wrappingAdd(job.lap(), ordering: .relaxed)
  }

  /// Counts the time of the job that calls, up to now.
  ///
  /// A task must do this before it leaves the thread: what it does next begins on another thread, perhaps before
  /// this job has ended and is counted.
  func countJob() {
    if let job = Self.job.currentValue {
      nanoseconds.wrappingAdd(job.lap(), ordering: .relaxed)
    }
  }

  /// The job that runs on a thread.
  private static let job = ThreadSpecificVariable<JobTime>()

  /// The time of a job since it began, or since it was last taken.
  ///
  /// Unchecked, because only the thread of the job can reach it: it is made by ``measure(_:)`` on that thread, and kept
  /// in a variable of the thread until the job ends.
  private final class JobTime: @unchecked Sendable {
    private var start = ProcessorMeter.threadTime()

    /// The time since the last call, in nanoseconds.
    func lap() -> Int64 {
      let now = ProcessorMeter.threadTime()
      defer { start = now }
      return now - start
    }
  }

  /// The processor time of the current thread, in nanoseconds.
  private static func threadTime() -> Int64 {
    var time = timespec()
    // Sound: the system writes the one value that the pointer is for.
    guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Runs the tasks of a connection on its event loop, and measures them.
  ///
  /// On other threads, each request would cross threads twice, once with its head and once with its answer: about
  /// a tenth of the processor time of a search. So all connections run here, and what may block or take longer
  /// than a search is moved by ``onWorkerThreads(_:)``.
  func run<Value: Sendable>(
    on loop: any EventLoop, _ body: @concurrent () async throws -> Value
  ) async rethrows -> Value {
    try await Self.$current.withValue(self) {
      try await withTaskExecutorPreference(MeteredExecutor(.loop(loop), self)) {
        defer { countJob() }
        return try await body()
      }
    }
  }
}

/// Runs the jobs of tasks in a place, and measures them.
final class MeteredExecutor: TaskExecutor {
  /// Where jobs run.
  enum Place {
    case loop(any EventLoop)
    case workers
  }

  private let place: Place
  private let meter: ProcessorMeter?

  init(_ place: Place, _ meter: ProcessorMeter?) {
    self.place = place
    self.meter = meter
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    switch place {
    case .loop(let loop): loop.execute { [self] in run(job) }
    case .workers: Self.workers.submit { [self] _ in run(job) }
    }
  }

  private func run(_ job: UnownedJob) {
    // Sound: each job is run once, since both places call each closure once.
    guard let meter else {
      return unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
    meter.measure { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// A thread for each processor, which take jobs in the order in which they came.
  ///
  /// Swift's own pool cannot be used, since the time on its threads cannot be measured.
  private static let workers = NIOThreadPool._makePerpetualStartedPool(
    numberOfThreads: System.coreCount, threadNamePrefix: "worker-")
}

/// Runs what may take longer than a search on worker threads, instead of on the event loop of its connection.
///
/// The function is concurrent, since another one would stay where it is called.
func onWorkerThreads<Value: Sendable>(
  _ body: @concurrent () async throws -> Value
) async rethrows -> Value {
  let meter = ProcessorMeter.current
  return try await withTaskExecutorPreference(MeteredExecutor(.workers, meter)) {
    defer { meter?.countJob() }
    return try await body()
  }
}
#endif
