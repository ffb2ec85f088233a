import CitySearch
import Fixtures
import Foundation

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

  /// Makes the cities.
  func gazetteer(seed: UInt64) throws -> Gazetteer {
    switch self {
    case .allCities:
      return try Dataset.shipped.ownNames()
    case .tenThousand, .fiftyThousand:
      let all = try Dataset.shipped.ownNames()
      var generator = SplitMix64(seed: seed)
      return try Gazetteer(
        all.indices.shuffled(using: &generator).prefix(approximateCount).lazy.map { all[$0] })
    case .alternateNames:
      return try Gazetteer(AlternateNames(contentsOf: Fixtures.cities))
    case .synthetic:
      let all = try Dataset.shipped.ownNames()
      return try Gazetteer(SyntheticNames(like: all, count: approximateCount, seed: seed))
    }
  }
}

/// The names and alternate names of a file of GeoNames' layout, as cities that differ in name and id.
private struct AlternateNames: Sequence {
  private let lines: [Data]

  init(contentsOf file: URL) throws {
    lines = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"))
  }

  func makeIterator() -> some IteratorProtocol<City> {
    let names = lines.lazy.flatMap { line -> [Substring] in
      let columns = String(decoding: line, as: UTF8.self)
        .split(separator: "\t", maxSplits: 4, omittingEmptySubsequences: false)
      guard columns.count > 4 else { return [] }
      return [columns[1]] + columns[3].split(separator: ",")
    }
    return names.enumerated().lazy.map { number, name in
      City(
        id: number, numbered: String(String.UnicodeScalarView(name.unicodeScalars.map(printable))))
    }.makeIterator()
  }
}

/// A scalar, with a hyphen for control characters, which gazetteers reject and a few of these names have.
private func printable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
  scalar.properties.generalCategory == .control ? "-" : scalar
}

/// Names made of the first half of one name and the second half of another, with the distribution of
/// letters and shared prefixes of real names.
private struct SyntheticNames: Sequence {
  private let gazetteer: Gazetteer
  private let count: Int
  private let seed: UInt64

  init(like gazetteer: Gazetteer, count: Int, seed: UInt64) {
    self.gazetteer = gazetteer
    self.count = count
    self.seed = seed
  }

  func makeIterator() -> some IteratorProtocol<City> {
    var generator = SplitMix64(seed: seed)
    return (0..<count).lazy.map { number in
      let first = (gazetteer.randomElement(using: &generator)?.name ?? "").utf8
      let second = (gazetteer.randomElement(using: &generator)?.name ?? "").utf8
      // Halves of characters are cut off, not repaired: names must be valid UTF-8.
      let head = String(first.prefix((first.count + 1) / 2)) ?? String(first)
      let tail = String(second.suffix(second.count / 2)) ?? String(second)
      return City(id: number, numbered: head + tail)
    }.makeIterator()
  }
}

extension City {
  /// A city with only a name.
  fileprivate init(id: Int, numbered name: String) {
    self.init(
      id: id, name: name, countryCode: "", coordinate: Coordinate(validLatitude: 0, longitude: 0),
      population: 0)
  }
}
