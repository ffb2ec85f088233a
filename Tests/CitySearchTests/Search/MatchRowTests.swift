import GeoNamesCities
import Testing

@testable import CitySearch

@Suite("Rows of matches")
struct MatchRowTests {
  @Test(arguments: ["springf", "london", "münchen", "springfield illinois", "new yrok", "ny", "x"])
  func `a match has the row of its city`(text: String) throws {
    let gazetteer = try Gazetteer.geoNames()
    let answers = [
      CityIndex(gazetteer).search(for: text, limit: 10),
      CityIndex(gazetteer).search(for: text, limit: 10).ordered(by: .population, limit: 5),
      CityIndex(gazetteer).search(for: text, limit: 50),
      CityIndex(gazetteer).search(SearchQuery(text, order: .population, limit: 50)),
      CityIndex(gazetteer).ownNames(beginningWith: text, limit: 50),
      CityIndex(gazetteer).ownNames(beginningWith: text).ordered(by: .population, limit: 50),
    ]
    for matches in answers {
      #expect(matches.gazetteer?.isIdentical(to: gazetteer) == true)
      #expect(matches.ids == matches.map(\.id))
      for match in matches {
        let row = try #require(match.row)
        #expect(gazetteer[row] == match.city)
      }
    }
  }

  @Test func `a match from elsewhere has no row`() throws {
    let city = City(
      id: 1, name: "Paris", countryCode: "FR",
      coordinate: Coordinate(latitude: 0, longitude: 0))
    let given = [CityMatch(city: city), CityMatch(city: city, matchedName: MatchedName("Paris"))]
    for matches in [CityMatches(given), CityMatches([city], for: "par")] {
      #expect(matches.gazetteer == nil)
      #expect(matches.allSatisfy { $0.row == nil })
    }
  }

  @Test func `names by row are those by codes, zones by row those by id`() throws {
    let gazetteer = try Gazetteer.geoNames()
    for row in stride(from: gazetteer.startIndex, to: gazetteer.endIndex, by: 101) {
      let city = gazetteer[row]
      #expect(gazetteer.countryName(atRow: row) == gazetteer.countryName(of: city))
      #expect(gazetteer.divisionName(atRow: row) == gazetteer.divisionName(of: city))
      #expect(gazetteer.timeZone(atRow: row) == gazetteer.timeZone(ofCityWithID: city.id))
    }
  }

  @Test func `divisions have different names if their texts differ`() throws {
    let gazetteer = try Gazetteer.geoNames()
    let names = gazetteer.divisions.map { $0.name ?? "" }
    #expect(names.count == gazetteer.divisionCount)
    for (one, name) in names.enumerated() {
      for two in stride(from: one % 37, to: names.count, by: 37) {
        let expected = !name.isEmpty && !names[two].isEmpty && name != names[two]
        #expect(gazetteer.haveDifferentNames(divisions: one, two) == expected)
      }
    }
  }

  @Test func `cities that share a name have equal keys, and their neighbors have others`() throws {
    let gazetteer = try Gazetteer.geoNames()
    for row in stride(from: gazetteer.startIndex, to: gazetteer.endIndex, by: 23) {
      let rows = gazetteer.rows(sharingNameOf: row)
      #expect(rows.contains(row))
      let key = Folding.key(of: gazetteer[row].name)
      #expect(gazetteer[rows].allSatisfy { Folding.key(of: $0.name) == key })
      for neighbor in [rows.lowerBound.advanced(by: -1), rows.upperBound]
      where gazetteer.indices.contains(neighbor) {
        #expect(Folding.key(of: gazetteer[neighbor].name) != key)
      }
    }
  }

  /// All pairs of names of up to three of some difficult characters.
  @Test func `names have the same key by letters as by folding`() {
    let characters = ["a", "A", "b", "\u{301}", "é", " ", "-", "'", "ß"]
    var names = [""]
    for length in 1...3 {
      for name in names where name.unicodeScalars.count == length - 1 {
        names += characters.map { name + $0 }
      }
    }
    for one in names.shuffled().prefix(150) {
      let key = Folding.key(of: one)
      for two in names {
        let isSame = one.utf8.span.hasSameKey(as: two.utf8.span)
        if isSame != (key == Folding.key(of: two)) {
          Issue.record("\(one.debugDescription) and \(two.debugDescription): \(isSame)")
        }
      }
    }
  }
}
