import Algorithms
package import CitySearch
import Fixtures
package import Foundation

/// The data that every process of a run searches: the cities shipped, or the user's own.
package struct Dataset: Codable, Hashable, Sendable {
  /// How the file is read.
  package enum Form: String, Codable, Sendable {
    /// A text of cities: GeoNames' columns or the JSON of the city challenge.
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
  var isShipped = false

  package static let shipped = Dataset(
    form: .cities, file: Fixtures.cities, name: Fixtures.cities.lastPathComponent, isShipped: true)

  /// Queries with their intended cities, for evaluating answers.
  package var qualityCases: URL? { isShipped ? Fixtures.qualityCases : nil }
}

// MARK: - The user's own

extension Dataset {
  /// Data at a path; `-` is standard input, and cities in a gazetteer file are detected later.
  package init(_ form: Form, path: String) {
    self.init(
      form: form, file: path == "-" ? Self.standardInput : URL(filePath: path),
      name: path == "-" ? "standard input" : URL(filePath: path).lastPathComponent)
  }

  private static let standardInput = URL(filePath: "/dev/stdin")

  /// The same data in a form that every process can read: a pipe is copied to the file `copy`, and a
  /// gazetteer file is detected.
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
  package func records() throws -> Records {
    form == .keys ? .keys(try KeyLines(self)) : .cities(try ownNames())
  }

  /// Cities with all their names, if they have at least a population; and with those of countries and
  /// divisions.
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

extension Gazetteer {
  /// The cities shipped with all their names, from a file that is mapped in some microseconds.
  ///
  /// The gazetteer in the library has the other names of large cities only, and indexing all names takes
  /// seconds. So the first command that needs them writes them beside the program, into the folder of its
  /// build, for later commands. If that folder is not writable, they are loaded every time.
  package static func mappedWithAllNames() throws -> Gazetteer {
    guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath() else {
      return try Dataset.shipped.gazetteer()
    }
    let file = program.deletingLastPathComponent().appending(path: "all-names.gazetteer")
    let sources = [
      program, Fixtures.cities, Fixtures.admin1Codes, Fixtures.countryInfo, Fixtures.regions,
      Fixtures.languages,
    ]
    // As in a build system: a file older than one of its sources is made again.
    let isNewer = file.modificationDate.map { written in
      sources.allSatisfy { $0.modificationDate.map { $0 < written } ?? false }
    }
    if isNewer == true, let gazetteer = try? Gazetteer(mapping: file) {
      return gazetteer
    }
    let gazetteer = try Dataset.shipped.gazetteer()
    // The program works without the file, only slower.
    try? gazetteer.write(to: file)
    return gazetteer
  }
}

extension URL {
  /// When this file was last written; `nil` if there is none.
  var modificationDate: Date? {
    try? resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
  }
}

/// Cities whose names are difficult for searches, and some ordinary ones.
///
/// - for every character of names that is not ASCII, the first two cities that have it: every
///   script, every accent, every kind of apostrophe;
/// - the names that most cities share, 12 cities each;
/// - the longest and the shortest names, and those with digits, commas or parentheses;
/// - names that are the beginning of another, with that other;
/// - the most populous cities;
/// - evenly spaced rows of the rest, up to about `count` cities.
package struct DifficultCities {
  static let count = 1_000

  package let ids: Set<Int>

  package init(in gazetteer: Gazetteer) {
    let cities = Array(gazetteer)
    let byPopulation = cities.sorted { $0.population > $1.population }
    let difficult =
      Self.everyCharacter(of: cities) + Self.sharedNames(of: cities) + Self.extremes(of: cities)
      + Self.nestedNames(of: cities) + byPopulation.prefix(120)
    let ids = Set(difficult.map(\.id))
    let missing = Self.count - ids.count
    let others = missing > 0 ? cities.striding(by: max(1, cities.count / missing)).map(\.id) : []
    self.ids = ids.union(others)
  }

  private static func everyCharacter(of cities: [City]) -> [City] {
    var seen: [Unicode.Scalar: Int] = [:]
    return cities.filter { city in
      let rare = Set(city.name.unicodeScalars).filter { !$0.isASCII && seen[$0, default: 0] < 2 }
      for scalar in rare { seen[scalar, default: 0] += 1 }
      return !rare.isEmpty
    }
  }

  private static func sharedNames(of cities: [City]) -> [City] {
    let groups = Dictionary(grouping: cities, by: \.name)
    let largest = groups.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    return largest.prefix(12).flatMap { $0.value.prefix(12) }
  }

  private static func extremes(of cities: [City]) -> [City] {
    let byLength = cities.sorted { ($0.name.utf8.count, $0.id) < ($1.name.utf8.count, $1.id) }
    let marked = ["0123456789", ",", "()", "'", "."].flatMap { characters in
      cities.lazy.filter { $0.name.contains { characters.contains($0) } }.prefix(12)
    }
    return byLength.prefix(30) + byLength.suffix(30) + marked
  }

  /// Names of which another name begins with all, which in canonical order is the next.
  private static func nestedNames(of cities: [City]) -> [City] {
    let pairs = cities.adjacentPairs().lazy.filter { first, second in
      second.name != first.name && second.name.hasPrefix(first.name)
    }
    return pairs.prefix(2_000).filter { $0.0.id % 25 == 0 }.flatMap { [$0, $1] }
  }
}
