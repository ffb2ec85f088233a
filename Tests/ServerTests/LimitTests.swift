#if Server
import CitySearch
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOPosix
import RemoteSearch
import TestSupport
import Testing

@testable import CityExplorerServer

/// The limits of one client, and of all clients together.
@Suite("Limits of the server", .againstHanging) struct LimitTests {
  @Test func `a client has its burst, and then its rate`() {
    var buckets = TokenBuckets(rate: 2, burst: 3)
    for _ in 0..<3 { #expect(buckets.take(for: "a", at: .zero) == nil) }
    #expect(buckets.take(for: "a", at: .zero) == .milliseconds(500))
    #expect(buckets.take(for: "a", at: .milliseconds(250)) == .milliseconds(250))
    #expect(buckets.take(for: "a", at: .milliseconds(500)) == nil)
    #expect(buckets.take(for: "a", at: .milliseconds(500)) == .milliseconds(500))
    // Another client has a bucket of its own, and a long pause fills a bucket only to its burst.
    #expect(buckets.take(for: "b", at: .milliseconds(500)) == nil)
    for _ in 0..<3 { #expect(buckets.take(for: "a", at: .seconds(60)) == nil) }
    #expect(buckets.take(for: "a", at: .seconds(60)) != nil)
  }

  @Test func `what is charged afterwards makes debts`() {
    var buckets = TokenBuckets(rate: 2, burst: 10)
    #expect(buckets.take(for: "a", at: .zero) == nil)
    buckets.charge(14, to: "a", at: .zero)
    // Five tokens are owed, and one is needed.
    #expect(buckets.take(for: "a", at: .zero) == .seconds(3))
    #expect(buckets.take(for: "b", at: .zero) == nil)
    #expect(buckets.take(for: "a", at: .seconds(3)) == nil)
    #expect(buckets.take(for: "a", at: .seconds(3)) == .milliseconds(500))
  }

  @Test func `a list of addresses costs the processor time that it takes`() async throws {
    let server = try ServerFixture.server(limits: "--rate", "0.0001", "--burst", "3")
    let client = try server.client()
    let headers: HTTPFields = [.contentType: "text/plain"]
    let body = Array(repeating: "Springfield, IL, USA", count: 5_000).joined(separator: "\n")
    func status() async throws -> HTTPResponse.Status {
      try await client.answer("/v1/geocode", .post, headers: headers, body: body).status
    }
    #expect(try await status() == .ok)
    #expect(try await status() == .tooManyRequests)
    // The time of one request is not charged to others, whose header says another address.
    #expect(try await client.answer("/health").status == .ok)
  }

  @Test func `a meter measures jobs on loops and on workers, and no waiting`() async throws {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let meter = ProcessorMeter()
    func work() -> Int { (0..<3_000_000).reduce(0) { $0 ^ ($1 &* 7) } }
    await meter.run(on: loop) { _ = work() }
    let onLoop = meter.take()
    #expect(onLoop > .zero)
    // A request on a connection that ends with it is charged, too.
    await meter.run(on: loop) {
      _ = meter.take()
      _ = work()
      #expect(meter.take() > .microseconds(100))
      #expect(meter.take() < onLoop * 10)
    }
    await meter.run(on: loop) { await onWorkerThreads { _ = work() } }
    let onWorkers = meter.take()
    #expect(onWorkers > .zero)
    try await meter.run(on: loop) { try await Task.sleep(for: .milliseconds(200)) }
    #expect(meter.take() < .milliseconds(100))
  }

  @Test func `what a job took is counted before its caller goes on`() async throws {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let meter = ProcessorMeter()
    func work() -> Int { (0..<5_000).reduce(0) { $0 ^ ($1 &* 7) } }
    // The caller goes on while the job's thread still has to end the job: one of the two is first.
    for _ in 0..<400 {
      await meter.run(on: loop) { _ = work() }
      #expect(meter.take() > .microseconds(5))
      await meter.run(on: loop) {
        _ = meter.take()
        await onWorkerThreads { _ = work() }
        #expect(meter.take() > .microseconds(5))
      }
      _ = meter.take()
    }
  }

  @Test func `a client has a part of what all have, and its body counts as it arrives`() throws {
    let shares = Shares(10, each: 4)
    let one = try #require(shares.take(3, for: "a"))
    #expect(one.grow(by: 1))
    #expect(!one.grow(by: 1))
    #expect(shares.take(for: "a") == nil)
    let others = ["b", "c"].map { shares.take(3, for: $0) }
    #expect(!others.contains { $0 == nil })
    #expect(shares.count == 10 && shares.take(for: "d") == nil)
    withExtendedLifetime((one, others)) {}
  }

  @Test func `who waits for a share gets it, or learns that there is none`() async throws {
    let shares = Shares(1, each: 1)
    var first = shares.take(for: "a")
    #expect(first != nil)
    #expect(try await shares.take(for: "b", within: .milliseconds(1)) == nil)
    async let second = shares.take(for: "b", within: .seconds(600))
    first = nil
    #expect(try await second != nil)
  }

  @Test func `bodies are held within the limits of a client`() async throws {
    let server = try ServerFixture.server(limits: "--body-size", "1000")
    let client = try server.client()
    let headers: HTTPFields = [.contentType: "text/plain"]
    func status(_ count: Int) async throws -> Int {
      let body = String(repeating: "x", count: count)
      return try await client.answer("/v1/geocode", .post, headers: headers, body: body).status
        .code
    }
    #expect(try await status(400) == 200)
    #expect(try await status(1_001) == 413)
    var coded = headers
    coded[.contentEncoding] = "gzip"
    #expect(
      try await client.answer("/v1/geocode", .post, headers: coded, body: "x").status
        == .unsupportedMediaType)
  }

  @Test func `clients beyond the capacity share a bucket, until others rest`() {
    var buckets = TokenBuckets(rate: 1, burst: 2, capacity: 3)
    for client in ["a", "b", "c"] { #expect(buckets.take(for: client, at: .seconds(9)) == nil) }
    // The bucket that d and e share has two tokens.
    #expect(buckets.take(for: "d", at: .seconds(9)) == nil)
    #expect(buckets.take(for: "e", at: .seconds(9)) == nil)
    #expect(buckets.take(for: "f", at: .seconds(9)) == .seconds(1))
    #expect(buckets.count == 3)
    #expect(buckets.take(for: "a", at: .seconds(9)) == nil)
    // b and c are full again, a is not.
    #expect(buckets.take(for: "g", at: .seconds(10)) == nil)
    #expect(buckets.count == 2)
  }

  @Test func `a client that asks too often is told when to come back`() async throws {
    let server = try ServerFixture.server(limits: "--rate", "0.0001", "--burst", "2")
    let client = try server.client()
    #expect(try await client.answer("/v1/search?q=a").status == .ok)
    #expect(try await client.answer("/nowhere").status == .notFound)
    let refused = try await client.answer("/v1/search?q=a")
    #expect(refused.status == .tooManyRequests)
    #expect(try refused.message() == "This address made too many requests.")
    let pause = try #require(refused.headers[.retryAfter].flatMap { Int($0) })
    #expect((1...10_000).contains(pause))
    // Balancers are not refused; all other routes are paid for, too.
    #expect(try await client.answer("/health").status == .ok)
    for path in ["/metrics", "/openapi.json", "/", "/city-explorer.js"] {
      #expect(try await client.answer(path).status == .tooManyRequests, "\(path)")
    }
  }

  @Test func `behind a balancer, clients are told apart by what it says`() async throws {
    func statuses(_ options: String..., forwarded: [String]) async throws -> [Int] {
      let server = try ServerFixture.server(
        options: options, limits: ["--rate", "0.0001", "--burst", "1"])
      let client = try server.client()
      var statuses: [Int] = []
      for list in forwarded {
        let name = try #require(HTTPField.Name("X-Forwarded-For"))
        statuses.append(
          try await client.answer("/v1/search?q=a", headers: [name: list]).status.code)
      }
      return statuses
    }
    // Without a balancer, the header is ignored, so a client cannot make up an address.
    #expect(try await statuses(forwarded: ["1.1.1.1", "2.2.2.2"]) == [200, 429])
    #expect(
      try await statuses(
        "--behind-balancer", forwarded: ["1.1.1.1", "2.2.2.2", "3.3.3.3, 1.1.1.1", "5.5.5.5"])
        == [200, 200, 429, 200])
    // An IPv6 network is one client.
    #expect(
      try await statuses(
        "--behind-balancer",
        forwarded: [
          "2001:db8:1:2::1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:3::1", "::ffff:1.2.3.4",
          "::ffff:1.2.3.5", "::1", "::2",
        ]) == [200, 429, 200, 200, 200, 200, 429])
    // Some proxies append a port, with brackets around IPv6.
    #expect(
      try await statuses(
        "--behind-balancer",
        forwarded: [
          "1.1.1.1:40000", "1.1.1.1:40001", "1.1.1.1", "[2001:db8:1:2::1]:443",
          "[2001:db8:1:2::1]", "2001:db8:1:2::1",
        ]) == [200, 429, 429, 200, 429, 429])
  }

  @Test(arguments: ["0x10", "1e400", "nan", "inf", "-inf", "infinity", "0x1p3", "", " 1", "１"])
  func `numbers are decimal`(text: String) async throws {
    let client = try ServerFixture.server().client()
    let encoded = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    for uri in [
      "/v1/reverse?lat=\(encoded)&lon=1", "/v1/search?q=a&near=\(encoded),1",
      "/v1/search?q=a&bbox=0,0,1,\(encoded)",
    ] {
      #expect(try await client.answer(uri).status == .badRequest, "\(uri)")
    }
    #expect(try await client.answer("/v1/reverse?lat=%2B1.5e1&lon=-.5").status == .ok)
  }

  @Test func `clients that disconnect are no fault of the server`() throws {
    let channel = NIOAsyncTestingChannel()
    func status(_ error: any Error) -> Int? {
      ServiceError(faultOfClient: error, on: channel)?.status
    }
    _ = channel.connect(to: try SocketAddress(ipAddress: "192.0.2.1", port: 1))
    #expect(status(CancellationError()) == 499)
    #expect(status(ChannelError.ioOnClosedChannel) == 499)
    #expect(status(IOError(errnoCode: ECONNRESET, reason: "read")) == 499)
    #expect(status(HTTPParserError.invalidEOFState) == 499)
    #expect(status(HTTPParserError.invalidChunkSize) == 400)
  }

  @Test func `shares are free again when they are let go of`() throws {
    let shares = Shares(2, each: 2)
    do {
      let (one, other) = (shares.take(for: "a"), shares.take(for: "a"))
      #expect(one != nil && other != nil)
      #expect(shares.take(for: "a") == nil)
      #expect(shares.count == 2)
    }
    #expect(shares.count == 0)
    #expect(shares.take(for: "a") != nil)
  }

  @Test(arguments: [
    ["--rate", "0"], ["--rate", "nan"], ["--burst", "0"], ["--connections", "0"],
    ["--geocoding-time", "9223372036854775807"], ["--idle-timeout", "9223372036854775807"],
    ["--body-size", "9223372036854775807"], ["--client-connections", "0"],
  ])
  func `a limit under which nothing is served is refused`(limits: [String]) {
    #expect(throws: (any Error).self) { try ServerFixture.server(options: [], limits: limits) }
  }

  @Test(arguments: [["--port", "65536"], ["--cors", "example"], ["--cities", "/nowhere"]])
  func `an option that cannot be is refused`(options: [String]) {
    #expect(throws: (any Error).self) { try ServerFixture.server(options: options, limits: []) }
  }
}

/// Malformed requests, made at random.
@Suite("Hostile requests", .againstHanging) struct HostileRequestTests {
  @Test(.tags(.long), arguments: 0..<4)
  func `no query makes the server fail`(seed: UInt64) async throws {
    let server = try ServerFixture.server()
    let client = try server.client()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<TestExtent.share(of: 25_000, atLeast: 200) {
      let uri = Self.uri(&random)
      let status = try await client.answer(uri).status.code
      #expect([200, 400, 404, 405].contains(status), "\(status): \(uri)")
    }
  }

  private static let pieces = [
    "q", "=", "&", "%", "%00", "%ff", "%C3%BC", "+", ",", ".", "-1", "0", "10", "99999999999999999",
    "limit", "offset", "order", "near", "names", "typos", "countries", "divisions",
    "minimumPopulation", "ids", "bbox", "name", "distance", "own", "never", "nan", "inf", "1e308",
    "-0",
    "US.IL", "DE", "x", "a", "san", "st ", "%E6%9D%B1", "%F0%9F%98%80", "%CC%81", "?", "#", "/",
    ";",
    "[]", "{}", "<script>", "'", "\"", "\\", "..", "lat", "lon", "%2e%2e%2f",
  ]

  private static func uri(_ random: inout SeededGenerator) -> String {
    let path =
      ["/v1/search", "/v1/reverse", "/v1/places/", "/v1/geocode", "/", "/v1/"]
      .randomElement(using: &random) ?? "/"
    // Half of them begin as valid requests do.
    let start =
      ["?", "?q=", "?q=san&limit=10&", "?lat=1&lon=2&limit="].randomElement(using: &random) ?? "?"
    let count = Int.random(in: 0...12, using: &random)
    let rest = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    return path + start + rest.replacing(" ", with: "%20")
  }
}
#endif
