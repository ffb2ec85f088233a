#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

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
