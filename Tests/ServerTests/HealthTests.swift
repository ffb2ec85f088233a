#if Server
import ArgumentParser
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@testable import CityExplorerServer

@Suite struct HealthTests {
  @Test func `a server that runs says so`() async throws {
    let server = try await CityServer(
      options: .parse(["--port", "0"]), limits: .parse([]), logger: Logger(label: "tests"))
    try await server.application().test(.live) { client in
      try await client.execute(uri: "/health", method: .get) { response in
        #expect(response.status == .ok)
        #expect(String(buffer: response.body) == "ok\n")
      }
      try await client.execute(uri: "/nothing", method: .get) { response in
        #expect(response.status == .notFound)
        #expect(
          String(buffer: response.body)
            == #"{"error":{"message":"There is nothing at /nothing.","status":404}}"#)
      }
    }
  }
}
#endif
