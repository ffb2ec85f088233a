package import CitySearch
package import Foundation
import PrefixBenchmark

/// A name of a city in another script than Latin, to be left out of what is searched.
package struct LeftOutName: Equatable {
  package let text: String
  /// Its folded form without the final space.
  package let key: String
  /// The country of the city.
  let country: CountryCode
  /// The city, and those that are the same place listed again: all are right, and none keeps the name.
  package let ids: [City.ID]

  package init(text: String, key: String, country: CountryCode, ids: [City.ID]) {
    self.text = text
    self.key = key
    self.country = country
    self.ids = ids
  }
}

extension LeftOutName {
  /// The countries in which most cities have no name in a script that people write there.
  package static let countries: [CountryCode] = ["IN", "BD", "PK", "NP", "MA", "ET"]
  /// The default number of names of a country, and the default seed.
  package static let count = 400
  static let seed: UInt64 = 1

  /// Draws names, each with the same chance, from those in scripts that are written in their country.
  ///
  /// - Parameters:
  ///   - countries: The countries, each of which has draws of its own.
  ///   - gazetteer: The cities.
  ///   - file: The file that they were made from, with their other names.
  ///   - scripts: The scripts of each country.
  ///   - count: How many names of each country, if there are as many.
  ///   - seed: The seed.
  /// - Returns: The names by country, in the order of the draws.
  /// - Throws: The error of reading the file.
  package static func drawn(
    of countries: [CountryCode], in gazetteer: Gazetteer, file: URL, scripts: WrittenScripts,
    count: Int, seed: UInt64
  ) throws -> [LeftOutName] {
    var rows: [CountryCode: [CityRow]] = [:]
    for row in gazetteer.indices {
      let country = gazetteer[row].countryCode
      if countries.contains(country) { rows[country, default: []].append(row) }
    }
    let ids = Set(rows.values.joined().map { gazetteer.id(atRow: $0) })
    let others = Dictionary(
      grouping: try OtherName.all(in: file, everyLine: 1, of: ids), by: \.cityID)
    var letters = LetterScripts()
    return countries.flatMap { country in
      var generator = SplitMix64(seed: seed ^ country.description.utf8.fnv1a)
      var seen: Set<String> = []
      var names: [LeftOutName] = []
      for row in rows[country, default: []] {
        for other in others[gazetteer.id(atRow: row), default: []] where other.isWritten {
          guard let script = letters.script(of: other.name),
            scripts.scripts[country, default: []].contains(script)
          else { continue }
          let key = CaseMaker.key(of: other.name)
          let place = gazetteer.ids(ofPlaceAtRow: row)
          // Two listings of a place have the same name once.
          guard key.unicodeScalars.count > 1, key.utf8.count <= longestKey,
            seen.insert("\(place.sorted()) \(key)").inserted
          else { continue }
          names.append(LeftOutName(text: other.name, key: key, country: country, ids: place))
        }
      }
      return Array(names.shuffled(using: &generator).prefix(count))
    }
  }

  /// Longer keys, in bytes, are not searched.
  private static let longestKey = 64
}

// MARK: - Names that are found instead of others

extension LeftOutName {
  /// Whether this name, unless left out, may be found for another one: as typed, with a correction, or for
  /// a part of it; `true` in doubt.
  package func mayAnswer(_ other: LeftOutName) -> Bool {
    let words = other.key.split(separator: " ")
    return words.indices.contains { start in
      (start..<words.endIndex).contains { end in
        let text = Array(words[start...end].joined(separator: " ").unicodeScalars)
        return mayAnswer(text)
      }
    }
  }

  private func mayAnswer(_ text: [Unicode.Scalar]) -> Bool {
    let key = Array(key.unicodeScalars)
    if key.starts(with: text) { return true }
    guard text.count >= 4, let first = key.first, text.prefix(2).contains(first)
    else { return false }
    return Self.distance(from: text, toPrefixOf: key) <= (text.count < 8 ? 1 : 2)
  }

  /// The least number of edits from a text to a beginning of a key; a swap of neighbors is one.
  static func distance(
    from text: [Unicode.Scalar], toPrefixOf key: [Unicode.Scalar]
  ) -> Int {
    var rows = [Array(0...key.count)]
    for (number, letter) in text.enumerated() {
      var row = [number + 1]
      for (column, other) in key.enumerated() {
        var least = min(rows[number][column + 1], row[column]) + 1
        least = min(least, rows[number][column] + (letter == other ? 0 : 1))
        if number > 0, column > 0, letter == key[column - 1], text[number - 1] == other {
          least = min(least, rows[number - 1][column - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[text.count].min() ?? 0
  }

  /// How many groups there are at least.
  ///
  /// How usual a script is in a country is counted without the names of a group, which should not be most
  /// names of the country.
  private static let leastGroups = 8

  /// The names in groups of similar sizes, none of which has two that may answer each other: the matches
  /// for a name are the same whether it is left out alone, or its group.
  package static func groups(of names: [LeftOutName]) -> [[LeftOutName]] {
    var groups: [[LeftOutName]] = Array(repeating: [], count: leastGroups)
    for name in names {
      let free = groups.indices.filter { number in
        groups[number].allSatisfy { !$0.mayAnswer(name) && !name.mayAnswer($0) }
      }
      // The names of a country follow each other, and so are spread over all groups.
      if let free = free.min(by: { groups[$0].count < groups[$1].count }) {
        groups[free].append(name)
      } else {
        groups.append([name])
      }
    }
    return groups.filter { !$0.isEmpty }
  }
}
