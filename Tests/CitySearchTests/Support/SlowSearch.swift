import CitySearch
import Fixtures
import Foundation

/// The rules of relevance once more, by looking at every name for every query.
struct SlowSearch {
  /// The cities in canonical order.
  let cities: [City]
  /// All names in the order of their keys, then kinds, then cities.
  let names: [SlowName]
  private let regions: [Region]

  /// A line of the table of regions.
  private struct Region {
    var key: String
    var country: String
    var admin1: String?

    func contains(_ city: City) -> Bool {
      "\(city.countryCode)" == country && admin1.map { $0 == "\(city.admin1Code)" } ?? true
    }
  }

  /// Reads a GeoNames file and a table of regions.
  init(_ places: URL, regions: URL) throws {
    let lines = try String(contentsOf: places, encoding: .utf8).split(separator: "\n").map {
      $0.components(separatedBy: "\t")
    }
    let all = lines.map { line in
      (
        city: City(
          id: Int(line[0]) ?? -1, name: line[1], countryCode: .init(line[8]) ?? .none,
          admin1Code: .init(line[10]) ?? .none,
          coordinate: Coordinate(
            validLatitude: Double(line[4]) ?? 0, longitude: Double(line[5]) ?? 0),
          population: Int(line[14]) ?? -1), others: line[3]
      )
    }.map { (key: CanonicalKey($0.city), city: $0.city, others: $0.others) }
      .sorted { $0.key < $1.key }
    let cities = all.map(\.city)
    self.cities = cities
    names = all.enumerated().flatMap { row, line in
      SlowNames(
        own: line.city.name, others: line.others, country: "\(line.city.countryCode)", city: row
      ).names
    }.sorted { one, two in
      if one.key != two.key {
        return Array((one.key + " ").utf8).lexicographicallyPrecedes((two.key + " ").utf8)
      }
      let kinds = [one, two].map { NameKind.allCases.firstIndex(of: $0.kind) ?? 9 }
      return (kinds[0], one.city) < (kinds[1], two.city)
    }
    self.regions = try String(contentsOf: regions, encoding: .utf8).split(separator: "\n")
      .map { $0.components(separatedBy: "\t") }
      .map { Region(key: $0[0], country: $0[1], admin1: $0[2] == "*" ? nil : $0[2]) }
      .filter { region in
        region.key.unicodeScalars.count > 1 && cities.contains(where: region.contains)
      }
  }

  /// The keys of regions that a city lies in.
  func regionKeys(of city: City) -> [String] { regions.filter { $0.contains(city) }.map(\.key) }

  /// A city that was found, and the matching name.
  struct Found {
    var name: SlowName
    /// The position of the name in the order of all.
    var row: Int
    var score: Int
    /// The part of the query that the name begins with, corrected if necessary.
    var typed: String
    var hasTypo = false
    /// Whether the whole name is similar to the typed text.
    var isWhole = false
  }

  struct Answer {
    /// The number of cities found as typed.
    var count: Int
    var shown: [RelevanceAnswer.Shown]
  }

  /// The answer to a query, all cities.
  func answer(to query: String) -> Answer {
    let exact = foundAsTyped(query)
    var found = sorted(exact.found)
    let count = found.count
    if count < 10 {
      let known = Set(found.map(\.name.city))
      found += sorted(
        foundWithTypos(query, hasRegion: exact.hasRegion).filter { !known.contains($0.name.city) })
    }
    return Answer(count: count, shown: found.map(shown))
  }

  /// The best of each city, in order.
  private func sorted(_ found: [Found]) -> [Found] {
    var best: [Int: Found] = [:]
    for one in found {
      guard let other = best[one.name.city] else {
        best[one.name.city] = one
        continue
      }
      let kinds = [one, other].map { NameKind.allCases.firstIndex(of: $0.name.kind) ?? 9 }
      // Of equal ones the first reading stays.
      if (-one.score, kinds[0], one.row) < (-other.score, kinds[1], other.row) {
        best[one.name.city] = one
      }
    }
    return best.values.sorted { one, two in
      let populations = [one, two].map { cities[$0.name.city].population }
      return (-one.score, -populations[0], one.name.city)
        < (-two.score, -populations[1], two.name.city)
    }
  }

  private func weight(_ name: SlowName) -> Int {
    let weight = 20 * log10(Double(cities[name.city].population) + 100)
    return Int(weight.rounded(.toNearestOrAwayFromZero)) - name.penalty
  }
}

// MARK: - As typed

extension SlowSearch {
  private func folded(_ text: String) -> String {
    String(decoding: FoldedQuery(text).bytes, as: UTF8.self)
  }

  private func trimmed(_ text: String) -> String {
    text.utf8.last == 32 ? String(decoding: text.utf8.dropLast(), as: UTF8.self) : text
  }

  /// The parts between commas, if there is a comma.
  private func parts(_ query: String) -> [String] {
    guard query.unicodeScalars.contains(",") else { return [] }
    return query.unicodeScalars.split(separator: ",").map { trimmed(folded(String($0))) }
      .filter { !$0.isEmpty }
  }

  private func foundAsTyped(_ query: String) -> (found: [Found], hasRegion: Bool) {
    let text = folded(query)
    var found = beginning(with: text, in: nil, givesBonus: true)
    let parts = parts(query)
    if query.unicodeScalars.contains(",") {
      guard parts.count > 1 else { return (found, false) }
      let (others, hasRegion) = foundBehindComma(parts)
      found += others
      return (found, hasRegion)
    }
    let (others, hasRegion) = foundBehindWords(text)
    return (found + others, hasRegion)
  }

  /// The names that begin with a text.
  private func beginning(
    with text: String, in area: ((City) -> Bool)?, givesBonus: Bool
  ) -> [Found] {
    let typed = trimmed(text)
    return names.enumerated().compactMap { row, name in
      guard (name.key + " ").utf8.starts(with: text.utf8), area?(cities[name.city]) ?? true,
        name.kind != .code || name.key == typed
      else { return nil }
      var bonus = 0
      if givesBonus, !typed.isEmpty {
        if name.key == typed {
          bonus = 40
        } else if name.kind == .own, text.utf8.last != 32,
          name.key.utf8.starts(with: (typed + " ").utf8)
        {
          bonus = 10
        }
      }
      return Found(name: name, row: row, score: weight(name) + bonus, typed: text)
    }
  }

  /// The names that are a text.
  private func whole(_ text: String, in area: ((City) -> Bool)?, bonus: Int) -> [Found] {
    names.enumerated().compactMap { row, name in
      guard name.key == text, area?(cities[name.city]) ?? true else { return nil }
      return Found(name: name, row: row, score: weight(name) + bonus, typed: text)
    }
  }

  private func regions(named key: String) -> [Region] { regions.filter { $0.key == key } }

  private func regions(beginningWith text: String) -> [Region] {
    regions.filter { $0.key.utf8.starts(with: text.utf8) && $0.key != trimmed(text) }
  }

  private func area(_ regions: [Region]) -> (City) -> Bool {
    { city in regions.contains { $0.contains(city) } }
  }

  private func inside(_ all: [[Region]]) -> (City) -> Bool {
    { city in all.allSatisfy { area($0)(city) } }
  }

  private func foundBehindComma(_ parts: [String]) -> (found: [Found], hasRegion: Bool) {
    let (head, last) = (parts[0], parts[parts.count - 1])
    var full = [regions(named: last)]
    var half = [regions(beginningWith: last)]
    if full[0].isEmpty {
      full = half
      half = [[]]
    }
    if full[0].isEmpty {
      let words = SlowNames.words(last)
      full = [
        regions(named: words[words.count - 1]),
        regions(named: words.dropLast().joined(separator: " ")),
      ]
      if !cities.contains(where: inside(full)) { return (whole(head, in: nil, bonus: 0), false) }
    }
    if parts.count > 2 {
      let second = regions(named: parts[parts.count - 2])
      if !second.isEmpty {
        full.append(second)
        half.append(second)
      }
    }
    let found = beginning(with: head, in: inside(full), givesBonus: true)
    return (
      found + beginning(with: head, in: inside(half), givesBonus: false), !found.isEmpty
    )
  }

  private func foundBehindWords(_ text: String) -> (found: [Found], hasRegion: Bool) {
    let words = SlowNames.words(trimmed(text))
    var (found, hasRegion) = ([Found](), false)
    for count in 1...4 where count < words.count {
      let last = words.suffix(count).joined(separator: " ")
      let full = regions(named: last)
      let half = regions(beginningWith: text.utf8.last == 32 ? last + " " : last)
      for firstCount in 0...3 where count + firstCount < words.count {
        let head = words.dropLast(count + firstCount).joined(separator: " ")
        let first = words.dropLast(count).suffix(firstCount).joined(separator: " ")
        let outer = regions(named: first)
        func inside(_ regions: [Region]) -> (City) -> Bool {
          { city in area(regions)(city) && (firstCount == 0 || area(outer)(city)) }
        }
        let exact = whole(head, in: inside(full), bonus: 40)
        if !exact.isEmpty { hasRegion = true }
        found += exact + whole(head, in: inside(half), bonus: 0)
      }
    }
    return (found, hasRegion)
  }
}

// MARK: - With typos

extension SlowSearch {
  private func isCorrectable(_ text: String) -> Bool {
    text.utf8.count >= 4 && text.utf8.allSatisfy { $0 < 128 }
  }

  private func foundWithTypos(_ query: String, hasRegion: Bool) -> [Found] {
    var found: [Found] = []
    let text = trimmed(folded(query))
    if !hasRegion, isCorrectable(text) {
      for limit in text.utf8.count >= 8 ? [1, 2] : [1] {
        found = names.enumerated().compactMap { row, name in
          similar(name, row, to: text, limit: limit)
        }
        if !found.isEmpty { break }
      }
    }
    let parts = parts(query)
    if parts.count > 1, isCorrectable(parts[0]) {
      let inside = area(regions(named: parts[parts.count - 1]))
      for limit in parts[0].utf8.count >= 8 ? [1, 2] : [1] {
        let heads: [Found] = names.enumerated().compactMap { row, name in
          guard inside(cities[name.city]),
            let one = similar(name, row, to: parts[0], limit: limit), one.isWhole
          else { return nil }
          // The correction is the whole key.
          return Found(
            name: name, row: row, score: weight(name) + 40, typed: name.key, hasTypo: true)
        }
        found += heads
        if !heads.isEmpty { break }
      }
    }
    return found
  }

  /// A name that begins similarly.
  private func similar(_ name: SlowName, _ row: Int, to text: String, limit: Int) -> Found? {
    let (letters, key) = (Array(text.utf8), Array(name.key.utf8))
    guard name.kind != .code, let first = key.first, first == letters[0] || first == letters[1]
    else { return nil }
    let isSwapped = key.count > 1 && key[0] == letters[1] && key[1] == letters[0]
    guard first == letters[0] || isSwapped else { return nil }
    let ascii = Array(key.prefix { $0 < 128 })
    let distances = Self.distances(letters, ascii)
    let lengths = (1...max(1, ascii.count)).filter { length in
      length < distances.count && distances[length] <= limit
        && (first == letters[0] || length > 1)
    }
    guard !lengths.isEmpty else { return nil }
    let isWhole = lengths.contains(key.count)
    var bonus = isWhole ? 40 : 0
    if !isWhole, name.kind == .own, lengths.contains(where: { $0 < key.count && key[$0] == 32 }) {
      bonus = 10
    }
    let nearest = lengths.min { one, two in
      (distances[one], abs(one - letters.count), one)
        < (distances[two], abs(two - letters.count), two)
    }
    return Found(
      name: name, row: row, score: weight(name) + bonus,
      typed: String(decoding: key.prefix(nearest ?? 0), as: UTF8.self), hasTypo: true,
      isWhole: isWhole)
  }

  /// The optimal string alignment distances from a text to each beginning of a key.
  static func distances(_ text: [UInt8], _ key: [UInt8]) -> [Int] {
    var rows = [Array(0...key.count)]
    for (i, letter) in text.enumerated() {
      var row = [i + 1]
      for (j, other) in key.enumerated() {
        var best = min(rows[i][j] + (letter == other ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, letter == key[j - 1], other == text[i - 1] {
          best = min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[text.count]
  }
}

// MARK: - Highlights

extension SlowSearch {
  private func shown(_ found: Found) -> RelevanceAnswer.Shown {
    let range = highlight(found)
    return RelevanceAnswer.Shown(
      id: cities[found.name.city].id, hasTypo: found.hasTypo, kind: found.name.kind.rawValue,
      name: found.name.text, highlight: "\(range.lowerBound)+\(range.count)")
  }

  private func highlight(_ found: Found) -> Range<Int> {
    let (name, typed) = (found.name.text, found.typed)
    switch found.name.kind {
    case .own, .alternate, .code: return shortestRun(of: name, typed) { $0 }
    case .expansion: return shortestRun(of: name, typed, SlowNames.expanded)
    case .later:
      let starts = name.indices.filter { SlowNames.key(String(name[$0...])) == found.name.key }
      guard let start = starts.last else { return 0..<0 }
      let offset = name[..<start].utf16.count
      let range = shortestRun(of: String(name[start...]), typed) { $0 }
      return offset..<offset + range.count
    case .saint:
      guard let (key, start, word) = found.name.replaced else { return 0..<0 }
      if (key + " ").utf8.starts(with: typed.utf8) { return shortestRun(of: name, typed) { $0 } }
      let formLength = found.name.key.utf8.count - (key.utf8.count - word.utf8.count)
      let rest = typed.utf8.dropFirst(start + formLength)
      let restored = String(decoding: key.utf8.prefix(start + word.utf8.count), as: UTF8.self)
      return shortestRun(of: name, restored + String(decoding: rest, as: UTF8.self)) { $0 }
    }
  }

  /// The shortest run of whole grapheme clusters whose form folds to something that begins with a text.
  private func shortestRun(of name: String, _ text: String, _ form: (String) -> String) -> Range<
    Int
  > {
    guard !text.isEmpty else { return 0..<0 }
    for end in name.indices.dropFirst() + [name.endIndex] {
      let run = String(name[..<end])
      if Folding.key(of: form(run)).starts(with: text.utf8) { return 0..<run.utf16.count }
    }
    return 0..<0
  }
}
