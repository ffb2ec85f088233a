import CitySearch
import Foundation
import GeoNamesCities
import Testing

/// The Swift code of the article "Cities on a map", compiled and run.
@Suite("The examples of the article on maps") struct MapArticleTests {
  @Test func `the largest cities of a map, and a search there`() throws {
    let gazetteer = try Gazetteer.geoNames()
    let cities = CityIndex(gazetteer)
    // example
    let alps = CoordinateRectangle(validSouth: 45.5, west: 5.9, north: 47.8, east: 13.5)
    let largest = gazetteer.cities(in: alps, limit: 20)  // Zürich first
    // end of example
    #expect(largest.count == 20 && largest[0].name == "Zürich")
    // example
    let here = CityFilter(rectangles: [alps])
    let matches = cities.search(SearchQuery("san", filter: here))
    // end of example
    #expect(matches.count > 20 && matches.allSatisfy { alps.contains($0.city.coordinate) })
    let populous = cities.search(SearchQuery("", order: .population, limit: 20, filter: here))
    #expect(populous.map(\.city) == largest)
  }

  @Test func `the nearest large city`() throws {
    let gazetteer = try Gazetteer.geoNames()
    // example
    let places = NearestCities(gazetteer)
    let center = Coordinate(validLatitude: 35.6812, longitude: 139.7671)
    let large = CityFilter(minimumPopulation: 1_000_000)
    let city = places.nearest(to: center, filter: large)?.city.name  // "Tokyo"
    let none = places.nearest(to: center, filter: large, maximumDistance: 100)  // nil
    // end of example
    #expect(city == "Tokyo" && none == nil)
    #expect(places.nearest(to: center)?.city.name != "Tokyo")
  }

  @Test func `the article shows this very code`() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent()
    }
    let article = try String(
      contentsOf: root.appending(path: "Sources/CitySearch/CitySearch.docc/CitiesOnAMap.md"),
      encoding: .utf8)
    let examples = source.components(separatedBy: "    // example\n").dropFirst()
    #expect(examples.count == 3)
    for example in examples {
      let code = example.components(separatedBy: "    // end of example")[0]
        .split(separator: "\n", omittingEmptySubsequences: false).map { $0.dropFirst(4) }
      #expect(article.contains("```swift\n\(code.joined(separator: "\n"))```"))
    }
  }
}
