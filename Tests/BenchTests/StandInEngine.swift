import CitySearch
import PrefixBenchmark
import PrefixSearch
import TestSupport

/// An engine with a fault that a benchmark must find.
struct StandInEngine: Subject {
  enum Fault {
    case none, slow, fat, wrong
  }

  /// What an engine was asked, and how often it searched for that.
  struct Work {
    var queries = 0
    var searches = 0
  }

  let fault: Fault
  private let base: IndexSubject
  private let work: Locked<Work>

  init(_ fault: Fault, over input: SubjectInput, counting work: Locked<Work>) {
    self.fault = fault
    self.work = work
    base = IndexSubject(BinarySearch(input.keys), over: input.gazetteer)
  }

  var stages: Set<Measure.Stage> { base.stages }
  var search: CityIndex? { base.search }

  var memoryFootprint: MemoryFootprint? {
    let extra = fault == .fat ? [MemoryFootprint.Part("fat", byteCount: 1)] : []
    return base.memoryFootprint.map { MemoryFootprint($0.parts + extra) }
  }

  func locate(_ query: PreparedQuery) -> Int {
    if fault == .slow {
      for _ in 0..<20 { blackHole(counted(query)) }
    }
    work.withLock { $0.queries += 1 }
    // Wrong for one query only: a checksum has to find even that.
    return counted(query) + (fault == .wrong && query.text == "san" ? 1 : 0)
  }

  private func counted(_ query: PreparedQuery) -> Int {
    work.withLock { $0.searches += 1 }
    return base.locate(query)
  }

  func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest) {
    base.rows(query, limit: limit, into: &digest)
  }

  func cities(_ text: String, limit: Int?, into digest: inout AnswerDigest) {
    base.cities(text, limit: limit, into: &digest)
  }
}
