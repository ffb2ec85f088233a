package import CityFavorites
package import CitySearch
internal import CitySession
internal import Foundation
internal import GeoNamesCities
internal import Testing

extension FavoriteCity {
  /// A city with a name and a place that follow from its id.
  package static func numbered(_ id: Int) -> FavoriteCity {
    FavoriteCity(
      id: id,
      placemark: Placemark(
        coordinate: Coordinate(latitude: Double(id % 90), longitude: Double(id % 180)),
        name: "City \(id)", countryCode: "FR", countryName: "France"))
  }
}

extension City {
  /// A city with a name that follows from its id.
  package static func testCity(_ id: Int) -> City {
    City(id: id, name: "City \(id)", countryCode: "XX", coordinate: .zero)
  }
}

extension Coordinate {
  /// Where the equator meets the prime meridian.
  package static let zero = Coordinate(latitude: 0, longitude: 0)
}

/// The cities of the world, mapped, so that no test waits for them.
package enum World {
  package static let cities = Result { CityIndex(try Gazetteer.geoNames()) }
}

/// The examples of an article: what it shows is what the tests compile, line by line.
package enum Example {
  /// Demands that each example of an article stand in a source file of the tests.
  ///
  /// - Parameters:
  ///   - article: The path of the article in its module, such as `CitySession.docc/Article.md`.
  ///   - source: The path of the source file.
  ///   - count: How many examples the article has.
  /// - Throws: What the system throws for a file that cannot be read.
  package static func expectAll(of article: String, in source: String, count: Int) throws {
    let parts = try text(of: article).components(separatedBy: "```swift\n").dropFirst()
    #expect(parts.count == count)
    let code = lines(try String(contentsOfFile: source, encoding: .utf8))
    for part in parts {
      let example = lines(part.components(separatedBy: "```")[0])
      #expect(code.contains(example), "\(example)")
    }
  }

  /// The text of an article.
  ///
  /// - Parameter article: The path of the article in its module, such as `CitySession.docc/Article.md`.
  /// - Returns: The text.
  /// - Throws: What the system throws if the article cannot be read.
  package static func text(of article: String) throws -> String {
    let module = article.prefix { $0 != "." }
    return try String(
      contentsOf: root.appending(path: "Sources/\(module)/\(article)"), encoding: .utf8)
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func lines(_ text: some StringProtocol) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: "\n")
  }
}
