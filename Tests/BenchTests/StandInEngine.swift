import CitySearch
import PrefixSearch

@testable import PrefixBenchmark

/// An engine with a fault that a benchmark must find.
struct StandInEngine: Subject {
  enum Fault {
    case none, slow, fat, wrong
  }

  let fault: Fault
  private let base: IndexSubject

  init(_ fault: Fault, over input: SubjectInput) {
    self.fault = fault
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
      for _ in 0..<20 { blackHole(base.locate(query)) }
    }
    // Wrong for one query only: a checksum has to find even that.
    return base.locate(query) + (fault == .wrong && query.text == "san" ? 1 : 0)
  }

  func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest) {
    base.rows(query, limit: limit, into: &digest)
  }

  func cities(_ text: String, limit: Int?, into digest: inout AnswerDigest) {
    base.cities(text, limit: limit, into: &digest)
  }
}
