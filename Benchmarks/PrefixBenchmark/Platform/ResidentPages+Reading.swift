import Foundation

extension MemoryResult.ResidentPages {
  /// The pages of this process at this moment; `nil` where the system does not tell them apart.
  static var current: Self? {
    // Linux has them in /proc; there is no such file elsewhere.
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
      return nil
    }
    return Self(status: text)
  }

  /// Reads the text of `/proc/self/status`, whose sizes are in kibibytes.
  init?(status: String) {
    func bytes(_ field: String) -> Int? {
      let line = status.split(separator: "\n").first { $0.hasPrefix("\(field):") }
      let parts = line?.split(whereSeparator: \.isWhitespace) ?? []
      return parts.count > 1 ? Int(parts[1]).map { $0 * 1_024 } : nil
    }
    guard let anonymous = bytes("RssAnon"), let file = bytes("RssFile"), let peak = bytes("VmHWM")
    else { return nil }
    self.init(anonymous: anonymous, fileBacked: file, peak: peak)
  }
}
