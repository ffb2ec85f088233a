#if Server
import Hummingbird
import NIOCore

/// Runs tasks on the event loop of their connection.
///
/// On other threads, each request would cross threads twice, once with its head and once with its answer: about
/// a tenth of the processor time of a search. So all connections run here, and what may block or take longer
/// than a search is moved by ``WorkerThreads``.
final class EventLoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { [self] in
      // Sound: each job is run once, since a closure that is executed is called once.
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

/// Answers requests on the threads that Swift's tasks share, instead of on the event loop of their connection.
struct WorkerThreads: RouterMiddleware {
  func handle(
    _ request: Request, context: ServerRequestContext,
    next: @concurrent (Request, ServerRequestContext) async throws -> Response
  ) async throws -> Response {
    var response = try await withTaskExecutorPreference(globalConcurrentExecutor) {
      try await next(request, context)
    }
    // Nothing has to be computed for a body in memory.
    guard response.body.contentLength == nil else { return response }
    let body = response.body
    response.body = ResponseBody { writer in
      try await withTaskExecutorPreference(globalConcurrentExecutor) {
        try await body.write(writer)
      }
    }
    return response
  }
}
#endif
