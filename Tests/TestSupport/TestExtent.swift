import Foundation
package import Testing

/// How much the long tests do: kills, interleavings, flipped bits.
///
/// An ordinary run does a tenth of it and takes a minute; the gate does all of it.
package enum TestExtent {
  /// Whether this run does all of it, because the variable `TEST_EXTENT` of the environment is `full`.
  package static let isFull = ProcessInfo.processInfo.environment["TEST_EXTENT"] == "full"

  /// The part of some work that this run does: a tenth of it in an ordinary run; of
  /// that a fifth in a debug build, and never more than a tenth under the thread sanitizer.
  ///
  /// - Parameters:
  ///   - work: All of the work.
  ///   - least: The least extent, for tests that need a number to prove something.
  /// - Returns: The number of pieces to do.
  package static func share(of work: Int, atLeast least: Int = 1) -> Int {
    #if DEBUG
    let divisor = isFull ? 10 : 50
    #else
    let divisor = isFull ? Sanitizer.workDivisor : 10
    #endif
    return max(least, work / divisor)
  }
}

extension Tag {
  /// A test whose work depends on ``TestExtent``.
  @Tag package static var long: Self
}

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that hangs: no test takes so long, even on a busy machine.
  package static var againstHanging: Self { .timeLimit(.minutes(30)) }
}
