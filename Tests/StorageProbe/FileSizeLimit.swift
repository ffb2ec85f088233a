#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A limit on the length of files, in place of a disk that can be filled.
enum FileSizeLimit {
  /// Lets no file of this process grow beyond `bytes`.
  static func set(_ bytes: Int) throws {
    // The system would end the process instead of refusing the call.
    _ = signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
    #if canImport(Darwin) || canImport(Musl)
    let resource = RLIMIT_FSIZE
    #else
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #endif
    // Sound: the call reads a structure of this type, which outlives it.
    guard unsafe setrlimit(resource, &limit) == 0 else {
      throw Complaint("The length of files cannot be limited.")
    }
  }
}
