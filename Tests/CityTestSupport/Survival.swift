internal import Foundation

/// What a process that may be killed tells the one that started it: numbers of changes that are kept.
package enum Acknowledgment {
  /// Writes a line to standard output at once.
  package static func write(_ number: Int) {
    try? FileHandle.standardOutput.write(contentsOf: Data("kept \(number)\n".utf8))
  }

  /// The numbers of all complete lines.
  package static func read(_ output: [UInt8]?) -> [Int] {
    String(decoding: output ?? [], as: UTF8.self).components(separatedBy: "\n").dropLast()
      .filter { $0.hasPrefix("kept ") }.compactMap { Int($0.dropFirst(5)) }
  }
}

/// Kills this process.
package enum KillingThread {
  /// Starts a thread that kills the process after some time.
  package static func start(microseconds: Int) {
    Thread {
      usleep(UInt32(microseconds))
      kill(getpid(), SIGKILL)
    }.start()
  }
}

/// The disk of this process.
package enum Disk {
  /// The limit cannot be set.
  private struct Unlimited: Error {}

  /// Lets no file grow beyond so many bytes, as on a full disk.
  package static func limitFiles(to bytes: Int) throws {
    // The system would end the process instead of refusing the call.
    _ = signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
    #if canImport(Darwin) || canImport(Musl)
    let resource = RLIMIT_FSIZE
    #else
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #endif
    // Sound: the call reads a structure of this type, which outlives it.
    guard unsafe setrlimit(resource, &limit) == 0 else { throw Unlimited() }
  }
}
