#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What makes it hard for the process to keep data.
enum Handicap {
  /// Lets no file grow beyond `bytes`, as on a full disk.
  static func limitFiles(to bytes: Int) throws {
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

  /// Gives up the privileges of an administrator, whom no rights on files stop.
  static func giveUpPrivileges() throws {
    guard geteuid() == 0 else { return }
    // Nobody has this number.
    let user: uid_t = 65_534
    guard setgroups(0, nil) == 0, setgid(user) == 0, setuid(user) == 0 else {
      throw Complaint("The privileges cannot be given up.")
    }
  }
}
