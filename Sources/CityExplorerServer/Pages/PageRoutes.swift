#if Server
import Hummingbird
import ServiceLifecycle

/// City Explorer in a browser.
enum PageRoutes {
  /// Adds the routes of the pages to a router.
  ///
  /// - Returns: What runs beside the routes until the server stops. A service that does not return
  ///   when it is asked to stop gracefully keeps the server from stopping, and so does an answer
  ///   that goes on, such as a stream of events.
  static func add(
    to router: Router<ServerRequestContext>, context: ServerContext
  ) throws -> [any Service] {
    []
  }
}
#endif
