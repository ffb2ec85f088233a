import CitySearch
import Foundation

/// The table of a run and what has to be known to read it.
struct RunReport {
  private let table: Table
  private let notes: String

  init(_ measurement: Measurement) {
    var table = Table(heads: [
      "engine", "structure\nbytes", "bytes/\ncity", "build\nms", "locate\np50 ns", "p99", "ratio",
      "top 10\np50 ns", "p99", "all\nM/s",
    ])
    let cityCount = measurement.gazetteer.count
    var baseline = measurement.baseline
    let unit = Double(max(1, baseline.locate.percentile(50)))
    for var subject in measurement.subjects {
      let locate = subject.locate.percentile(50)
      table.rows.append([
        subject.name,
        subject.byteCount.grouped,
        (Double(subject.byteCount) / Double(cityCount)).rounded(decimals: 1),
        (Double(subject.buildTime) / 1e6).rounded(decimals: 0),
        locate.grouped,
        subject.locate.percentile(99).grouped,
        (Double(locate) / unit).rounded(decimals: 2),
        subject.topTen.percentile(50).grouped,
        subject.topTen.percentile(99).grouped,
        (subject.citiesPerSecond / 1e6).rounded(decimals: 1),
      ])
    }
    var scan = measurement.scan
    table.rows.append([
      "LinearScan", "0", "0.0", "0", scan.percentile(50).grouped, scan.percentile(99).grouped,
      (Double(scan.percentile(50)) / unit).grouped, "", "", "",
    ])
    self.table = table
    notes = """
      \(cityCount.grouped) cities, \(measurement.queries.texts.count.grouped) queries as typed, \
      \(baseline.locate.count.grouped) samples a figure, one thread, warm caches. locate: folded \
      bytes in, range of rows out. ratio: median of locate to that of the baseline in the same run, \
      plain binary search with memcmp. top 10: text in, ten cities with names and highlights out. \
      all: million cities made a second. Reading the clock, \(MonotonicClock.cost) ns, is subtracted.
      """
  }

  /// For a terminal.
  var text: String { "\(table.text)\n\n\(notes.wrapped(at: 96))" }

  /// For a Markdown file.
  var markdown: String { "\(table.markdown)\n\n\(notes)" }
}

extension Double {
  /// The nearest whole number in groups of three digits.
  fileprivate var grouped: String { Int(rounded()).grouped }
}

extension String {
  /// The words in lines of at most `width` characters.
  fileprivate func wrapped(at width: Int) -> String {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let last = lines.last, last.count + word.count < width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n")
  }
}
