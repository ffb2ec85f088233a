import CitySearch
import Fixtures
import Foundation

/// The data that every process of a run searches: the cities shipped, or the user's own.
struct Dataset: Codable, Hashable, Sendable {
  /// How the file is read.
  enum Form: String, Codable, Sendable {
    /// A text of cities: GeoNames' columns or the JSON of the city challenge.
    case cities
    /// A gazetteer file, which has all names and indexes in it.
    case gazetteer
    /// One key a line, compared byte by byte as it stands.
    case keys
  }

  /// Files of names of divisions and countries.
  struct Places: Codable, Hashable, Sendable {
    var admin1Codes: URL
    var countryInfo: URL
    var regions: URL
  }

  var form: Form
  /// The file that every process reads.
  var file: URL
  /// The name in results and messages.
  var name: String
  /// Names of divisions and countries to add.
  var places: Places?
  /// Queries with their intended cities, for evaluating answers.
  var qualityCases: URL?

  /// The cities shipped.
  static var shipped: Dataset {
    Dataset(
      form: .cities, file: Fixtures.cities, name: Fixtures.cities.lastPathComponent,
      places: Places(
        admin1Codes: Fixtures.admin1Codes, countryInfo: Fixtures.countryInfo,
        regions: Fixtures.regions),
      qualityCases: Fixtures.qualityCases)
  }
}

// MARK: - The user's own

extension Dataset {
  /// Data at a path; `-` is standard input.
  ///
  /// - Parameters:
  ///   - form: The form of the data; cities in a gazetteer file are detected later.
  ///   - path: The path of a file or a pipe.
  init(_ form: Form, path: String) {
    self.init(
      form: form, file: path == "-" ? Self.standardInput : URL(filePath: path),
      name: path == "-" ? "standard input" : URL(filePath: path).lastPathComponent)
  }

  private static let standardInput = URL(filePath: "/dev/stdin")

  /// The same data in a form that every process can read: a pipe is copied to a file, and a gazetteer file
  /// is detected.
  ///
  /// - Parameter copy: The file for data that can be read only once.
  /// - Returns: The dataset for other processes.
  /// - Throws: `BenchFailure` if the data cannot be read.
  func readable(copyingTo copy: URL) throws -> Dataset {
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
      try FileHandle(forReadingFrom: dataset.file).close()
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
  ///
  /// - Throws: The error of the file.
  func records() throws -> Records {
    form == .keys ? .keys(try KeyLines(self)) : .cities(try ownNames())
  }

  /// Cities with all their names, and with those of countries and divisions.
  ///
  /// - Parameter population: The least population of cities whose other names are taken.
  /// - Returns: The cities.
  /// - Throws: `GazetteerError`.
  func gazetteer(otherNamesFromPopulation population: Int = 0) throws -> Gazetteer {
    try Gazetteer(
      contentsOf: file, admin1Codes: places?.admin1Codes, countryInfo: places?.countryInfo,
      regions: places?.regions,
      // The names of a gazetteer file are fixed.
      otherNamesFromPopulation: form == .gazetteer ? 0 : population)
  }

  /// Cities without their other names, which engines over own names do not need.
  ///
  /// - Parameter withRegions: Whether to add the names of countries and divisions; the order of
  ///   cities is the same.
  /// - Returns: The cities.
  /// - Throws: `GazetteerError`.
  func ownNames(withRegions: Bool = false) throws -> Gazetteer {
    var dataset = self
    if !withRegions { dataset.places = nil }
    return try dataset.gazetteer(otherNamesFromPopulation: .max)
  }

  /// The file with other names, in GeoNames' fourth column.
  var otherNames: URL? { form == .cities ? file : nil }
}
