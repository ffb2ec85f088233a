import Foundation
package import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// How much the long tests do: kills, interleavings, flipped bits.
///
/// An ordinary run of a release build does a tenth of it; `.ci/run long_tests` does all of it.
package enum TestExtent {
  /// Whether this run does all of it, because the variable `TEST_EXTENT` of the environment is `full`.
  package static let isFull = ProcessInfo.processInfo.environment["TEST_EXTENT"] == "full"

  /// The part of some work that this run does: a tenth in a release build, a fiftieth in a debug build.
  ///
  /// With the full extent, it is all of the work in a release build, and a tenth in a debug build or under
  /// the thread sanitizer.
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

/// The sanitizers that tests may run under.
package enum Sanitizer {
  /// Whether the thread sanitizer watches this process.
  package static let isWatchingThreads = hasSymbol("__tsan_init")

  /// Whether a sanitizer, that of threads or that of addresses, brings an allocator of its own.
  package static let bringsAllocator = isWatchingThreads || hasSymbol("__asan_init")

  /// Divides the amount of work of long tests, which take some twenty times as long when watched.
  package static var workDivisor: Int { isWatchingThreads ? 10 : 1 }

  /// Whether the program or one of its libraries defines `name`: no compilation condition tells.
  private static func hasSymbol(_ name: String) -> Bool {
    // Sound: a null path names the program itself, and the address found is only compared.
    guard let program = unsafe dlopen(nil, RTLD_NOW) else { return false }
    defer { unsafe dlclose(program) }
    return unsafe dlsym(program, name) != nil
  }
}
