internal import Foundation
internal import SystemFiles

/// The process that holds a lock, as it is written into the lock file: `123 host`.
///
/// The system does not say who holds a `flock`. The name of the host tells processes apart that have the
/// same id in several containers, or on several computers with a common file system.
struct LockOwner: Equatable {
  let process: Int32
  let host: String

  /// This process.
  static var current: LockOwner { LockOwner(process: getpid(), host: hostName) }

  init(process: Int32, host: String) {
    self.process = process
    self.host = host
  }

  /// Reads the content of a lock file; `nil` if it names no process.
  init?(_ content: Data) {
    let parts = String(decoding: content, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard parts.count == 2, let process = Int32(parts[0]), process > 0 else { return nil }
    self.init(process: process, host: String(parts[1]))
  }

  /// The content of a lock file.
  var content: Data { Data("\(process) \(host)\n".utf8) }

  /// Whether the process may exist.
  ///
  /// A process that was killed leaves its name in the lock file. A process of another host may exist,
  /// because it cannot be looked for here.
  var mayExist: Bool {
    host != Self.hostName || kill(process, 0) == 0 || errno == EPERM
  }

  private static let hostName: String = {
    var buffer = [CChar](repeating: 0, count: 256)
    // Sound: the call writes at most as many bytes as the count says, which leaves a zero at the end.
    guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return "unknown" }
    let name = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return name.isEmpty ? "unknown" : String(decoding: name, as: UTF8.self)
  }()
}

extension LockOwner {
  /// Why the lock cannot be taken, for an error: who has it, and what ends that.
  static func reason(_ owner: LockOwner?) -> String {
    guard let owner, owner.mayExist else {
      return "another process, or another store in this one, uses the file"
    }
    if owner == .current {
      return "another store in this process uses the file until it is closed or deallocated"
    }
    let place = owner.host == hostName ? "" : " on \(owner.host)"
    return "another process, \(owner.process)\(place), uses the file"
  }
}
