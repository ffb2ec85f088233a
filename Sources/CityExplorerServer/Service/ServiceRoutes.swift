#if Server
import HTTPTypes
import Hummingbird

/// Search as a service.
enum ServiceRoutes {
  /// Adds the routes of the service to a router.
  static func add(to router: Router<ServerRequestContext>, context: ServerContext) {
    router.get("health") { _, _ in
      Response(
        status: .ok, headers: [.contentType: "text/plain; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: "ok\n")))
    }
  }
}
#endif
