import CitySearch
import Fixtures
import Foundation

/// What a process that judges answers is told.
struct QualityJob: Codable, Sendable {
  /// The gazetteer file to open; `nil` to load the cities shipped.
  var gazetteer: URL?
}

extension QualityJob {
  /// Asks the queries that are shipped; the same answers are judged alike on every machine.
  func run() throws -> QualityReport {
    let file = Fixtures.qualityCases
    return QualityReport(
      over: try gazetteer.map { try Gazetteer(mapping: $0) } ?? Gazetteer.shipped(),
      cases: try QualityCase.all(in: file), file: file.lastPathComponent)
  }
}
