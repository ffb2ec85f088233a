import CitySearch
import PrefixSearch

/// The package's own reference as a rival: every name is folded anew for every query.
///
/// What an app does that has no index and wants the same answers.
struct LinearScanSubject: Subject {
  let scan: LinearScan

  var stages: Set<Measure.Stage> { [.locate, .rows, .cities] }
  var looksAtEveryName: Bool { true }
  var memoryFootprint: MemoryFootprint? { MemoryFootprint([]) }

  func locate(_ query: PreparedQuery) -> Int { scan.search(for: query.text).total.count }

  func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest) {
    for id in scan.search(for: query.text, limit: limit).ids { digest.add(id: id) }
  }

  func cities(_ text: String, limit: Int?, into digest: inout AnswerDigest) {
    for match in scan.search(for: text, limit: limit) { digest.add(match) }
  }
}
