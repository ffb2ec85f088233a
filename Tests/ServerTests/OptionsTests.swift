#if Server
import ArgumentParser
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import TestSupport
import Testing

@testable import CityExplorerServer

/// Options, from the command line and from the environment.
@Suite("Options of the server") struct OptionsTests {
  @Test(
    arguments: [
      ([:], [], []),
      (["CITY_EXPLORER_PORT": "80"], [], ["--port=80"]),
      (["CITY_EXPLORER_PORT": "80"], ["--port", "90"], ["--port", "90"]),
      (["CITY_EXPLORER_PORT": "80"], ["--port=90"], ["--port=90"]),
      (["CITY_EXPLORER_PORT": "", "PORT": "80", "CITY_EXPLORER": "x"], [], []),
      (["CITY_EXPLORER_BEHIND_BALANCER": "true"], [], ["--behind-balancer"]),
      (["CITY_EXPLORER_ACCESS_LOG": "False"], [], []),
      (
        ["CITY_EXPLORER_CORS": "https://a,https://b"], [], ["--cors=https://a", "--cors=https://b"]
      ),
      (["CITY_EXPLORER_CORS": "https://a"], ["--cors", "*"], ["--cors", "*"]),
      (["CITY_EXPLORER_BODY_SIZE": "-1"], [], ["--body-size=-1"]),
      (["CITY_EXPLORER_PROT": "80"], [], ["--prot=80"]),
    ] as [([String: String], [String], [String])])
  func `the environment adds options`(
    environment: [String: String], given: [String], expected: [String]
  ) throws {
    #expect(try EnvironmentOptions.arguments(given, with: environment) == expected)
  }

  @Test func `they are options of the program, and a flag is true or false`() throws {
    let arguments = try EnvironmentOptions.arguments(
      [],
      with: [
        "CITY_EXPLORER_HOST": "::1", "CITY_EXPLORER_PORT": "81", "CITY_EXPLORER_RATE": "7.5",
        "CITY_EXPLORER_BEHIND_BALANCER": "true", "CITY_EXPLORER_CORS": "https://a,https://b",
        "CITY_EXPLORER_TILES": "https://a/{z}/{x}/{y}", "CITY_EXPLORER_LOG_LEVEL": "error",
      ])
    let program = try #require(try ServeCommand.parseAsRoot(arguments) as? ServeCommand)
    #expect(program.options.host == "::1")
    #expect(program.options.port == 81)
    #expect(program.limits.rate == 7.5)
    #expect(program.options.behindBalancer)
    #expect(!program.options.accessLog)
    #expect(program.options.allowedOrigins == ["https://a", "https://b"])
    #expect(program.options.site.tiles == "https://a/{z}/{x}/{y}")
    #expect(program.options.logLevel == .error)
    #expect(throws: (any Error).self) {
      try EnvironmentOptions.arguments([], with: ["CITY_EXPLORER_ACCESS_LOG": "maybe"])
    }
    #expect(throws: (any Error).self) { try ServeCommand.parseAsRoot(["--prot=80"]) }
    // A flag that is missing in this set would be given a value.
    #expect(EnvironmentOptions.flags.isSuperset(of: ["behind-balancer", "access-log"]))
    #expect(ServeCommand.helpMessage().contains("CITY_EXPLORER_PORT"))
  }

  @Test(
    arguments: [
      ("::1", "::1", "[::1]"), ("[::1]", "::1", "[::1]"), ("::", "::", "[::]"),
      ("127.0.0.1", "127.0.0.1", "127.0.0.1"), ("localhost", "localhost", "localhost"),
    ])
  func `an address of IPv6 is in brackets in a URL`(given: String, host: String, url: String)
    throws
  {
    let options = try ServerOptions.parse(["--host", given])
    #expect(options.host == host)
    #expect(options.urlHost == url)
    let error = ListeningError(host: options.urlHost, port: 80, code: 13)
    #expect(error.description.hasPrefix("The server cannot listen on \(url):80: "))
  }

  @Test func `the access log has a line for each request, without its query`() async throws {
    let lines = Locked([String]())
    func requests(_ options: String...) async throws -> [String] {
      let logger = Logger(label: "test") { _ in LineLogger(lines: lines) }
      let server = try CityServer(
        options: .parse(
          ["--port", "0", "--cities", try ServerFixture.citiesFile().path] + options),
        limits: .parse([]), logger: logger)
      lines.withLock { $0 = [] }
      let client = try server.client()
      _ = try await client.answer(
        "/v1/search?q=secret&limit=1", headers: [.xForwardedFor: "1.2.3.4"])
      _ = try await client.answer("/nowhere", .post)
      return lines.withLock { $0 }
    }
    #expect(try await requests() == [])
    let logged = try await requests("--access-log")
    try #require(logged.count == 2)
    #expect(logged[0].contains(/^GET \/v1\/search 200 \d+ bytes \d+\.\d+ ms -$/))
    #expect(logged[1].contains(/^POST \/nowhere 404 \d+ bytes \d+\.\d+ ms -$/))
    let balanced = try await requests("--access-log", "--behind-balancer")
    #expect(balanced.first?.hasSuffix(" ms 1.2.3.4") == true)
  }
}

extension HTTPField.Name {
  fileprivate static var xForwardedFor: HTTPField.Name {
    HTTPField.Name(parsed: "x-forwarded-for") ?? .referer
  }
}

/// Collects the lines of a log.
private struct LineLogger: LogHandler {
  let lines: Locked<[String]>
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.notice

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    lines.withLock { $0.append("\(event.message)") }
  }
}
#endif
