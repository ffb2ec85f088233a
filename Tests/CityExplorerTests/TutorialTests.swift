import CityExplorer
import CityFavorites
import CityGeocoding
import CitySearch
import CitySession
import CityTestSupport
import Foundation
import TestSupport
import Testing

/// The code of the tutorial "From an empty app to City Explorer".
///
/// The files in the folder Tutorial are links to the code of the tutorial that needs no SwiftUI, so it
/// is compiled and run here. This system has no SwiftUI: the views are only parsed, by `swift format`
/// in the lint of the gate.
@Suite("The tutorial", .againstHanging) @MainActor
struct TutorialTests {
  private let gazetteer: Gazetteer

  init() throws {
    gazetteer = try World.cities.get().gazetteer
  }

  @Test func `the search model lists what is typed, and resolves what is tapped`() async throws {
    let model = SearchModel(gazetteer)
    let run = Task { await model.run() }
    defer { run.cancel() }
    model.query = "springf"
    try await waitUntil("the text is searched") {
      model.phase.query == "springf" && !model.phase.isSearching
    }
    let completion = try #require(model.phase.completions.first)
    #expect(completion.title == "Springfield")
    await model.choose(completion)
    #expect(model.response?.mapItems.map(\.id) == completion.cityIDs)
    #expect(model.failure == nil)
  }

  @Test func `the favorites model shows a star that was tapped`() async throws {
    let favorites = FavoriteCities(store: FavoritesMemory())
    let model = FavoritesModel(favorites)
    let run = Task { await model.run() }
    defer { run.cancel() }
    let berlin = try #require(gazetteer.mapItems(withIDs: [2_950_159]).first)
    await model.toggle(berlin)
    try await waitUntil("Berlin has a star") { model.contains(berlin) }
    #expect(model.cities.map(\.name) == ["Berlin"])
    await model.toggle(berlin)
    try await waitUntil("Berlin has no star") { !model.contains(berlin) }
    #expect(model.failure == nil)
  }

  @Test func `the addresses model finds a list of addresses`() async throws {
    let queue = GeocodingQueue(
      geocoder: LineGeocoder(gazetteer), store: GeocodingMemory(),
      rate: .unlimited)
    let model = AddressesModel(queue)
    let runs = [Task { await model.run() }, Task { await model.observeProgress() }]
    defer { for run in runs { run.cancel() } }
    await model.add("Springfield, IL, USA\nParis, TX")
    try await waitUntil("both addresses are found") {
      model.found.count == 2 && model.progress == .finished(found: 2, uncertain: 0, failed: 0)
    }
    #expect(Set(model.found.values.map(\.address.label)) == ["Springfield, IL, USA", "Paris, TX"])
    #expect(model.failure == nil)
  }

  @Test func `the whole screen keeps its favorites in the folder`() async throws {
    try await withTemporaryFolder { folder in
      let model = makeExplorer(of: gazetteer, in: folder).makeModel()
      model.send(.queryChanged("berl"))
      model.send(.favorites(.appeared))
      model.send(.favorites(.starred(2_950_159, isFavorite: true)))
      await model.wait { $0.favorites.cities.map(\.placemark.name) == ["Berlin"] }
      await model.wait { $0.completions.first?.title == "Berlin" }
      model.stop()
      let other = makeExplorer(of: gazetteer, in: folder).makeModel()
      other.send(.favorites(.appeared))
      await other.wait { $0.favorites.cities.map(\.placemark.name) == ["Berlin"] }
      other.stop()
    }
  }
}

/// The files of the tutorial.
@Suite("The files of the tutorial")
struct TutorialFilesTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
  private static let tutorials = tests.deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/CityExplorer/CityExplorer.docc/Tutorials")

  private static func names(in folder: URL, _ suffix: String) throws -> Set<String> {
    Set(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
        $0.hasSuffix(suffix)
      })
  }

  @Test func `each code file is shown, and each one that is shown exists`() throws {
    var shown: Set<String> = []
    for name in try Self.names(in: Self.tutorials, ".tutorial") {
      let text = try String(contentsOf: Self.tutorials.appending(path: name), encoding: .utf8)
      for match in text.matches(of: /[fF]ile: "([^"]+)"/) { shown.insert(String(match.1)) }
    }
    #expect(shown == (try Self.names(in: Self.tutorials.appending(path: "Code"), ".swift")))
  }

  @Test func `all code without SwiftUI is compiled here`() throws {
    let code = Self.tutorials.appending(path: "Code")
    let final = try Self.names(in: code, ".swift").filter { name in
      let text = try String(contentsOf: code.appending(path: name), encoding: .utf8)
      return !text.contains("import SwiftUI") && !text.contains("import PackageDescription")
        && !name.contains("-")
    }
    let folder = Self.tests.appending(path: "Tutorial")
    #expect(final == (try Self.names(in: folder, ".swift")))
    for name in final {
      let file = folder.appending(path: name).resolvingSymlinksInPath()
      #expect(file.path == code.appending(path: name).resolvingSymlinksInPath().path)
    }
  }

  @Test(arguments: ["SearchModel", "FavoritesModel", "AddressesModel"])
  func `each step of a model has lines of the compiled one only`(model: String) throws {
    let code = Self.tutorials.appending(path: "Code")
    func lines(_ name: String) throws -> [Substring] {
      try String(contentsOf: code.appending(path: name), encoding: .utf8).split(separator: "\n")
    }
    let compiled = try lines("\(model).swift")
    let steps = try Self.names(in: code, ".swift").filter { $0.hasPrefix("\(model)-") }
    #expect(!steps.isEmpty)
    for step in steps {
      var rest = compiled[...]
      for line in try lines(step) {
        // A property gains an observer in a later step.
        guard let index = rest.firstIndex(where: { $0 == line || $0 == line + " {" }) else {
          Issue.record("\(step): \(line)")
          continue
        }
        rest = rest[(index + 1)...]
      }
    }
  }
}
