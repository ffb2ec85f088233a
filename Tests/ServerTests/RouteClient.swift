#if Server
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import NIOPosix
import RemoteSearch
import ServiceLifecycle
import TestSupport

@testable import CityExplorerServer

/// Sends requests to routes, without a connection, and collects the answers.
///
/// HummingbirdTesting does the same, but depends on an HTTPS client, a third of all build steps of the tests,
/// and fails if an answer takes more than 20 seconds, as some do on a busy machine.
struct RouteClient {
  private let responder: RouterResponder<ServerRequestContext>

  init(_ router: Router<ServerRequestContext>) {
    responder = router.buildResponder()
  }

  /// Makes a request, and returns the whole answer.
  func answer(
    _ uri: String, _ method: HTTPRequest.Method = .get, headers: HTTPFields = [:],
    body: String? = nil
  ) async throws -> Answer {
    var headers = headers
    if let body { headers[.contentLength] = String(body.utf8.count) }
    let request = Request(
      head: HTTPRequest(
        method: method, scheme: "http", authority: "localhost", path: uri, headerFields: headers),
      body: RequestBody(buffer: ByteBuffer(string: body ?? "")))
    let context = ServerRequestContext(
      source: ApplicationRequestContextSource(
        channel: NIOAsyncTestingChannel(), logger: Logger(label: "tests")))
    // Measured, as on a connection.
    return try await ProcessorMeter().run(on: MultiThreadedEventLoopGroup.singleton.next()) {
      let response = try await responder.respond(to: request, context: context)
      let collected = CollectedBody()
      try await response.body.write(collected)
      return Answer(
        status: response.status, headers: response.headers, body: collected.bytes.withLock { $0 })
    }
  }
}

/// An answer to a request of a test.
struct Answer: Sendable {
  let status: HTTPResponse.Status
  let headers: HTTPFields
  let body: ByteBuffer

  /// The body as text.
  var text: String { String(buffer: body) }

  /// The message of an answer with an error.
  func message() throws -> String {
    try JSONDecoder().decode(ServiceError.Body.self, from: Data(body.readableBytesView)).error
      .message
  }

  /// The cities of an answer.
  func cities() throws -> CityFeatures {
    try JSONDecoder().decode(CityFeatures.self, from: Data(body.readableBytesView))
  }
}

/// Collects the parts of the body of an answer.
private struct CollectedBody: ResponseBodyWriter {
  let bytes = Locked(ByteBuffer())

  func write(_ buffer: ByteBuffer) async throws {
    bytes.withLock { _ = $0.writeImmutableBuffer(buffer) }
  }

  func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

extension CityServer {
  /// A client of the routes of the server.
  func client() throws -> RouteClient { RouteClient(try routes()) }
}

/// Serves routes on a free port of localhost while `body` runs, and passes it the address.
func serving<Value>(
  _ router: Router<some RequestContext & InitializableFromSource<ApplicationRequestContextSource>>,
  _ body: (URL) async throws -> Value
) async throws -> Value {
  let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
  let logger = Logger(label: "tests")
  let application = Application(
    router: router,
    configuration: ApplicationConfiguration(address: .hostname("localhost", port: 0)),
    onServerRunning: { channel in
      if let port = channel.localAddress?.port { continuation.yield(port) }
    }, logger: logger)
  let services = ServiceGroup(
    configuration: ServiceGroupConfiguration(services: [application], logger: logger))
  return try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask {
      // If the server does not start, the stream ends without a port.
      defer { continuation.finish() }
      try await services.run()
    }
    guard let port = await ports.first(where: { _ in true }),
      let address = URL(string: "http://localhost:\(port)")
    else {
      try await group.waitForAll()
      throw CancellationError()
    }
    // If `body` throws, the group cancels the server.
    let value = try await body(address)
    await services.triggerGracefulShutdown()
    return value
  }
}
#endif
