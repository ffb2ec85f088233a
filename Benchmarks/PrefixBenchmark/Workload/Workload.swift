import Foundation

/// A named list of queries in order.
package struct Workload: Codable, Sendable {
  package let name: String
  /// A description of the queries, as a phrase.
  let summary: String
  package let texts: [String]

  package init(name: String, summary: String, texts: [String]) {
    self.name = name
    self.summary = summary
    self.texts = texts
  }
}

extension Workload {
  /// The workloads that a run has written for its processes.
  static func all(in file: URL) throws -> [Workload] {
    try JSONDecoder().decode([Workload].self, from: Data(contentsOf: file))
  }

  package var description: RunHeader.WorkloadDescription {
    RunHeader.WorkloadDescription(
      name: name, summary: summary, queryCount: texts.count, checksum: checksum)
  }

  /// The 64-bit FNV-1a hash of all texts, each ended by a zero.
  private var checksum: String {
    texts.lazy.flatMap { $0.utf8 + [0] }.fnv1a.hexadecimal
  }
}

extension [Workload] {
  /// The queries of a workload; none if there is no such workload.
  func texts(of name: String) -> [String] { first { $0.name == name }?.texts ?? [] }
}

extension Sequence<UInt8> {
  /// The 64-bit FNV-1a hash (Fowler, Noll, Vo), which is simple to reimplement.
  package var fnv1a: UInt64 {
    reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

extension UInt64 {
  /// Sixteen hexadecimal digits.
  var hexadecimal: String { String(format: "%016lx", self) }
}
