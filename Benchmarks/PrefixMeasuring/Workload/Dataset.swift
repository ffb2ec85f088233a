package import CitySearch
import Fixtures
package import Foundation
internal import GazetteerBuilding
package import PrefixSearch

/// The data that every process of a run searches: the cities shipped, or the user's own.
package struct Dataset: Codable, Hashable, Sendable {
  /// How the file is read.
  package enum Form: String, Codable, Sendable {
    /// A text of cities: GeoNames' columns, a table with a header, or JSON.
    case cities
    /// A gazetteer file, which has all names and indexes in it.
    case gazetteer
    /// One key a line, compared byte by byte as it stands.
    case keys
  }

  package var form: Form
  /// The file that every process reads.
  package var file: URL
  /// The name in results and messages.
  package var name: String
  /// Whether these are the cities shipped, with names of their divisions and countries.
  package var isShipped = false

  package static let shipped = Dataset(
    form: .cities, file: Fixtures.cities, name: Fixtures.cities.textName, isShipped: true)

  /// Queries with their intended cities, for evaluating answers.
  package var qualityCases: URL? { isShipped ? Fixtures.qualityCases : nil }
}

// MARK: - The user's own

extension Dataset {
  /// Data at a path; `-` is standard input.
  ///
  /// Whether a file of cities is a gazetteer is found out later, by ``readable(copyingTo:)``.
  package init(_ form: Form, path: String) {
    self.init(
      form: form, file: path == "-" ? Self.standardInput : URL(filePath: path),
      name: path == "-" ? "standard input" : URL(filePath: path).lastPathComponent)
  }

  private static let standardInput = URL(filePath: "/dev/stdin")

  /// The same data in a form that every process can read, programs of others included: a pipe is copied to
  /// the file `copy`, what is compressed by gzip is decompressed to a file beside it, in a folder of its own
  /// and with the name of the text, and a gazetteer file is detected.
  package func readable(copyingTo copy: URL) throws -> Dataset {
    var dataset = self
    let path = file == Self.standardInput ? name : file.relativePath
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw BenchFailure("\(path) cannot be read: there is no such file.")
    }
    let kind = try? file.resolvingSymlinksInPath().resourceValues(forKeys: [.isDirectoryKey])
    guard kind?.isDirectory != true else {
      throw BenchFailure("\(path) cannot be read: it is a folder.")
    }
    try explaining("\(path) cannot be read") {
      if !isFile {
        try copyContent(to: copy)
        dataset.file = copy
      }
      // A file without permission fails here, and not in the processes of a run.
      let file = try FileHandle(forReadingFrom: dataset.file)
      defer { try? file.close() }
      if try file.read(upToCount: 2)?.isGzip == true {
        let folder = copy.appendingPathExtension("text")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        dataset.name = URL(filePath: name).textName
        let text = folder.appending(path: dataset.name, directoryHint: .notDirectory)
        try Data(contentsOf: dataset.file).unpacked().write(to: text)
        dataset.file = text
      }
    }
    if form == .cities, (try? Gazetteer(mapping: dataset.file)) != nil {
      dataset.form = .gazetteer
    }
    return dataset
  }

  /// Reads a pipe to its end, a piece at a time.
  private func copyContent(to copy: URL) throws {
    try Data().write(to: copy)
    let (input, output) = (try FileHandle(forReadingFrom: file), try FileHandle(forWritingTo: copy))
    defer { for handle in [input, output] { try? handle.close() } }
    while let piece = try input.read(upToCount: 1 << 20), !piece.isEmpty {
      try output.write(contentsOf: piece)
    }
  }

  /// Whether every process can open the file repeatedly; files in `/dev` differ between processes.
  private var isFile: Bool {
    let kind = try? file.resolvingSymlinksInPath().resourceValues(forKeys: [.isRegularFileKey])
    return kind?.isRegularFile ?? true && !file.path.hasPrefix("/dev/")
  }
}

// MARK: - Loading

extension Dataset {
  /// The records from which engines over own names or keys are built.
  package func records() throws -> Records {
    form == .keys ? .keys(try KeyLines(self)) : .cities(try ownNames())
  }

  /// The cities, those with at least `population` people with all their names; and the names of countries
  /// and divisions, if wanted.
  package func gazetteer(
    otherNamesFromPopulation population: Int = 0, withRegions: Bool = true
  ) throws -> Gazetteer {
    let hasRegions = isShipped && withRegions
    return try Gazetteer(
      contentsOf: file, admin1Codes: hasRegions ? Fixtures.admin1Codes : nil,
      countryInfo: hasRegions ? Fixtures.countryInfo : nil,
      regions: hasRegions ? Fixtures.regions : nil,
      divisions: hasRegions ? Fixtures.divisions : nil,
      cityDivisions: hasRegions ? Fixtures.cityDivisions : nil,
      countryNames: hasRegions ? Fixtures.countryNames : nil,
      languages: hasRegions ? Fixtures.languages : nil,
      airportCodes: hasRegions ? Fixtures.airportCodes : nil,
      // The names of a gazetteer file are fixed.
      otherNamesFromPopulation: form == .gazetteer ? 0 : population)
  }

  /// Cities without their other names, which engines over own names do not need, and without the names of
  /// countries and divisions unless these are wanted; the order of cities is the same.
  package func ownNames(withRegions: Bool = false) throws -> Gazetteer {
    try gazetteer(otherNamesFromPopulation: .max, withRegions: withRegions)
  }

  /// The file with other names, in GeoNames' fourth column.
  package var otherNames: URL? { form == .cities ? file : nil }
}

/// The records of a dataset, one for each row of an index.
package enum Records: Sendable {
  case cities(Gazetteer)
  case keys(KeyLines)

  package var count: Int {
    switch self {
    case .cities(let gazetteer): gazetteer.count
    case .keys(let lines): lines.count
    }
  }

  /// The names or the keys in the order of rows.
  package func text(atRow row: Int) -> String {
    switch self {
    case .cities(let gazetteer): gazetteer[CityRow(row)].name
    case .keys(let lines): lines.text(atRow: row)
    }
  }

  /// Makes the keys of an index: folded names, or the bytes of lines.
  package func sortedKeys() throws -> SortedKeys {
    switch self {
    case .cities(let gazetteer): gazetteer.sortedKeys()
    case .keys(let lines): try lines.sortedKeys()
    }
  }

  /// The query of an index for a text.
  package func query(_ text: String) -> PreparedQuery {
    switch self {
    case .cities: PreparedQuery(text)
    case .keys: PreparedQuery(unfolded: text)
    }
  }

  /// The populations of rows, which weight draws; empty for keys.
  package var populations: [Int] {
    guard case .cities(let gazetteer) = self else { return [] }
    return gazetteer.indices.map { gazetteer.population(atRow: $0) }
  }
}

/// The lines of a text as keys, in the order of their bytes; equal ones in the order of the text.
///
/// Nothing is folded: a key is the bytes of its line without the line feed and a carriage return before
/// it. Answers are line numbers.
package struct KeyLines: Sendable {
  package static let counts = 100...10_000_000

  private let text: [UInt8]
  private let lines: [Line]
  /// The numbers of lines, by row; the first line of the text is 1.
  private let numbers: [UInt32]
  /// The number of empty lines, which were skipped.
  package let emptyCount: Int

  private struct Line {
    /// The first eight bytes, highest first, which decide most comparisons.
    package var head: UInt64
    package var start: Int
    package var count: Int
    package var number: UInt32

    package var range: Range<Int> { start..<start + count }
  }

  package init(_ dataset: Dataset) throws {
    let data = try explaining("\(dataset.name) cannot be read") {
      try Data(contentsOf: dataset.file)
    }
    try self.init(Array(data), name: dataset.name)
  }

  /// Takes a text; errors call it `name`.
  package init(_ text: [UInt8], name: String) throws {
    var (lines, emptyCount) = ([Line](), 0)
    var (start, number) = (text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, UInt32(0))
    while start < text.count {
      let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      let count = end - start - (end > start && text[end - 1] == UInt8(ascii: "\r") ? 1 : 0)
      number += 1
      guard (try? UTF8Span(validating: text.span.extracting(start..<start + count))) != nil else {
        throw BenchFailure("\(name), line \(number): a key must be valid UTF-8")
      }
      if count > 0 {
        let head = (0..<8).reduce(UInt64(0)) { head, place in
          head << 8 | (place < count ? UInt64(text[start + place]) : 0)
        }
        lines.append(Line(head: head, start: start, count: count, number: number))
      } else {
        emptyCount += 1
      }
      start = end + 1
    }
    guard Self.counts.contains(lines.count) else {
      let (least, most) = (Self.counts.lowerBound, Self.counts.upperBound)
      throw BenchFailure(
        "\(name) must have \(least) to \(most.grouped) keys, one a line, got \(lines.count.grouped)."
      )
    }
    lines.sort { first, second in
      guard first.head == second.head else { return first.head < second.head }
      for (one, other) in zip(first.range.dropFirst(8), second.range.dropFirst(8))
      where text[one] != text[other] {
        return text[one] < text[other]
      }
      return (first.count, first.number) < (second.count, second.number)
    }
    self.text = text
    self.lines = lines
    self.emptyCount = emptyCount
    numbers = lines.map(\.number)
  }
}

extension KeyLines {
  package var count: Int { lines.count }

  /// The number of the line that a row stands for.
  package func number(atRow row: Int) -> Int { Int(numbers[row]) }

  package func text(atRow row: Int) -> String {
    String(decoding: text[lines[row].range], as: UTF8.self)
  }

  /// Whether the key of a row begins with some bytes.
  package func hasPrefix(_ prefix: Span<UInt8>, atRow row: Int) -> Bool {
    let range = lines[row].range
    guard prefix.count <= range.count else { return false }
    return prefix.indices.allSatisfy { text[range.lowerBound + $0] == prefix[$0] }
  }

  package func sortedKeys() throws -> SortedKeys {
    var builder = SortedKeys.Builder()
    builder.reserveCapacity(count: lines.count, byteCount: text.count)
    do {
      for line in lines { try builder.append(text.span.extracting(line.range)) }
    } catch {
      throw BenchFailure("The keys cannot be indexed. \(error)")
    }
    return builder.finish()
  }
}
