#if Server
import HTTPTypes
import Hummingbird
import NIOCore

/// The owner of a request or a connection: an IP address, of IPv6 the /64 prefix, which is one network.
enum ClientIdentity {
  /// The identity of the client of a request; behind a balancer, X-Forwarded-For is trusted.
  static func of(_ request: Request, on channel: any Channel, behindBalancer: Bool) -> String {
    network(of: address(of: request, on: channel, behindBalancer: behindBalancer))
  }

  /// The identity of the other end of a connection.
  static func of(_ channel: any Channel) -> String {
    network(of: channel.remoteAddress?.ipAddress ?? "")
  }

  /// The address of the client of a request; behind a balancer, X-Forwarded-For is trusted.
  static func address(
    of request: Request, on channel: any Channel, behindBalancer: Bool
  ) -> String {
    let forwarded =
      behindBalancer
      ? request.headers[.xForwardedFor]?.split(separator: ",").last.map {
        String(withoutPort($0.drop { $0 == " " }).prefix(45))
      } : nil
    return forwarded ?? channel.remoteAddress?.ipAddress ?? ""
  }

  private static func network(of address: String) -> String {
    // An IPv4-mapped IPv6 address has dots.
    guard address.utf8.contains(UInt8(ascii: ":")), !address.utf8.contains(UInt8(ascii: ".")) else {
      return address
    }
    let ends = address.split(separator: "::", omittingEmptySubsequences: false)
      .map { $0.split(separator: ":") }
    let zeros = 8 - ends.reduce(0) { $0 + $1.count }
    let groups =
      ends[0] + Array(repeating: "0", count: max(0, zeros)) + (ends.dropFirst().first ?? [])
    return groups.prefix(4).joined(separator: ":")
  }

  /// An address without the port that some proxies append: `192.0.2.1:80`, `[2001:db8::1]:80`.
  private static func withoutPort(_ text: Substring) -> Substring {
    if text.first == "[" { return text.dropFirst().prefix { $0 != "]" } }
    // IPv6 addresses without brackets have no port.
    guard text.count(where: { $0 == ":" }) == 1 else { return text }
    return text.prefix { $0 != ":" }
  }
}

extension HTTPField.Name {
  /// The addresses of the client and the proxies; each proxy appends the address that it was called
  /// from.
  fileprivate static var xForwardedFor: HTTPField.Name {
    HTTPField.Name(parsed: "x-forwarded-for") ?? .referer
  }
}
#endif
