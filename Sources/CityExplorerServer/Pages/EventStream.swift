#if Server
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// The event stream of a page, which lasts until the browser or the server ends it.
struct EventStream: Sendable {
  let pages: Pages
  let page: Page
  let id: PageID
  /// The version that the browser has; 0 for none.
  let version: Int
  /// The body of the request, whose end means that the browser disconnected; `nil` in tests.
  var body: RequestBody?

  var response: Response {
    Response(
      status: .ok,
      headers: [
        .contentType: "text/event-stream", .cacheControl: "no-store",
        // Balancers must not buffer the stream.
        FieldName.accelBuffering: "no",
      ],
      body: ResponseBody { [self] writer in
        await pages.streamBegan(id)
        do {
          try await write(to: &writer)
        } catch {
          // The browser disconnected.
          await pages.streamEnded(id)
          throw error
        }
        await pages.streamEnded(id)
        try await writer.finish(nil)
      })
  }

  @concurrent
  private func write(to writer: inout any ResponseBodyWriter) async throws {
    let (number, changes) = await page.browserChanges()
    let end: @Sendable () -> Void = { Task { await page.endChanges(number) } }
    // A graceful shutdown waits for the end of all answers.
    try await withGracefulShutdownHandler {
      if let body {
        try await body.consumeWithInboundCloseHandler { _ in
          try await writeEvents(changes, to: &writer)
        } onInboundClosed: {
          end()
        }
      } else {
        try await writeEvents(changes, to: &writer)
      }
    } onGracefulShutdown: {
      end()
    }
  }

  @concurrent
  private func writeEvents(
    _ changes: AsyncStream<Page.Wake>, to writer: inout any ResponseBodyWriter
  ) async throws {
    var version = version
    // The delay of browsers before they reconnect, in milliseconds.
    var text = "retry: 1000\n\n" + PageEvent.page(id).text
    for await wake in changes {
      let (events, newVersion) = await page.events(after: version)
      version = newVersion
      if !events.isEmpty {
        text += "id: \(EventPosition(page: id, version: version))\n"
        text += events.map(\.text).joined()
      }
      if text.isEmpty, wake == .interval { text = PageEvent.heartbeat }
      guard !text.isEmpty else { continue }
      try await writer.write(ByteBuffer(string: text))
      text = ""
    }
  }
}
#endif
