#if Server
import CitySearch
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TestSupport
import Testing

@testable import CityExplorerServer

@Suite("Pages that are open", .againstHanging)
struct PagesTests {
  @Test func `a page belongs to its visitor`() async throws {
    let fixture = try PageFixture()
    let visitor = VisitorID.new()
    let (id, page) = try await fixture.openPage(of: visitor)
    #expect(await fixture.pages.page(id, of: visitor) === page)
    #expect(await fixture.pages.page(id, of: .new()) == nil)
    #expect(await fixture.pages.page(.new(), of: visitor) == nil)
  }

  @Test func `there are no more pages than the limit, and the refusal is a sentence`() async throws
  {
    let fixture = try PageFixture(limit: 2)
    for _ in 0..<2 {
      let (id, _) = try await fixture.openPage()
      await fixture.pages.streamBegan(id)
    }
    let error = await #expect(throws: HTTPError.self) { try await fixture.openPage() }
    #expect(error?.status == .serviceUnavailable)
    #expect(error?.headers[.retryAfter] == "10")
    #expect(error?.body?.hasPrefix("The server has at most 2 open pages,") == true)
    #expect(await fixture.pages.count == 2)
  }

  @Test func `an address and a visitor have shares of the pages`() async throws {
    let fixture = try PageFixture(limit: 10, clientLimit: 3, visitorLimit: 2)
    let visitor = VisitorID.new()
    func open(_ visitor: VisitorID = .new(), at client: String) async throws -> PageID {
      let (id, _) = try await fixture.openPage(of: visitor, at: client)
      await fixture.pages.streamBegan(id)
      return id
    }
    let first = try await open(visitor, at: "192.0.2.1")
    _ = try await open(visitor, at: "192.0.2.2")
    var error = await #expect(throws: HTTPError.self) {
      try await open(visitor, at: "192.0.2.3")
    }
    #expect(error?.status == .tooManyRequests)
    #expect(error?.body == "You have 2 open pages. Close some to open others.")
    for _ in 0..<2 { _ = try await open(at: "192.0.2.1") }
    error = await #expect(throws: HTTPError.self) { try await open(at: "192.0.2.1") }
    #expect(error?.status == .tooManyRequests)
    #expect(error?.headers[.retryAfter] == "10")
    #expect(error?.body == "Your address has 3 open pages. Close some to open others.")
    _ = try await open(at: "192.0.2.4")
    // A page whose stream ended makes room for another one.
    await fixture.pages.streamEnded(first)
    _ = try await open(at: "192.0.2.1")
    #expect(await fixture.pages.count == 5)
  }

  @Test func `at the limit, the page without a stream that was used longest ago goes`() async throws
  {
    let fixture = try PageFixture(limit: 3)
    let visitor = VisitorID.new()
    let streamed = try await fixture.openPage(of: visitor)
    await fixture.pages.streamBegan(streamed.id)
    let oldest = try await fixture.openPage(of: visitor)
    fixture.clock.advance(by: .seconds(1))
    let used = try await fixture.openPage(of: visitor)
    fixture.clock.advance(by: .seconds(1))
    #expect(await fixture.pages.page(oldest.id, of: visitor) != nil)
    // The streams of both may be about to begin, so neither is closed.
    await #expect(throws: HTTPError.self) { try await fixture.openPage() }
    fixture.clock.advance(by: Pages.cleanupInterval - .seconds(1))
    let newest = try await fixture.openPage(of: visitor)
    #expect(await fixture.pages.page(used.id, of: visitor) == nil)
    for id in [streamed.id, oldest.id, newest.id] {
      #expect(await fixture.pages.page(id, of: visitor) != nil)
    }
  }

  @Test func `at the limit, a page whose stream has ended goes at once`() async throws {
    let fixture = try PageFixture(limit: 1)
    let visitor = VisitorID.new()
    let gone = try await fixture.openPage(of: visitor)
    await fixture.pages.streamBegan(gone.id)
    await fixture.pages.streamEnded(gone.id)
    let newest = try await fixture.openPage(of: visitor)
    #expect(await fixture.pages.page(gone.id, of: visitor) == nil)
    #expect(await fixture.pages.page(newest.id, of: visitor) != nil)
  }

  @Test func `a page whose stream ended is kept for a while, and then removed`() async throws {
    let fixture = try PageFixture()
    let visitor = VisitorID.new()
    weak let weakPage: Page?
    let id: PageID
    do {
      let (newID, page) = try await fixture.openPage(of: visitor)
      id = newID
      weakPage = page
    }
    await fixture.pages.streamBegan(id)
    fixture.clock.advance(by: Pages.idleTimeout * 10)
    await fixture.pages.removeIdlePages()
    #expect(await fixture.pages.count == 1)
    await fixture.pages.streamEnded(id)
    fixture.clock.advance(by: Pages.idleTimeout - .seconds(1))
    await fixture.pages.removeIdlePages()
    #expect(await fixture.pages.page(id, of: visitor) != nil)
    fixture.clock.advance(by: Pages.idleTimeout)
    await fixture.pages.removeIdlePages()
    #expect(await fixture.pages.page(id, of: visitor) == nil)
    #expect(await fixture.pages.count == 0)
    while weakPage != nil { await Task.yield() }
  }

  @Test func `closing ends all pages, and refuses others`() async throws {
    let fixture = try PageFixture()
    let (_, page) = try await fixture.openPage()
    let changes = await page.changes().stream
    await fixture.pages.close()
    for await _ in changes {}
    await #expect(throws: HTTPError.self) { try await fixture.openPage() }
  }
}

/// Keeps what is written to it.
private final class Recorder: ResponseBodyWriter, Sendable {
  let text = Locked("")
  let writes = Milestone()

  func write(_ buffer: ByteBuffer) {
    text.withLock { $0 += String(buffer: buffer) }
    writes.reach()
  }

  /// Waits until what was written fulfills a condition.
  func wait(until condition: (String) -> Bool) async {
    while true {
      let count = writes.count
      if condition(text.withLock { $0 }) { return }
      await writes.wait(for: count + 1)
    }
  }

  func finish(_ trailingHeaders: HTTPFields?) { writes.reach() }
}

@Suite("The stream of a page's events", .againstHanging)
struct EventStreamTests {
  @Test func `everything at first, then what changed, and a heartbeat`() async throws {
    let fixture = try PageFixture()
    let (id, page) = try await fixture.openPage()
    let recorder = Recorder()
    let response = EventStream(pages: fixture.pages, page: page, id: id, version: 0).response
    #expect(response.headers[.contentType] == "text/event-stream")
    let stream = Task { try await response.body.write(recorder) }
    await recorder.writes.wait(for: 1)
    let first = recorder.text.withLock { $0 }
    #expect(first.hasPrefix("retry: 1000\n\nevent: page\ndata: \(id.text)\n\nid: \(id.text):"))
    #expect(first.contains("data: <section id=\"results\""))
    #expect(first.contains("event: status\ndata: {"))

    recorder.text.withLock { $0 = "" }
    await page.type("rome", number: 1)
    let position = EventPosition(page: id, version: await page.version)
    await recorder.wait { $0.contains("id: \(position)\n") }
    #expect(recorder.text.withLock { $0.contains("\"number\":1") })
    #expect(!recorder.text.withLock { $0.contains("id=\"favorites\"") })

    let count = recorder.writes.count
    recorder.text.withLock { $0 = "" }
    await fixture.pages.removeIdlePages()
    await recorder.writes.wait(for: count + 1)
    #expect(recorder.text.withLock { $0 } == ": \n\n")
    await page.close()
    try await stream.value
  }

  @Test func `a browser that comes back gets what it missed`() async throws {
    let fixture = try PageFixture()
    let (id, page) = try await fixture.openPage()
    let position = EventPosition(page: id, version: await page.version)
    await page.type("rome", number: 1)
    let recorder = Recorder()
    let back = try #require(EventPosition("\(position)"))
    #expect(back == position)
    let response = EventStream(
      pages: fixture.pages, page: page, id: id, version: back.version
    ).response
    let stream = Task { try await response.body.write(recorder) }
    await recorder.writes.wait(for: 1)
    let text = recorder.text.withLock { $0 }
    #expect(text.contains("Lazio, Italy"))
    #expect(!text.contains("id=\"favorites\""))
    await page.endStreams()
    try await stream.value
  }

  @Test func `the oldest of too many streams of a page ends`() async throws {
    let page = try await PageFixture().page()
    // A stream that nobody holds ends by itself.
    var streams: [AsyncStream<Page.Wake>] = []
    for _ in 0...Page.streamLimit { streams.append(await page.browserChanges().stream) }
    for await _ in streams[0] {}
    for stream in streams.dropFirst() {
      for await _ in stream { break }
    }
  }

  @Test(arguments: ["", ":", "x:1", "0123456789abcdef0123456789abcdef:x", "../../etc/passwd:1"])
  func `a position that is none is not taken for one`(text: String) {
    #expect(EventPosition(text) == nil)
  }

  @Test func `lines of data stay within their event`() {
    let text = PageEvent.part("<p>\nevent: x\r\ndata: y\r</p>").text
    #expect(text == "event: part\ndata: <p>\ndata: event: x\ndata: data: y\ndata: </p>\n\n")
  }
}
#endif
