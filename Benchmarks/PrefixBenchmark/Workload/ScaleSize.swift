import CitySearch
import Fixtures
import Foundation
internal import GazetteerBuilding

/// Data of one size, for measuring growth.
enum ScaleSize: String, Codable, CaseIterable, Sendable {
  case tenThousand = "10k"
  case fiftyThousand = "50k"
  case allCities = "all cities"
  /// Every name and every alternate name of every city, one row each.
  case alternateNames = "alternate names"
  /// Ten million synthetic names.
  case synthetic = "synthetic"

  /// About how many keys there are, for estimates of time and memory.
  var approximateCount: Int {
    switch self {
    case .tenThousand: 10_000
    case .fiftyThousand: 50_000
    case .allCities: 235_000
    case .alternateNames: 1_376_000
    case .synthetic: 10_000_000
    }
  }

  func gazetteer(seed: UInt64) throws -> Gazetteer {
    if self == .alternateNames {
      let lines = try Data(contentsOf: Fixtures.cities).split(separator: UInt8(ascii: "\n"))
      let names = lines.lazy.flatMap { line -> [Substring] in
        let columns = String(decoding: line, as: UTF8.self)
          .split(separator: "\t", maxSplits: 4, omittingEmptySubsequences: false)
        return columns.count > 4 ? [columns[1]] + columns[3].split(separator: ",") : []
      }
      return try Gazetteer(
        names.enumerated().lazy.map { id, name in
          // Gazetteers reject control characters, which a few of these names have.
          let name = name.mapScalars { $0.properties.generalCategory == .control ? "-" : $0 }
          return City(id: City.ID(id), numbered: name)
        })
    }
    let all = try Dataset.shipped.ownNames()
    var generator = SplitMix64(seed: seed)
    switch self {
    case .allCities, .alternateNames: return all
    case .tenThousand, .fiftyThousand:
      return try Gazetteer(
        all.indices.shuffled(using: &generator).prefix(approximateCount).lazy.map { all[$0] })
    case .synthetic:
      // A sequence, since ten million cities at once would take the memory that is measured.
      return try Gazetteer(
        sequence(state: (number: 0, generator: generator)) { state in
          guard state.number < approximateCount else { return nil }
          defer { state.number += 1 }
          return City(id: City.ID(state.number), mixing: all, using: &state.generator)
        })
    }
  }
}

extension City {
  fileprivate init(id: City.ID, numbered name: String) {
    self.init(
      id: id, name: name, countryCode: "", coordinate: Coordinate(latitude: 0, longitude: 0),
      population: 0)
  }

  /// A city whose name is the first half of one name and the second half of another, so that names have
  /// the distribution of letters and shared prefixes of real ones.
  fileprivate init(id: City.ID, mixing names: Gazetteer, using generator: inout SplitMix64) {
    let first = (names.randomElement(using: &generator)?.name ?? "").utf8
    let second = (names.randomElement(using: &generator)?.name ?? "").utf8
    // Halves of characters are cut off, not repaired: names must be valid UTF-8.
    let head = String(first.prefix((first.count + 1) / 2)) ?? String(first)
    let tail = String(second.suffix(second.count / 2)) ?? String(second)
    self.init(id: id, numbered: head + tail)
  }
}
