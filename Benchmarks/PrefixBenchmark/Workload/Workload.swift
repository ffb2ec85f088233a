import Foundation

/// A named list of queries in order.
struct Workload: Codable, Sendable {
  let name: String
  /// A description of the queries, as a phrase.
  let summary: String
  let texts: [String]
}

extension Workload {
  /// The workloads that a run has written for its processes.
  static func all(in file: URL) throws -> [Workload] {
    try JSONDecoder().decode([Workload].self, from: Data(contentsOf: file))
  }

  /// Its description in a result.
  var description: RunHeader.WorkloadDescription {
    RunHeader.WorkloadDescription(
      name: name, summary: summary, queryCount: texts.count, checksum: checksum)
  }

  /// The 64-bit FNV-1a hash of all texts, each ended by a zero.
  private var checksum: String {
    var hash = FNV1a()
    for text in texts {
      for byte in text.utf8 { hash.add(byte) }
      hash.add(0)
    }
    return hash.hexadecimal
  }
}

extension [Workload] {
  /// The queries of a workload; none if there is no such workload.
  func texts(of name: String) -> [String] { first { $0.name == name }?.texts ?? [] }
}

/// The 64-bit FNV-1a hash (Fowler, Noll, Vo), which is simple to reimplement.
struct FNV1a {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

  var hexadecimal: String { value.hexadecimal }
}

extension UInt64 {
  /// Sixteen hexadecimal digits.
  var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
