import CitySearch
import Foundation
import GeoNamesCities
import Testing

/// The Swift code of README.md, compiled and run.
@Suite("The examples of the README") struct ReadmeExampleTests {
  @Test func `the first example has the results in its comments`() throws {
    // example
    let cities = CityIndex(try Gazetteer.geoNames())  // the shipped cities

    let london = cities.search(for: "lond")[0].city.name  // "London"
    let beijing = cities.search(for: "北京")[0].city.name  // "Beijing"
    let rome = cities.search(for: "rome, it")[0].city.name  // "Rome", in Italy
    let newYork = cities.search(for: "new yrok")[0].city.name  // "New York City"
    // end of example
    #expect(london == "London" && cities.search(for: "lond")[0].city.countryCode == "GB")
    #expect(beijing == "Beijing" && cities.search(for: "北京")[0].name.text == "北京")
    #expect(rome == "Rome" && cities.search(for: "rome, it")[0].regions.first?.name == "Italy")
    #expect(newYork == "New York City" && cities.search(for: "new yrok")[0].edits == 1)
  }

  @Test func `the example of a search field has the results in its comments`() throws {
    let cities = CityIndex(try Gazetteer.geoNames())
    // example
    let matches = cities.search(for: "lond", limit: 3)  // no await: microseconds
    let names = matches.map(\.city.name)  // London, Londrina, London
    let marked = matches[0].highlight  // "Lond", in UTF-16 units as in NSRange
    let total = matches.total  // 52

    let paris = Coordinate(validLatitude: 48.853, longitude: 2.349)
    let nearest = cities.search(
      SearchQuery("saint", order: .distance(from: paris), limit: 10))
    // end of example
    #expect(names == ["London", "Londrina", "London"])
    #expect(marked == HighlightRange(validLocation: 0, length: 4))
    #expect(total == .exactly(52))
    #expect(nearest.count == 10)
  }

  @Test func `the README shows this very code`() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    let examples = source.components(separatedBy: "    // example\n").dropFirst()
    #expect(examples.count == 2)
    for example in examples {
      let code = example.components(separatedBy: "    // end of example")[0]
        .split(separator: "\n", omittingEmptySubsequences: false).map { $0.dropFirst(4) }
      #expect(readme.contains("```swift\n\(code.joined(separator: "\n"))```"))
    }
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
}
