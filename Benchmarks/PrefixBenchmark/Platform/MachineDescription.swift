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
    let line = text.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
    let kibibytes = line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return kibibytes.map { $0 * 1_024 } ?? Int(ProcessInfo.processInfo.physicalMemory)
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
    let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
    let name = line?.split(separator: ":", maxSplits: 1).last?.trimmingCharacters(in: .whitespaces)
    return name ?? "unknown"
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
