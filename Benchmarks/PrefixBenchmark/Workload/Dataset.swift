package import CitySearch
import Fixtures
package import Foundation
internal import GazetteerBuilding

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
      languages: hasRegions ? Fixtures.languages : nil,
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
