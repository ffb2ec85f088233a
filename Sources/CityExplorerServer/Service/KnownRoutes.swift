#if Server
import HTTPTypes
import Hummingbird
import Synchronization

/// The methods of each path of a router, to distinguish a wrong method (405) from a wrong path
/// (404).
///
/// A middleware is created before the routes, so the routes are recorded afterwards.
final class KnownRoutes: Sendable {
  private struct Pattern {
    let parts: [Substring]
    var methods: Set<HTTPRequest.Method>
  }

  private let patterns = Mutex<[Pattern]>([])

  /// Records the routes of a router.
  func record(_ router: Router<ServerRequestContext>) {
    let paths = Dictionary(grouping: router.routes, by: \.path.description)
    let known = paths.map { path, routes in
      var methods = Set(routes.map(\.method)).union([.options])
      if methods.contains(.get) { methods.insert(.head) }
      return Pattern(parts: path.split(separator: "/"), methods: methods)
    }
    patterns.withLock { $0 = known }
  }

  /// The methods of a path; `nil` if there is no such path.
  ///
  /// - Complexity: O(*n*), where *n* is the number of routes; only rejected requests pay it.
  func methods(at path: String) -> Set<HTTPRequest.Method>? {
    let parts = path.split(separator: "/")
    let found = patterns.withLock { patterns in
      patterns.filter { Self.matches(parts, $0.parts) }.map(\.methods)
    }
    return found.isEmpty ? nil : found.reduce([]) { $0.union($1) }
  }

  /// Whether a path matches a pattern, in which `{name}`, `:name` and `*` match any part, and `**` all
  /// that follow.
  private static func matches(_ parts: [Substring], _ pattern: [Substring]) -> Bool {
    for (index, expected) in pattern.enumerated() {
      if expected == "**" { return true }
      guard index < parts.count else { return false }
      let isAny = expected == "*" || expected.hasPrefix("{") || expected.hasPrefix(":")
      guard isAny || expected == parts[index] else { return false }
    }
    return parts.count == pattern.count
  }
}
#endif
