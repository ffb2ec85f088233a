#if Server
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import CityExplorerServer

/// Compressed answers.
@Suite("Compression") struct CompressionTests {
  private static let path = "/v1/search?q=san&limit=50"

  @Test(arguments: [
    path, "/openapi.json", "/api?q=san", "/pelias/v1/search?text=san",
  ])
  func `long texts are compressed for clients that accept it`(path: String) async throws {
    let client = try ServerFixture.server().client()
    let (plain, compressed) = (
      try await client.answer(path),
      try await client.answer(path, headers: [.acceptEncoding: "deflate, gzip;q=0.8"])
    )
    try #require(plain.status == .ok)
    #expect(plain.headers[.contentEncoding] == nil)
    #expect(compressed.headers[.contentEncoding] == "gzip")
    #expect(compressed.headers[.contentLength] == "\(compressed.body.readableBytes)")
    #expect(compressed.body.readableBytes < plain.body.readableBytes / 2)
    for answer in [plain, compressed] {
      #expect(answer.headers[.vary]?.contains("Accept-Encoding") == true)
    }
    #expect(try Self.unzipped(compressed.body) == Data(plain.text.utf8))
  }

  @Test func `short texts and those for other clients are left alone`() async throws {
    let client = try ServerFixture.server().client()
    for (path, accepted) in [
      ("/health", "gzip"), ("/v1/search?q=munich&limit=1", "gzip"),
      ("/v1/search?q=a&limit=x", "gzip"),
      (Self.path, "br"), (Self.path, "gzip;q=0"), (Self.path, "gzip;q=0, *"), (Self.path, ""),
    ] {
      let answer = try await client.answer(path, headers: [.acceptEncoding: accepted])
      #expect(answer.headers[.contentEncoding] == nil, "\(path) \(accepted)")
    }
    let head = try await client.answer(Self.path, .head, headers: [.acceptEncoding: "gzip"])
    #expect(head.body.readableBytes == 0)
    // The answer to HEAD has the headers of that to GET.
    #expect(head.headers[.contentEncoding] == "gzip")
  }

  @Test(arguments: [path, "/city-explorer.css"])
  func `a compressed answer is validated by its weak tag`(path: String) async throws {
    let client = try ServerFixture.server().client()
    let plain = try await client.answer(path)
    let compressed = try await client.answer(path, headers: [.acceptEncoding: "gzip"])
    let tag = try #require(compressed.headers[.eTag])
    #expect(tag == "W/\(try #require(plain.headers[.eTag]))")
    let unchanged = try await client.answer(
      path, headers: [.acceptEncoding: "gzip", .ifNoneMatch: tag])
    #expect(unchanged.status == .notModified)
  }

  @Test(
    arguments: [
      ("gzip", true), ("GZIP", true), ("deflate, gzip", true), ("x-gzip", true), ("*", true),
      ("gzip;q=0", false), ("gzip; q=0.0", false), ("*;q=0", false), ("", false), ("br", false),
      ("gzip;q=0,*", false), ("gzip;q=x", false), ("identity", false), ("notgzip", false),
    ])
  func `what a client accepts is read`(header: String, accepts: Bool) {
    #expect((ContentCoding.preferred(by: header, of: [.gzip]) != nil) == accepts)
  }

  @Test(
    arguments: [
      ("gzip, br", .brotli), ("br;q=0.5, gzip", .gzip), ("gzip;q=0.5, *", .brotli),
      ("br;q=0, gzip", .gzip), ("*;q=0", nil), ("", nil), ("deflate", nil),
    ] as [(String, ContentCoding?)])
  func `of two codings the client's preference counts`(header: String, coding: ContentCoding?) {
    #expect(ContentCoding.preferred(by: header) == coding)
  }

  @Test func `what would not get shorter is not compressed`() {
    for coding in ContentCoding.allCases {
      #expect(coding.compress(ByteBuffer(), .least) == nil)
      #expect(coding.compress(ByteBuffer(string: "abc"), .greatest) == nil)
    }
    var generator = SystemRandomNumberGenerator()
    let noise = ByteBuffer(
      bytes: (0..<2_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
    #expect(ContentCoding.allCases.allSatisfy { $0.compress(noise, .usual) == nil })
  }

  /// Decompresses bytes with the program gzip of the system.
  private static func unzipped(_ buffer: ByteBuffer) throws -> Data {
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // Compressed, the answers fit into a pipe, so writing does not wait for reading.
    try input.fileHandleForWriting.write(contentsOf: Data(buffer.readableBytesView))
    try input.fileHandleForWriting.close()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return data
  }
}
#endif
