#if Server
import Foundation
import NIOCore
import NIOPosix
import RemoteSearch
import TestSupport
import Testing

@testable import CityExplorerServer

/// The source over servers that answer endlessly, slowly, or not at all.
@Suite("Clients of hostile servers", .againstHanging, .serialized) struct HostileServerTests {
  /// What a server sends to each client, whatever it asks.
  fileprivate struct Script {
    var first = ""
    /// What follows until the client is gone.
    var piece: ByteBuffer?
    /// The time between two pieces.
    var pause = TimeAmount.zero
  }

  fileprivate static let ok = "HTTP/1.1 200 OK\r\nContent-Type: application/geo+json\r\n"
  fileprivate static let spaces = ByteBuffer(string: String(repeating: " ", count: 65_536))
  private static let empty = #"{"features":[],"asTyped":{"count":0,"isExact":true}}"#

  /// Runs a server, and gives the bytes that it has sent at the end.
  fileprivate static func answering(
    _ script: Script, _ body: (URL) async throws -> Void
  ) async throws -> Int {
    let sent = Locked(0)
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(ScriptedAnswer(script, sent))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let port = try #require(channel.localAddress?.port)
    do {
      try await body(#require(URL(string: "http://127.0.0.1:\(port)")))
    } catch {
      try? await channel.close()
      throw error
    }
    try await channel.close()
    return sent.withLock { $0 }
  }

  @Test(
    arguments: [
      Named(Script(first: "\(ok)\r\n", piece: spaces), "without an end"),
      Named(
        Script(
          first: "\(ok)Transfer-Encoding: chunked\r\n\r\n",
          piece: ByteBuffer(string: "10000\r\n\(String(buffer: spaces))\r\n")), "in chunks"),
      Named(Script(first: "\(ok)Content-Length: 5368709120\r\n\r\nab"), "of 5 GB, with two bytes"),
      Named(
        Script(first: "\(ok)Content-Length: 1000001\r\n\r\n", piece: spaces), "of a byte too many"),
    ])
  fileprivate func `an answer that is too long is refused`(script: Named<Script>) async throws {
    let sent = try await Self.answering(script.value) { address in
      let remote = RemoteCitySearch(address, timeout: .seconds(600), answerLimit: 1_000_000)
      let error = RemoteSearchError.invalidAnswer(reason: "it has more than 1000000 bytes")
      await #expect(throws: error) { try await remote.search(for: "rome") }
    }
    // The client reads on until its request has ended, on a busy machine for a while, and keeps nothing of it.
    #expect(sent < 1_000_000_000)
  }

  #if os(Linux)
  @Test func `of an answer without an end, no more is kept than is taken`() async {
    await #expect(processExitsWith: .success) {
      /// The greatest memory of this process, in kilobytes.
      func peak() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(separator: " ").dropLast().last.flatMap { Int($0) } ?? .max
      }
      let script = Script(first: "\(HostileServerTests.ok)\r\n", piece: HostileServerTests.spaces)
      _ = try await HostileServerTests.answering(script) { address in
        let remote = RemoteCitySearch(address, timeout: .seconds(600))
        _ = try? await remote.search(for: "rome")
        let before = try peak()
        for _ in 0..<5 { _ = try? await remote.search(for: "rome") }
        let growth = try peak() - before
        precondition(growth < 30_000, "\(growth) kB")
      }
    }
  }
  #endif

  @Test func `an answer is measured as it is decompressed`() async throws {
    let zeros = ByteBuffer(repeating: UInt8(ascii: " "), count: 10_000_000)
    let packed = try #require(ContentCoding.gzip.compress(zeros, .least))
    #expect(packed.readableBytes < 100_000)
    let head = "\(Self.ok)Content-Encoding: gzip\r\nContent-Length: \(packed.readableBytes)\r\n\r\n"
    _ = try await Self.answering(Script(first: head, piece: packed, pause: .hours(1))) { address in
      let remote = RemoteCitySearch(address, timeout: .seconds(600))
      let error = RemoteSearchError.invalidAnswer(reason: "it has more than 1048576 bytes")
      await #expect(throws: error) { try await remote.search(for: "rome") }
    }
  }

  @Test func `an answer that is as long as the limit is taken`() async throws {
    let head = "\(Self.ok)Content-Length: \(Self.empty.utf8.count)\r\n\r\n"
    let script = Script(first: head + Self.empty)
    for (limit, isTaken) in [(Self.empty.utf8.count, true), (Self.empty.utf8.count - 1, false)] {
      _ = try await Self.answering(script) { address in
        let remote = RemoteCitySearch(address, timeout: .seconds(600), answerLimit: limit)
        let isAnswered = (try? await remote.search(for: "rome"))?.isEmpty
        #expect(isAnswered == (isTaken ? true : nil))
      }
    }
  }

  @Test(
    arguments: [
      Named(Script(), "no answer"),
      Named(
        Script(first: "\(ok)X: ", piece: ByteBuffer(string: "y"), pause: .milliseconds(20)),
        "a header without an end"),
      Named(
        Script(first: ok, piece: ByteBuffer(string: "X: y\r\n"), pause: .milliseconds(20)),
        "a head without an end"),
      Named(
        Script(
          first: "\(ok)Content-Length: 900000\r\n\r\n", piece: ByteBuffer(string: " "),
          pause: .milliseconds(20)), "a body byte by byte"),
      Named(Script(first: "\(ok)Content-Length: 9\r\n\r\nab"), "a body that stops"),
    ])
  fileprivate func `a slow answer ends after the time of the search`(
    script: Named<Script>
  ) async throws {
    _ = try await Self.answering(script.value) { address in
      let remote = RemoteCitySearch(address, timeout: .seconds(1))
      let time = await ContinuousClock().measure {
        await #expect(throws: RemoteSearchError.timedOut(after: .seconds(1))) {
          try await remote.search(for: "rome")
        }
      }
      // Timers are some milliseconds early, and late when other tests keep all threads busy.
      #expect(time >= .milliseconds(900) && time < .seconds(30))
    }
  }

  @Test func `a source that is gone leaves no session behind`() async throws {
    // Each session has a thread of its own.
    let head = "\(Self.ok)Content-Length: \(Self.empty.utf8.count)\r\n\r\n"
    _ = try await Self.answering(Script(first: head + Self.empty)) { address in
      for _ in 0..<300 {
        let remote = RemoteCitySearch(address, timeout: .seconds(600))
        let matches = try await remote.search(for: "rome")
        #expect(matches.isEmpty)
      }
    }
  }
}

/// Sends what a script says when something has arrived.
private final class ScriptedAnswer: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let script: HostileServerTests.Script
  private let sent: Locked<Int>
  private var hasBegun = false

  init(_ script: HostileServerTests.Script, _ sent: Locked<Int>) {
    self.script = script
    self.sent = sent
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasBegun else { return }
    hasBegun = true
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: script.first)), promise: nil)
    send(context)
  }

  /// Sends the next piece when the one before was taken.
  private func send(_ context: ChannelHandlerContext) {
    guard let piece = script.piece else { return }
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(piece)).whenSuccess {
      let (handler, context) = bound.value
      handler.sent.withLock { $0 += piece.readableBytes }
      context.eventLoop.scheduleTask(in: handler.script.pause) {
        let (handler, context) = bound.value
        if context.channel.isActive { handler.send(context) }
      }
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
#endif
