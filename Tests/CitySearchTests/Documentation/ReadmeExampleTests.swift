import CitySearch
import Foundation
import GeoNamesCities
import Testing

/// The Swift code of README.md, compiled and run.
@Suite struct ReadmeExampleTests {
  @Test func `the example in the README does what its comments say`() throws {
    // example
    let gazetteer = try Gazetteer.geoNames()  // shipped; or a file: Gazetteer(contentsOf: url)
    let cities = CityIndex(gazetteer)  // a radix tree, unless you ask for another engine

    let matches = cities.search(for: "sao pau", limit: 3)  // no await: about a microsecond
    let count = matches.totalCount  // 7
    let names = matches.map(\.city.name)  // São Paulo, São Paulo, São Paulo
    let marked = matches[0].highlight  // "São Pau", in UTF-16 units as NSRange counts them

    let paris = Coordinate(latitude: 48.853, longitude: 2.349)
    let nearest = cities.search(for: "saint").ordered(by: .distance(from: paris), limit: 10)
    // end of example
    #expect(count == 7)
    #expect(names == ["São Paulo", "São Paulo", "São Paulo"])
    #expect(marked == HighlightRange(location: 0, length: 7))
    #expect(nearest.map(\.city.name).first == "Saint-Ambroise")
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
