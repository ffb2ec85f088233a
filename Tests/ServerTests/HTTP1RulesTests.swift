#if Server
import ArgumentParser
import Foundation
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import RemoteSearch
import Testing

@testable import CityExplorerServer

/// The bytes that connections take and give.
@Suite("The rules of HTTP/1") struct HTTP1RulesTests {
  /// A connection without routes, which keeps the heads that get through.
  private final class Connection {
    let channel = EmbeddedChannel()

    init() throws {
      var decoder = NIOHTTPDecoderLimitConfiguration()
      decoder.maxHeaderFieldSize = HTTP1Connection.headerSize
      decoder.maxHeaderListSize = HTTP1Connection.headersSize
      decoder.maxHeaderFieldCount = HTTP1Connection.headerCount
      let pipeline = channel.pipeline.syncOperations
      try pipeline.configureHTTPServerPipeline(
        withPipeliningAssistance: false, withErrorHandling: false,
        withOutboundHeaderValidation: false, withEncoderConfiguration: .init(),
        withDecoderLimitConfiguration: decoder)
      try pipeline.addHandler(HTTP1Rules(limits: .parse(["--idle-timeout", "30"])))
      try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
    }

    /// Sends text, and gives what came back.
    func send(_ text: String) throws -> String {
      try channel.writeInbound(ByteBuffer(string: text))
      return try received()
    }

    /// What came back since the last time.
    func received() throws -> String {
      var text = ""
      while let part = try channel.readOutbound(as: ByteBuffer.self) {
        text += String(buffer: part)
      }
      return text
    }

    /// The head of the next request that got through.
    func head() throws -> HTTPRequestHead? {
      while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
        if case .head(let head) = part { return head }
      }
      return nil
    }

    /// Answers a request with a status and a body.
    func answer(_ status: HTTPResponseStatus = .notFound, body: String = "") throws {
      let head = HTTPResponseHead(
        version: .http1_1, status: status, headers: ["content-length": "\(body.utf8.count)"])
      try channel.writeOutbound(HTTPServerResponsePart.head(head))
      if !body.isEmpty {
        try channel.writeOutbound(
          HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: body))))
      }
      try channel.writeOutbound(HTTPServerResponsePart.end(nil))
    }

    /// Lets time pass.
    func wait(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }
  }

  /// The status of an answer, and its sentence.
  private static func refusal(_ answer: String) throws -> (status: Int, sentence: String) {
    try #require(answer.hasPrefix("HTTP/1.1 "), "\(answer.prefix(200))")
    let body = try #require(answer.components(separatedBy: "\r\n\r\n").last)
    let error = try JSONDecoder().decode(ServiceError.Body.self, from: Data(body.utf8)).error
    #expect(answer.lowercased().contains("connection: close\r\n"))
    let status = try #require(Int(answer.dropFirst("HTTP/1.1 ".count).prefix(3)))
    return (status, error.message)
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n",
  ])
  func `a request without a host or with two is refused`(request: String) throws {
    let connection = try Connection()
    let refusal = try Self.refusal(connection.send(request))
    #expect(refusal.status == 400)
    #expect(refusal.sentence.hasPrefix("A request must have one header Host, got "))
    #expect(try connection.head() == nil)
    // The client has a moment to read the answer before the connection is closed.
    #expect(connection.channel.isActive)
    #expect(try connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").isEmpty)
    connection.wait(1)
    #expect(!connection.channel.isActive)
  }

  @Test func `a refusal comes after the answers to the requests before`() throws {
    let connection = try Connection()
    #expect(try connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\n\r\n").isEmpty)
    try connection.answer()
    let answers = try connection.received().components(separatedBy: "HTTP/1.1 ").dropFirst()
    #expect(answers.map { String($0.prefix(3)) } == ["404", "400"])
  }

  @Test func `a target that is too long is refused with 414, and long heads with 431`() throws {
    let target = "/" + String(repeating: "a", count: HTTP1Connection.targetSize)
    var refusal = try Self.refusal(Connection().send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n"))
    #expect(refusal.status == 414)
    #expect(
      refusal.sentence
        == "The target of a request must have at most 16384 bytes, got \(target.utf8.count).")
    let long = "X: " + String(repeating: "y", count: HTTP1Connection.headerSize + 1) + "\r\n"
    let many = (0...HTTP1Connection.headerCount).map { "X-\($0): y\r\n" }.joined()
    for headers in [long, many] {
      refusal = try Self.refusal(
        Connection().send("GET / HTTP/1.1\r\nHost: a\r\n\(headers)\r\n"))
      #expect(refusal.status == 431)
    }
    refusal = try Self.refusal(Connection().send("GET\r\n\r\n"))
    #expect(refusal.status == 400)
  }

  @Test func `connections of HTTP/1.0 end, and those of HTTP/1.1 only if the client says so`()
    throws
  {
    func ends(_ head: String) throws -> Bool {
      let connection = try Connection()
      _ = try connection.send(head + "\r\n\r\n")
      #expect(connection.channel.isActive)
      try connection.answer()
      return !connection.channel.isActive
    }
    #expect(try ends("GET / HTTP/1.0"))
    #expect(try !ends("GET / HTTP/1.1\r\nHost: a"))
    #expect(try ends("GET / HTTP/1.1\r\nHost: a\r\nConnection: Close"))
  }

  @Test func `a body that was answered before it came is read before the connection ends`() throws {
    let connection = try Connection()
    _ = try connection.send(
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nConnection: close\r\n\r\nRo")
    // The header would make others leave the rest of the body in their buffers.
    #expect(try #require(try connection.head()).headers["connection"].isEmpty)
    try connection.answer()
    #expect(try connection.received().hasPrefix("HTTP/1.1 404"))
    #expect(connection.channel.isActive)
    // Nothing else is read.
    _ = try connection.send("meGET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(!connection.channel.isActive)
    #expect(try connection.head() == nil)
  }

  @Test func `a client that waits for permission to send its body gets it`() throws {
    let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n"
    let connection = try Connection()
    #expect(try connection.send(head) == "HTTP/1.1 100 Continue\r\n\r\n")
    #expect(try connection.send("abc").isEmpty)
    let large = head.replacing("Content-Length: 3", with: "Content-Length: 99999999")
    #expect(try Connection().send(large).isEmpty)
  }

  @Test(arguments: [.GET, .HEAD, .POST, .PUT, .DELETE, .OPTIONS, .PATCH] as [HTTPMethod])
  func `an answer to HEAD has no body, whatever its status, and the next one is in step`(
    method: HTTPMethod
  ) throws {
    let body = #"{"error":{"message":"No.","status":0}}"#
    for status in (200..<600).map({ HTTPResponseStatus(statusCode: $0) }) where !status.isUnnamed {
      let connection = try Connection()
      // Both are sent before the first is answered.
      _ = try connection.send(
        "\(method) / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
      try connection.answer(status, body: body)
      let answer = try connection.received()
      let end = try #require(answer.firstRange(of: "\r\n\r\n")).upperBound
      let isBodyless = method == .HEAD || [204, 304].contains(status.code)
      #expect(answer[end...] == (isBodyless ? "" : body), "\(method) \(status)")
      if method == .HEAD, ![204, 304].contains(status.code) {
        #expect(answer.contains("content-length: \(body.utf8.count)\r\n"), "\(status)")
      }
      try connection.answer(.ok, body: "next")
      #expect(try connection.received().hasSuffix("\r\n\r\nnext"), "\(method) \(status)")
    }
  }

  @Test func `a request by HEAD that breaks a rule is refused without a body`() throws {
    let target = "/" + String(repeating: "a", count: HTTP1Connection.targetSize)
    for (request, status) in [
      ("HEAD / HTTP/1.1\r\n\r\n", 400), ("HEAD \(target) HTTP/1.1\r\nHost: a\r\n\r\n", 414),
    ] {
      let connection = try Connection()
      let answer = try connection.send(request)
      #expect(answer.hasPrefix("HTTP/1.1 \(status) ") && answer.hasSuffix("\r\n\r\n"), "\(answer)")
      // Behind an answer with a body, too.
      let second = try Connection()
      #expect(try second.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n\(request)").isEmpty)
      try second.answer(.ok, body: "first")
      #expect(try second.received().hasSuffix(answer))
    }
  }

  @Test(arguments: ["gzip, chunked", "gzip", "chunked, chunked", "identity"])
  func `a transfer coding other than chunked is refused`(coding: String) throws {
    let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: "
    let connection = try Connection()
    let refusal = try Self.refusal(connection.send("\(head)\(coding)\r\n\r\n"))
    // Some codings are none for the parser, either.
    #expect(refusal.status == 501 || refusal.status == 400)
    #expect(try connection.head() == nil)
    #expect(try Connection().send("\(head)chunked\r\n\r\n0\r\n\r\n").isEmpty)
  }
}

extension HTTPResponseStatus {
  /// Whether HTTP has no status with this number.
  fileprivate var isUnnamed: Bool { if case .custom = self { true } else { false } }
}
#endif
