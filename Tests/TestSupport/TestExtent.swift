import Foundation
package import Testing

/// How much the long tests do: kills, interleavings, flipped bits.
///
/// An ordinary run does a tenth of it and takes a minute; the gate does all of it.
package enum TestExtent {
  /// Whether this run does all of it, because the variable `TEST_EXTENT` of the environment is `full`.
  package static let isFull = ProcessInfo.processInfo.environment["TEST_EXTENT"] == "full"

  /// The part of some work that this run does, at least one piece.
  ///
  /// Under the thread sanitizer, which takes some twenty times as long, it is never more than a tenth.
  package static func share(of work: Int) -> Int {
    isFull ? max(1, work / Sanitizer.workDivisor) : max(1, work / 10)
  }
}

extension Tag {
  /// A test whose work depends on ``TestExtent``.
  @Tag package static var long: Self
}

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that hangs: no test takes so long, whatever else the machine does.
  package static var againstHanging: Self { .timeLimit(.minutes(30)) }
}
