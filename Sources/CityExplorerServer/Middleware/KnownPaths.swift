#if Server
import HTTPTypes
import Hummingbird
import Synchronization

/// The methods that each path of a router has, to tell a wrong method from a wrong path.
///
/// A middleware is made before the routes that it serves, so they are taken over when they are there.
final class KnownPaths: Sendable {
  private struct Pattern {
    let parts: [Substring]
    var methods: Set<HTTPRequest.Method>
  }

  private let patterns = Mutex<[Pattern]>([])

  /// Takes over the routes of a router.
  func take(from router: Router<ServerRequestContext>) {
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
  /// - Complexity: O(*n*), where *n* is the number of routes: it is asked for what is refused only.
  func methods(at path: String) -> Set<HTTPRequest.Method>? {
    let parts = path.split(separator: "/")
    let found = patterns.withLock { patterns in
      patterns.filter { Self.matches(parts, $0.parts) }.map(\.methods)
    }
    return found.isEmpty ? nil : found.reduce([]) { $0.union($1) }
  }

  /// Whether a path is one of a pattern, in which a part in braces stands for any, and `**` for all that
  /// follow.
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
