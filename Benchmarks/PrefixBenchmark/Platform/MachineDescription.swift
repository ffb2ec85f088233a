import Foundation

/// The properties of the machine; nothing that identifies it.
enum MachineDescription {
  static var current: RunHeader.Machine {
    let process = ProcessInfo.processInfo
    return RunHeader.Machine(
      processor: processor, coreCount: process.activeProcessorCount,
      memoryByteCount: Int(process.physicalMemory),
      system: system(process.operatingSystemVersionString), architecture: architecture)
  }

  /// The memory that is available without swapping; all memory where the system does not report it.
  static var availableMemory: Int {
    let text = (try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8)) ?? ""
    return text.byteCount(of: "MemAvailable") ?? Int(ProcessInfo.processInfo.physicalMemory)
  }

  private static var processor: String {
    #if canImport(Darwin)
    var size = 0
    // Sound: without a buffer, only the size is written.
    unsafe sysctlbyname("machdep.cpu.brand_string", nil, &size, nil, 0)
    var name = [UInt8](repeating: 0, count: size)
    // Sound: `name` has `size` bytes.
    unsafe sysctlbyname("machdep.cpu.brand_string", &name, &size, nil, 0)
    return String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    #else
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    return text.value(of: "model name") ?? "unknown"
    #endif
  }

  /// The version without the words in front that some systems put there.
  private static func system(_ version: String) -> String {
    #if os(macOS)
    "macOS \(version.replacing("Version ", with: ""))"
    #else
    version
    #endif
  }

  private static var architecture: String {
    #if arch(x86_64)
    "x86_64"
    #elseif arch(arm64)
    "arm64"
    #else
    "other"
    #endif
  }
}

extension String {
  /// The value in the first line "name: value" with a name, as files in `/proc` have them.
  package func value(of name: String) -> String? {
    let line = split(separator: "\n").first { line in
      line.hasPrefix(name) && line.dropFirst(name.count).drop(while: \.isWhitespace).first == ":"
    }
    return line?.split(separator: ":", maxSplits: 1).last?.trimmingCharacters(in: .whitespaces)
  }

  /// The value with a name in bytes, which is in kibibytes: "1234 kB".
  package func byteCount(of name: String) -> Int? {
    value(of: name)?.split(separator: " ").first.flatMap { Int($0) }.map { $0 * 1_024 }
  }
}
