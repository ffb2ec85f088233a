import CBenchSupport
package import Foundation

/// Bytes in resident pages, by kind.
package struct ResidentPages: Equatable {
  /// Private pages: heap and stacks.
  var anonymous: Int
  /// Pages of files: code and mapped data, which the system may evict and read again.
  var fileBacked: Int
  /// The most that was resident at once since the process began, of both kinds.
  package var peak: Int

  package init(anonymous: Int, fileBacked: Int, peak: Int) {
    self.anonymous = anonymous
    self.fileBacked = fileBacked
    self.peak = peak
  }
}

extension ResidentPages {
  /// The current pages of this process; `nil` where the system does not distinguish them.
  static var current: ResidentPages? {
    // Linux has them in /proc; there is no such file elsewhere.
    (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))
      .flatMap(ResidentPages.init(status:))
  }

  /// Reads the text of `/proc/self/status`, whose sizes are in kibibytes.
  package init?(status: String) {
    guard let anonymous = status.byteCount(of: "RssAnon"),
      let file = status.byteCount(of: "RssFile"), let peak = status.byteCount(of: "VmHWM")
    else { return nil }
    self.init(anonymous: anonymous, fileBacked: file, peak: peak)
  }

  /// The growth of resident pages as figures; none where the system does not count pages.
  static func growth(
    of subject: String, from before: ResidentPages?, to after: ResidentPages?
  ) -> [Figure] {
    guard let before, let after else { return [] }
    return [
      ("anonymous", after.anonymous - before.anonymous),
      ("file-backed", after.fileBacked - before.fileBacked),
    ].map { part, bytes in
      Figure(Figure.Key(subject, .residentGrowth, statistic: part), .bytes, bytes)
    }
  }
}

/// The pages of a file that the system has in memory.
package enum CachedPages {
  /// Lets the system forget the pages of a file, and read no others ahead of those that this process uses of
  /// its mappings from now on.
  ///
  /// - Returns: Whether the system can.
  package static func forget(_ file: URL) -> Bool {
    // Sound: the path lives until the call returns.
    unsafe cbench_forget_file(file.path)
  }

  /// The bytes of a file in memory; `nil` where the system does not say.
  package static func byteCount(of file: URL) -> Int? {
    // Sound: the path lives until the call returns.
    let bytes = unsafe cbench_cached_bytes(file.path)
    return bytes < 0 ? nil : Int(bytes)
  }
}
