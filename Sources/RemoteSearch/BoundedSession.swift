internal import Dispatch
internal import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A URL session that takes no more of an answer than a limit, and ends a request at once when its task is cancelled.
///
/// `URLSession.data(for:)` keeps an answer of any length in memory, and returns only when the connection has ended. A
/// delegate sees the parts. It is that of the session, because on Linux a task has none of its own.
final class BoundedSession: Sendable {
  private let session: URLSession
  private let answers: OpenAnswers

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - configuration: The configuration of the session.
  ///   - limit: The greatest number of bytes of an answer, decompressed.
  init(_ configuration: URLSessionConfiguration, limit: Int) {
    answers = OpenAnswers(limit: limit)
    #if canImport(FoundationNetworking)
    let queue: OperationQueue? = ImmediateQueue()
    #else
    let queue: OperationQueue? = nil
    #endif
    session = URLSession(configuration: configuration, delegate: answers, delegateQueue: queue)
  }

  // A session keeps its delegate, and a thread, until it is invalidated.
  deinit { session.invalidateAndCancel() }

  /// Makes a request.
  ///
  /// - Throws: ``RemoteSearchError/invalidAnswer(reason:)`` for an answer that is too long, errors of the connection,
  ///   and `CancellationError`.
  func answer(to request: URLRequest) async throws -> (body: Data, response: HTTPURLResponse) {
    let task = session.dataTask(with: request)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        answers.begin(task, continuation)
        // If it was cancelled before, the handler found nothing to end.
        if Task.isCancelled { answers.end(task, .failure(CancellationError())) }
        task.resume()
      }
    } onCancel: {
      answers.end(task, .failure(CancellationError()))
    }
  }
}

/// The answers that are arriving.
private final class OpenAnswers: NSObject, URLSessionDataDelegate, Sendable {
  typealias Answer = (body: Data, response: HTTPURLResponse)

  private struct Open {
    let continuation: CheckedContinuation<Answer, any Error>
    var response: HTTPURLResponse?
    var body = Data()
  }

  private let limit: Int
  private let open = Mutex<[Int: Open]>([:])

  init(limit: Int) { self.limit = limit }

  func begin(
    _ task: URLSessionTask, _ continuation: CheckedContinuation<Answer, any Error>
  ) {
    open.withLock { $0[task.taskIdentifier] = Open(continuation: continuation) }
  }

  /// Ends an answer, unless it has ended, and its task.
  func end(_ task: URLSessionTask, _ result: Result<Answer, any Error>) {
    let ended = open.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    ended?.continuation.resume(with: result)
    // Elsewhere, because cancelling waits for the thread that reads, which may be this one.
    DispatchQueue.global().async { task.cancel() }
  }

  private var tooLong: RemoteSearchError {
    .invalidAnswer(reason: "it has more than \(limit) bytes")
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    guard let response = response as? HTTPURLResponse else {
      let error = RemoteSearchError.invalidAnswer(reason: "the response is not an HTTP response")
      end(dataTask, .failure(error))
      return completionHandler(.cancel)
    }
    // Unknown lengths are -1.
    guard response.expectedContentLength <= limit else {
      end(dataTask, .failure(tooLong))
      return completionHandler(.cancel)
    }
    open.withLock { $0[dataTask.taskIdentifier]?.response = response }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = open.withLock { open in
      guard let count = open[dataTask.taskIdentifier]?.body.count else { return false }
      guard data.count <= limit - count else { return true }
      open[dataTask.taskIdentifier]?.body.append(data)
      return false
    }
    if isTooLong { end(dataTask, .failure(tooLong)) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let answer = open.withLock { open in
      open[task.taskIdentifier].flatMap { open in open.response.map { (open.body, $0) } }
    }
    if let answer, error == nil {
      end(task, .success(answer))
    } else {
      end(task, .failure(error ?? URLError(.badServerResponse)))
    }
  }
}

#if canImport(FoundationNetworking)
/// A queue that calls the delegate on the thread that reads the connection, which waits for it.
///
/// Any other queue keeps what the delegate has not taken yet: of an answer without an end, it had 400 MB before the
/// request ended.
///
/// Sendable without the compiler's check, because it has no state of its own.
private final class ImmediateQueue: OperationQueue, @unchecked Sendable {
  override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
}
#endif
