import CitySearch
import Foundation
import GeoNamesCities
import Testing

/// The Swift code of README.md, compiled and run.
@Suite struct ReadmeExampleTests {
  @Test func `the example in the README does what its comments say`() throws {
    // example
    let gazetteer = try Gazetteer.geoNames()  // shipped; or a file: Gazetteer(contentsOf: url)
    let cities = CityCompleter(gazetteer)  // all names, the likeliest city first

    let matches = cities.search(for: "lond", limit: 3)  // no await: microseconds
    let names = matches.map(\.city.name)  // London, Londrina, London
    let marked = matches[0].highlight  // "Lond", in UTF-16 units as NSRange counts them
    let total = matches.total  // 52

    let beijing = cities.search(for: "北京")[0]  // beijing.city.name is "Beijing"
    let rome = cities.search(for: "rome, it")[0]  // rome.regions[0].name is "Italy"
    let newYork = cities.search(for: "new yrok")[0]  // newYork.edits is 1

    let paris = Coordinate(latitude: 48.853, longitude: 2.349)
    let nearest = cities.search(SearchQuery("saint", order: .distance(from: paris), limit: 10))
    // end of example
    #expect(names == ["London", "Londrina", "London"])
    #expect(marked == HighlightRange(location: 0, length: 4))
    #expect(total == .exactly(52))
    #expect(beijing.city.name == "Beijing")
    #expect(beijing.name.text == "北京")
    #expect(rome.regions.first?.name == "Italy")
    #expect(newYork.city.name == "New York City")
    #expect(newYork.edits == 1)
    #expect(nearest.count == 10)
  }

  @Test func `the README shows this very code`() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let lines = source.components(separatedBy: "\n").drop { $0 != "    // example" }.dropFirst()
    let code = lines.prefix { $0 != "    // end of example" }.map { String($0.dropFirst(4)) }
    let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.contains("```swift\n\(code.joined(separator: "\n"))\n```"))
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
}
