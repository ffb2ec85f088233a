import CityExplorer
import CityFavorites
import CityGeocoding
import CitySearch
import CitySession
import DurableStorage
import Foundation
import GazetteerBuilding
import GeoNamesCities
import PrefixSearch
import RemoteSearch

// The names that examples in comments and articles use without defining them, by module. The script
// .ci/documented-examples makes a method of each example.

/// The number of values that were compared with a comment.
@MainActor var checkCount = 0
/// The messages for values that differ from their comments.
@MainActor var failures: [String] = []

/// Records a failure unless a value is that of the comment behind it.
@MainActor func check<Value>(
  _ value: Value, _ expected: String, file: StaticString = #file, line: UInt = #line
) {
  checkCount += 1
  let text = described(value)
  let isNumber = expected.first?.isNumber == true
  if text != (isNumber ? expected.replacing("_", with: "") : expected) {
    failures.append(
      "\(file):\(line): error: the comment says \(expected), the value is \(text)")
  }
}

/// Runs an example, and records its place if it throws.
@MainActor func run(_ place: String, _ example: @MainActor () async throws -> Void) async {
  do { try await example() } catch {
    failures.append("\(place): error: \(error)")
  }
}

/// A value as comments write it.
private func described(_ value: Any) -> String {
  if let text = value as? String { return text.debugDescription }
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .optional: return mirror.children.first.map { described($0.value) } ?? "nil"
  case .enum where mirror.children.isEmpty: return ".\(value)"
  default: return "\(value)"
  }
}

// What examples show to a person.
func show(_ values: Any?..., note: String = "") {}
func report(_ text: String) {}
func print(_ values: Any..., separator: String = " ", terminator: String = "\n") {}

@MainActor class Examples {
  let gazetteer = sharedGazetteer
  let cities = CityIndex(sharedGazetteer)
  let largeCities = sharedLargeCities
  let here = Coordinate(latitude: 48.8583, longitude: 2.2945)
  let alps = CoordinateRectangle(south: 45.5, west: 5.9, north: 47.8, east: 13.5)
  let city = sharedLargeCities[0]
  let text = "DE"
  let url = temporaryFile()
  let folder = temporaryFile(isFolder: true)

  required init() async throws {}
}

private let sharedGazetteer: Gazetteer = needed { try .geoNames() }
private let sharedLargeCities: Gazetteer = needed {
  try sharedGazetteer.filtered { $0.population >= 100_000 }
}

/// Makes a value that examples need, and ends the program if that fails.
private func needed<Value>(_ make: () throws -> Value?) -> Value {
  do {
    if let value = try make() { return value }
    fatalError("What an example begins with is nil.")
  } catch {
    fatalError("What an example begins with failed: \(error)")
  }
}

/// A new path below the folder in which the program runs.
private func temporaryFile(isFolder: Bool = false) -> URL {
  let url = URL(filePath: "files/\(UUID().uuidString)")
  let folder = isFolder ? url : url.deletingLastPathComponent()
  needed { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
  return url
}

/// The files of GeoNames in the repository.
private func geoNames(_ name: String) -> URL {
  URL(filePath: ProcessInfo.processInfo.environment["FIXTURES"] ?? "Fixtures/Data")
    .appending(path: name)
}

final class ReadmeExamples: Examples {}

final class PrefixSearchExamples: Examples {
  let index = RadixTree(
    needed { try SortedKeys(["aachen", "aalen", "bonn"].map { Array($0.utf8) }) })
  var position: RadixTree.Position { needed { index.position(of: "aa".utf8.span) } }
}

/// Wraps another source, as the example of `CitySearchable` extends it.
struct Renamed: CitySearchable {
  let base: any CitySearchable

  func search(_ query: SearchQuery) async throws -> CityMatches {
    renamed(try await base.search(query))
  }

  func search(for text: String, limit: Int?) async throws -> CityMatches {
    try await search(SearchQuery(text, limit: limit))
  }

  func renamed(_ matches: CityMatches) -> CityMatches { matches }
}

final class CitySearchExamples: Examples {
  struct User {
    let coordinate = Coordinate(latitude: 39.8, longitude: -89.6)
  }

  /// A gazetteer file.
  let file = needed {
    let url = temporaryFile()
    try sharedLargeCities.write(to: url)
    return url
  }
  let munich = needed { sharedGazetteer.city(withID: 2_867_714) }
  let user = User()
  /// A source in place of a server.
  let server = CityIndex(sharedLargeCities)
  var filter = CityFilter()
  var visiblePartOfTheMap: CoordinateRectangle { alps }
}

final class GazetteerBuildingExamples: Examples {
  /// A file that examples read, and replace.
  let file = needed {
    let url = temporaryFile()
    try FileManager.default.copyItem(at: geoNames("sample.txt"), to: url)
    return url
  }
  let output = temporaryFile()
  let geoNamesFile = geoNames("sample.txt")
  let allCountries = geoNames("sample.txt")
  let divisions = geoNames("admin1CodesASCII.txt")
  let countries = geoNames("countryInfo.txt")
  let headquarters = City(
    id: 4_000_000_001, name: "Head Office", countryCode: "NO",
    coordinate: Coordinate(latitude: 60.39, longitude: 5.32))
  var ours: Gazetteer {
    needed { try Gazetteer([Gazetteer.Entry(headquarters, otherNames: ["HQ"])]) }
  }
  var loader = GazetteerLoader()
}

/// The progress of loading, on a screen.
@MainActor final class Bar {
  var value = 0.0
}

@MainActor let bar = Bar()

final class GeoNamesCitiesExamples: Examples {}

final class CitySessionExamples: Examples {
  let session = LocationSearch(.live(sharedGazetteer))
  let client = SearchClient.live(sharedGazetteer)
  let server = CityIndex(sharedLargeCities)
  let completions: SearchCompletions

  required init() async throws {
    completions = try await session.search(queryFragment: "springf")
    try await super.init()
  }
}

final class CityFavoritesExamples: Examples {
  let store = FavoritesFile(at: temporaryFile())
}

final class CityGeocodingExamples: Examples {
  let address = "10 Downing Street, London SW1A 2AA, UK"
  let addresses = [
    PostalAddress(label: "Office", city: "Springfield", state: "IL", country: "USA")
  ]
  let geocoder = LineGeocoder(sharedGazetteer)
  let store = GeocodingTable(at: temporaryFile())
  var queue: GeocodingQueue { GeocodingQueue(geocoder: geocoder, store: store) }
}

final class DurableStorageExamples: Examples {
  let favorite = FavoriteCity(sharedLargeCities[0], in: sharedLargeCities)
  let store = FavoritesFile(at: temporaryFile())
}

final class CityExplorerExamples: Examples {
  struct Offline: Error {}

  let model = ExplorerModel(search: .live(sharedGazetteer))
  let completions: SearchCompletions

  required init() async throws {
    completions = try await LocationSearch(.live(sharedGazetteer)).search("springf")
    try await super.init()
  }
}

final class RemoteSearchExamples: Examples {
  let server = CityIndex(sharedLargeCities)
  let address = needed { URL(string: "https://cities.example.org") }
}
