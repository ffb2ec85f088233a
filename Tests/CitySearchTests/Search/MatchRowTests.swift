import CitySearch
import Foundation
import GazetteerBuilding
import Testing

/// What a row of a list shows of a match.
@Suite("Rows of matches") struct MatchRowTests {
  private static let cities = [
    city(1, "Munich", "DE", "02"), city(2, "Franklin", "US", "IL", longitude: 1),
    city(3, "Franklin", "US", "IL", longitude: 2), city(4, "Franklin", "US", "TN"),
    city(5, "San José", "CR", ""),
  ]

  private static func city(
    _ id: City.ID, _ name: String, _ country: CountryCode, _ division: DivisionCode,
    longitude: Double = 0
  ) -> City {
    City(
      id: id, name: name, countryCode: country, divisionCode: division,
      coordinate: Coordinate(latitude: 0, longitude: longitude))
  }

  @Test func `a subtitle tells cities of one name apart`() throws {
    let gazetteer = try Gazetteer(Self.cities)
    let matches = CityIndex(gazetteer).search(for: "franklin")
    let subtitles = matches.map { $0.subtitle(in: gazetteer) }
    #expect(
      Set(subtitles) == ["IL, US · 0.00° N, 1.00° E", "IL, US · 0.00° N, 2.00° E", "TN, US"])
    #expect(matches.map(\.title) == ["Franklin", "Franklin", "Franklin"])
    let munich = try #require(CityIndex(gazetteer).search(for: "mun").first)
    // A code without letters says nothing.
    #expect(munich.subtitle(in: gazetteer) == "DE")
    let other = try Gazetteer(Array(Self.cities.dropFirst(1)))
    #expect(munich.subtitle(in: other) == "DE")
  }

  @Test func `a title has the name that was typed, and marks it`() throws {
    let match = CityMatch(
      city: Self.cities[0],
      matchedName: MatchedName(
        "München", kind: .alternate, isOwn: false, highlight: HighlightRange(location: 0, length: 4)
      ))
    #expect(match.title == "Munich (München)")
    #expect(match.titleHighlight == HighlightRange(location: 8, length: 4))
    let title = match.highlightedTitle(matched: AttributeContainer().link(URL(filePath: "/m")))
    let marked = title.runs.filter { $0.link != nil }
    #expect(marked.map { String(title[$0.range].characters) } == ["Münc"])
    let josé = try #require(
      CityIndex(try Gazetteer(Self.cities)).search(for: "san jose").first)
    #expect(josé.title == "San José" && josé.titleHighlight.length == 8)
  }
}
