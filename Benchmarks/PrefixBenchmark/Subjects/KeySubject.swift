import CitySearch
import PrefixSearch

/// A prefix index over keys that are no names: what it answers are the numbers of lines.
struct KeySubject: Subject {
  private let index: any PrefixIndex
  private let lines: KeyLines

  init(_ index: any PrefixIndex, over lines: KeyLines) {
    self.index = index
    self.lines = lines
  }

  var stages: Set<Measure.Stage> { [.locate, .rows] }
  var memoryFootprint: MemoryFootprint? { index.memoryFootprint }
  var nodeCount: Int? { index.nodesIfTree }

  func locate(_ query: PreparedQuery) -> Int {
    query.folded.withBytes { index.range(of: $0) }.count
  }

  func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest) {
    for row in query.folded.withBytes({ index.range(of: $0) }).prefix(limit ?? .max) {
      digest.add(id: lines.number(atRow: row))
    }
  }
}

/// Every key compared with every query.
struct KeyScan: Subject {
  let lines: KeyLines

  var stages: Set<Measure.Stage> { [.locate, .rows] }
  var looksAtEveryName: Bool { true }
  var memoryFootprint: MemoryFootprint? { MemoryFootprint([]) }

  func locate(_ query: PreparedQuery) -> Int {
    query.folded.withBytes { prefix in
      (0..<lines.count).count { lines.hasPrefix(prefix, atRow: $0) }
    }
  }

  func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest) {
    let limit = limit ?? .max
    query.folded.withBytes { prefix in
      for row in 0..<lines.count where lines.hasPrefix(prefix, atRow: row) {
        guard digest.count < limit else { return }
        digest.add(id: lines.number(atRow: row))
      }
    }
  }
}
