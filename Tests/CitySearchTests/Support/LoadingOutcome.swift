import CitySearch
import Foundation
import GazetteerBuilding
import TestSupport
import Testing

/// The outcome of loading a content in both modes.
struct LoadingOutcome: Equatable {
  /// The message of the strict error, or `nil` if everything was loaded.
  var error: String?
  /// The ids that lenient loading kept, in ascending order; `nil` if it refused the file.
  var kept: [City.ID]?
  /// The records that lenient loading skipped, in order.
  var skipped: [String] = []
  /// How many records lenient loading left out for their feature class or code.
  var otherFeatureCount = 0

  /// Loads `content` strictly and leniently.
  init(of content: Data, named name: String = "cities.txt") throws {
    self = try withTemporaryFile(content, named: name) { LoadingOutcome(ofFile: $0) }
  }

  init(ofFile url: URL) {
    do throws(GazetteerError) {
      _ = try Gazetteer(contentsOf: url)
    } catch {
      self.error = error.description
    }
    do throws(GazetteerError) {
      var loader = GazetteerLoader()
      loader.isLenient = true
      let (gazetteer, report) = try loader.load(.file(url))
      kept = gazetteer.map(\.id).sorted()
      skipped = Self.texts(of: report)
      otherFeatureCount = report.otherFeatureCount + report.excludedFeatureCount
    } catch {
      // A file that is refused as a whole has the same error in both modes.
      if error.description != self.error { skipped = [error.description] }
    }
    // The path is another one for every test.
    let folder = url.deletingLastPathComponent().path + "/"
    error = error?.replacing(folder, with: "")
    skipped = skipped.map { $0.replacing(folder, with: "") }
  }

  /// The skipped records, and their number if the list does not have all.
  private static func texts(of report: LoadingReport) -> [String] {
    let rest = report.skippedCount - report.skipped.count
    return report.skipped.map(\.description) + (rest > 0 ? ["and \(rest) more"] : [])
  }

  init(error: String? = nil, kept: [City.ID]?, skipped: [String] = []) {
    self.error = error
    self.kept = kept
    self.skipped = skipped
  }

  /// Records that are wrong: the first is the strict error.
  static func kept(_ ids: [City.ID], skipping skipped: [String]) -> LoadingOutcome {
    LoadingOutcome(error: skipped.first, kept: ids, skipped: skipped)
  }

  /// A file that is refused as a whole.
  static func refused(_ error: String) -> LoadingOutcome {
    LoadingOutcome(error: error, kept: nil)
  }
}

/// A content with a title for the names of tests.
struct LoadingCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let content: Data

  init(_ title: String, _ content: Data) {
    testDescription = title
    self.content = content
  }

  init(_ title: String, _ content: String) { self.init(title, Data(content.utf8)) }
}
