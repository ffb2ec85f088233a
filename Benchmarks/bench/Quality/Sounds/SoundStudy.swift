package import CitySearch
import Fixtures
package import Foundation
internal import GazetteerBuilding
package import PrefixBenchmark

/// How often a city is found by the sound of a name that is left out of what is searched.
package struct SoundStudy {
  package let figures: FigureList
  /// The statistic of the figures of all countries together.
  private static let all = "together"
  private static let depth = 5

  package init(_ figures: FigureList) { self.figures = figures }

  /// Draws names, and asks for each of them over cities that lack it.
  ///
  /// `show` gets lines of progress.
  package init(count: Int, seed: UInt64, showing show: (String) -> Void) throws {
    show("drawing names")
    let names = try LeftOutName.drawn(
      of: LeftOutName.countries, in: try Dataset.shipped.ownNames(), file: Fixtures.cities,
      scripts: WrittenScripts(of: LeftOutName.countries), count: count, seed: seed)
    let groups = LeftOutName.groups(of: names)
    let data = try Fixtures.text(of: Fixtures.cities)
    var asked: [Asked] = []
    for (number, group) in groups.enumerated() {
      show("asking \(group.count.grouped) names, group \(number + 1) of \(groups.count)")
      var loader = GazetteerLoader()
      loader.admin1Codes = .file(Fixtures.admin1Codes)
      loader.countryInfo = .file(Fixtures.countryInfo)
      loader.regions = .file(Fixtures.regions)
      let part = LeftOutName.lines(data, without: group)
      let source = LoadingSource.data(part, name: Fixtures.cities.lastPathComponent)
      let gazetteer = try loader.load(source).gazetteer
      asked += Self.asked(group, over: CityIndex(gazetteer))
    }
    self.init(FigureList(Self.figures(of: asked)))
  }

  /// What a search answered to a name.
  package struct Asked: Equatable {
    let country: String
    /// The place of the first right city among the first five.
    let rank: Int?
    /// Whether it found other names than those that sound alike.
    let isSpelled: Bool
  }

  package static func asked(_ names: [LeftOutName], over cities: CityIndex) -> [Asked] {
    names.map { name in
      let matches = cities.search(SearchQuery(name.text, limit: depth))
      return Asked(
        country: name.country.description, rank: matches.ids.firstIndex(where: name.ids.contains),
        isSpelled: matches.first.map { $0.grade != .phonetic } ?? false)
    }
  }

  /// Counts for each country, and for all together.
  package static func figures(of asked: [Asked]) -> [Figure] {
    (LeftOutName.countries.map(\.description) + [all]).flatMap { country -> [Figure] in
      let asked = asked.filter { country == all || $0.country == country }
      let sounding = asked.filter { !$0.isSpelled }
      return [
        (Figure.Quantity.names, asked.count), (.notFirst, asked.count { $0.rank != 0 }),
        (.notAmongFive, asked.count { $0.rank == nil }),
        (.bySound, sounding.count), (.bySoundNotFirst, sounding.count { $0.rank != 0 }),
        (.bySoundNotAmongFive, sounding.count { $0.rank == nil }),
      ].map { Figure(Figure.Key("search by sound", $0, statistic: country), .count, $1) }
    }
  }

  /// A table for a terminal, with an explanation.
  package var text: String {
    func value(_ country: String, _ quantity: Figure.Quantity) -> Double {
      figures[Figure.Key("search by sound", quantity, statistic: country)]?.value ?? 0
    }
    func percent(_ country: String, of all: Figure.Quantity, without misses: Figure.Quantity)
      -> String
    {
      let all = value(country, all)
      guard all > 0 else { return "–" }
      return ((1 - value(country, misses) / all) * 100).rounded(decimals: 1)
    }
    let table = Table(
      corner: "country", rows: LeftOutName.countries.map(\.description) + [Self.all], name: \.self,
      columns: [
        Column("names") { value($0, .names).rounded(decimals: 0) },
        Column("first\n%") { percent($0, of: .names, without: .notFirst) },
        Column("among\n5 %") { percent($0, of: .names, without: .notAmongFive) },
        Column("names\nby sound") { value($0, .bySound).rounded(decimals: 0) },
        Column("of these\nfirst %") { percent($0, of: .bySound, without: .bySoundNotFirst) },
        Column("among\n5 %") {
          percent($0, of: .bySound, without: .bySoundNotAmongFive)
        },
      ])
    let note = """
      Names in scripts that are written in the country of their city, asked over all cities of the world \
      without that name: those with the right city as the first answer, and among the first five. by \
      sound: those that no other name answers as it is typed, with a correction or as a part, so that \
      only the sound is left, if anything.
      """
    return "\(table.text)\n\n\(note.wrapped())"
  }
}

extension LeftOutName {
  /// Lines of GeoNames without some names in the fourth column of their cities; all else is the same.
  package static func lines(_ data: Data, without names: [LeftOutName]) -> Data {
    var keys: [City.ID: Set<String>] = [:]
    for name in names { for id in name.ids { keys[id, default: []].insert(name.key) } }
    var result = Data(capacity: data.count)
    let (tab, comma) = (UInt8(ascii: "\t"), UInt8(ascii: ","))
    for line in data.split(separator: UInt8(ascii: "\n")) {
      let id = City.ID(String(decoding: line.prefix { $0 != tab }, as: UTF8.self))
      if let id, let left = keys[id] {
        var columns = line.split(separator: tab, omittingEmptySubsequences: false)
        if columns.count > 3 {
          let kept = columns[3].split(separator: comma).filter { name in
            !left.contains(CaseMaker.key(of: String(decoding: name, as: UTF8.self)))
          }
          columns[3] = Data(kept.joined(separator: [comma]))
        }
        result.append(contentsOf: columns.joined(separator: [tab]))
      } else {
        result.append(line)
      }
      result.append(UInt8(ascii: "\n"))
    }
    return result
  }
}

extension Gazetteer {
  /// The ids of a city, and of those of its name near it in the same division: the same place listed again.
  package func ids(ofPlaceAtRow row: CityRow) -> [City.ID] {
    let city = self[row]
    let others = cities(named: city.name, kinds: [.own]).filter { other in
      other.id != city.id && other.division == city.division
        && other.coordinate.distance(to: city.coordinate) < 25_000
    }
    return [city.id] + others.map(\.id)
  }
}
