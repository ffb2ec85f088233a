#if Server
import CityExplorer
import CitySearch
import Foundation
import HTTPTypes
import Hummingbird

/// The cookies of the pages: the id of the visitor, and the recent places.
///
/// The server itself speaks plain HTTP. Behind a balancer, a request came by HTTPS if the balancer
/// set `X-Forwarded-Proto` to `https`. Cookies are `Secure` then, so that browsers never send them
/// by plain HTTP. Without a balancer the header is not trusted, because a `Secure` cookie would be
/// lost at once.
struct PageCookies: Sendable {
  private static let visitor = "visitor"
  private static let recent = "recent"
  private static let age = 365 * 24 * 3_600

  /// Whether the forwarding headers of a proxy are trusted.
  let isBehindBalancer: Bool

  /// The id of the visitor; `nil` for a new one.
  static func visitor(of request: Request) -> VisitorID? {
    request.cookies[visitor].flatMap { VisitorID($0.value) }
  }

  /// The ids of the recent places, the latest first.
  static func recent(of request: Request) -> [City.ID] {
    guard let text = request.cookies[recent]?.value, text.utf8.count <= 200 else { return [] }
    return text.split(separator: ".").prefix(ExplorerState.recentPlacesLimit)
      .compactMap { City.ID($0) }
  }

  /// Stores the id of the visitor in the browser.
  func set(_ id: VisitorID, on response: inout Response, to request: Request) {
    response.setCookie(cookie(Self.visitor, id.text, request))
  }

  /// Stores the recent places in the browser.
  func set(recent ids: [City.ID], on response: inout Response, to request: Request) {
    response.setCookie(
      cookie(Self.recent, ids.map(\.description).joined(separator: "."), request))
  }

  private func cookie(_ name: String, _ value: String, _ request: Request) -> Cookie {
    Cookie(
      name: name, value: value, maxAge: Self.age, path: "/", secure: isSecure(request),
      httpOnly: true, sameSite: .lax)
  }

  /// Whether the browser sent the request by HTTPS.
  private func isSecure(_ request: Request) -> Bool {
    // Each proxy appends its protocol; the last one is that of the balancer.
    let proto = request.headers[FieldName.forwardedProto]?.split(separator: ",").last
    return isBehindBalancer && proto?.trimmingCharacters(in: .whitespaces).lowercased() == "https"
  }
}
#endif
