/// SEAM: the page over rows replaces this file.
enum ReportPage {
  /// How many results a page takes.
  static let mostResults = 8
}

/// One HTML page of results.
func html(of results: [(file: String, result: RunRecord)]) throws -> String { "" }
