#if Server
import CitySearch
import Foundation
import Hummingbird
import Metrics
import NIOCore
import SystemFiles

/// The routes for operators: health, metrics, and the OpenAPI description.
enum StatusRoutes {
  /// Adds the routes to a router.
  ///
  /// - Throws: ``MissingResources`` if the bundle was not copied with the program.
  static func add(to router: Router<ServerRequestContext>, context: ServerContext) throws {
    let healthy = Array(health(of: context.gazetteer).utf8)
    router.get(RouterPath(healthPath)) { _, _ in
      Response(mediaType: "text/plain; charset=utf-8", healthy)
    }
    let memory = MemoryGauges(context.metrics)
    router.get("metrics") { _, _ in
      memory.update()
      return Response(
        mediaType: PrometheusMetrics.mediaType, Array(context.metrics.text.utf8))
    }
    let description = SiteFile(
      name: "openapi.json", bytes: ByteBuffer(bytes: try Data(contentsOf: Self.description())))
    router.get("openapi.json") { request, _ in
      await SiteRoutes.response(to: request, description)
    }
  }

  /// The path that is answered for clients without tokens, too: balancers learn that a busy server is there.
  static let healthPath = "/health"

  /// A line that all is well, and the source of the cities, if it is known.
  private static func health(of gazetteer: Gazetteer) -> String {
    guard let source = gazetteer.source else { return "ok\n" }
    // A file may have any name.
    let name = source.name.filter { !$0.isNewline }
    let date = source.date.map { "date: \($0)\n" } ?? ""
    return "ok\nsource: \(name)\n\(date)sha256: \(source.digest)\n"
  }

  /// The OpenAPI description of the service.
  ///
  /// - Throws: ``MissingResources`` if the bundle was not copied with the program.
  static func description() throws -> URL {
    try ResourceBundle(ofTarget: "CityExplorerServer").url(named: "openapi.json")
  }
}

/// The resident memory of the process.
private struct MemoryGauges: Sendable {
  private let anonymous: Gauge
  private let mapped: Gauge

  init(_ factory: PrometheusMetrics) {
    anonymous = Gauge(label: "process_memory_anonymous_bytes", factory: factory)
    mapped = Gauge(label: "process_memory_mapped_bytes", factory: factory)
  }

  /// Reads the values from `/proc`, which only Linux has.
  func update() {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
      return
    }
    for line in status.split(separator: "\n") {
      let words = line.split { $0 == " " || $0 == "\t" }
      guard words.count >= 2, let kilobytes = Int(words[1]) else { continue }
      switch words[0] {
      case "RssAnon:": anonymous.record(kilobytes * 1_024)
      case "RssFile:": mapped.record(kilobytes * 1_024)
      default: break
      }
    }
  }
}
#endif
