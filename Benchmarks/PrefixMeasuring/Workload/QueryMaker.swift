package import CitySearch
package import Foundation
internal import GazetteerBuilding
package import PrefixSearch

/// Makes queries by drawing names from data.
package struct QueryMaker {
  package let records: Records
  /// The file with other names, including other scripts; `nil` if there is none.
  package let otherNames: URL?
  /// The approximate number of queries in a workload.
  package let count: Int
  private let index: RadixTree
  private let populations: WeightedDraw

  package init(_ records: Records, keys: SortedKeys, otherNames: URL?, count: Int) {
    self.records = records
    self.otherNames = otherNames
    self.count = count
    index = RadixTree(keys)
    populations = WeightedDraw(records.populations)
  }

  /// Whether draws by population differ from uniform ones.
  package var hasPopulations: Bool { populations.total > 0 }

  /// How targets are drawn, always with replacement.
  package enum Targets { case byPopulation, uniform }

  /// The name of a city, or a key.
  package func name(_ targets: Targets, using generator: inout SplitMix64) -> String {
    row(targets, using: &generator).map(records.text) ?? ""
  }

  /// A city and its gazetteer; `nil` if there is none.
  package func city(
    _ targets: Targets, using generator: inout SplitMix64
  ) -> (city: City, gazetteer: Gazetteer)? {
    guard case .cities(let gazetteer) = records else { return nil }
    return row(targets, using: &generator).map { (gazetteer[CityRow($0)], gazetteer) }
  }

  private func row(_ targets: Targets, using generator: inout SplitMix64) -> Int? {
    let weighted = targets == .byPopulation ? populations.index(using: &generator) : nil
    return weighted ?? (0..<records.count).randomElement(using: &generator)
  }

  /// Draws names until `query` has made `count` queries of them; it returns `nil` for an unsuitable name.
  ///
  /// The number of draws is limited, so data without suitable names yield few queries or none.
  package func queries(
    _ targets: Targets = .byPopulation, using generator: inout SplitMix64,
    _ query: (String, inout SplitMix64) -> String?
  ) -> [String] {
    var texts: [String] = []
    for _ in 0..<100 * count where texts.count < count {
      if let text = query(name(targets, using: &generator), &generator) { texts.append(text) }
    }
    return texts
  }

  /// Whether anything matches.
  package func hasMatches(_ text: String) -> Bool {
    !records.query(text).folded.withBytes { index.range(of: $0) }.isEmpty
  }
}

extension QueryMaker {
  /// The longest prefix of a name that is typed.
  private static let longestPrefix = 8
  /// One keystroke of this many is a slip, which the next one deletes.
  private static let keystrokesPerSlip = 12

  /// The contents of the search field while names are typed: every keystroke is a query, including wrong
  /// letters and their deletions.
  package func sessions(targets: Targets, using generator: inout SplitMix64) -> [String] {
    var texts: [String] = []
    while texts.count < count {
      let name = name(targets, using: &generator)
      for length in 1...min(name.count, Self.longestPrefix) {
        let right = String(name.prefix(length))
        if Int.random(in: 0..<Self.keystrokesPerSlip, using: &generator) == 0 {
          let before = String(name.prefix(length - 1))
          texts.append(before + String(Self.letter(using: &generator)))
          if !before.isEmpty { texts.append(before) }
        }
        texts.append(right)
      }
    }
    return texts
  }

  /// Prefixes of names that are long enough for them.
  package func prefixes(of lengths: ClosedRange<Int>, using generator: inout SplitMix64) -> [String]
  {
    queries(using: &generator) { name, generator in
      let length = Int.random(in: lengths, using: &generator)
      return name.count >= length ? String(name.prefix(length)) : nil
    }
  }

  package func wholeNames(using generator: inout SplitMix64) -> [String] {
    queries(using: &generator) { name, _ in name }
  }

  package static func letter(using generator: inout SplitMix64) -> Character {
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    return letters[Int.random(in: letters.indices, using: &generator)]
  }
}

extension QueryMaker {
  /// The lengths of prefixes with a slip.
  private static let lengths = 3...8

  /// Beginnings of names whose last letter was changed, such that nothing matches.
  package func misses(using generator: inout SplitMix64) -> [String] {
    queries(using: &generator) { name, generator in
      let length = Int.random(in: Self.lengths, using: &generator)
      guard name.count >= length else { return nil }
      let text = name.prefix(length - 1) + String(Self.letter(using: &generator))
      return hasMatches(String(text)) ? nil : String(text)
    }
  }

  /// Beginnings of names with one of the four common slips, whether or not anything matches.
  package func typos(using generator: inout SplitMix64) -> [String] {
    queries(using: &generator) { name, generator in
      let length = Int.random(in: Self.lengths, using: &generator)
      guard name.count >= length else { return nil }
      var letters = Array(name.prefix(length))
      let place = Int.random(in: 1..<length, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: letters.remove(at: place)
      case 1: letters.insert(letters[place], at: place)
      case 2: letters[place] = Self.letter(using: &generator)
      default: letters.swapAt(place, place - 1)
      }
      return String(letters)
    }
  }
}

/// SplitMix64 (Steele, Lea and Flood 2014).
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Draws indexes with replacement, in proportion to weights.
package struct WeightedDraw {
  private let cumulative: [Int]

  /// Prepares draws; a weight of 0 is never drawn, and a negative one counts as 0.
  package init(_ weights: some Sequence<Int>) {
    var total = 0
    cumulative = weights.map { weight in
      total += max(weight, 0)
      return total
    }
  }

  package var total: Int { cumulative.last ?? 0 }

  /// The next index; `nil` if no weight is positive.
  package func index(using generator: inout SplitMix64) -> Int? {
    guard total > 0 else { return nil }
    let point = Int.random(in: 0..<total, using: &generator)
    return cumulative.partitioningIndex { $0 > point }
  }
}

/// Queries for the search over all names.
extension QueryMaker {
  /// The longest prefix of a name or a region that is typed.
  private static let longestBeginning = 8

  /// Other names of cities drawn by population, typed letter by letter.
  package func otherNames(using generator: inout SplitMix64) throws -> [String] {
    guard let otherNames else { return [] }
    let cities = (0..<count).compactMap { _ in city(.byPopulation, using: &generator)?.city.id }
    let names = Dictionary(
      grouping: try OtherName.all(in: otherNames, everyLine: 1, of: Set(cities)).filter(
        \.isWritten),
      by: \.cityID)
    var texts: [String] = []
    for city in cities where texts.count < count {
      if let name = names[city]?.randomElement(using: &generator)?.name {
        texts += beginnings(of: name)
      }
    }
    return texts
  }

  /// Whole names, each followed by the prefixes of its country or division, by name or by code.
  package func regions(using generator: inout SplitMix64) -> [String] {
    var texts: [String] = []
    for _ in 0..<count where texts.count < count {
      guard let (city, gazetteer) = city(.byPopulation, using: &generator) else { break }
      let regions = [
        gazetteer.countryName(of: city), gazetteer.divisionName(of: city),
        city.countryCode.description,
      ].compactMap { $0 }.filter { !$0.isEmpty }
      guard let region = regions.randomElement(using: &generator) else { continue }
      let head = city.name + (Bool.random(using: &generator) ? ", " : " ")
      texts += beginnings(of: region).map { head + $0 }
    }
    return texts
  }

  /// Whole names with a number of edits after the first letter: deletions, insertions, replacements, swaps.
  package func slips(
    _ edits: Int, inNamesFrom length: Int, using generator: inout SplitMix64
  ) -> [String] {
    queries(using: &generator) { name, generator in
      guard name.count >= length else { return nil }
      var letters = Array(name)
      for _ in 0..<edits { Self.edit(&letters, using: &generator) }
      let text = String(letters)
      // A letter may be replaced by itself, and two slips may undo each other.
      return text == name ? nil : text
    }
  }

  /// One of the four slips: a letter is left out, added, replaced or swapped with its neighbor.
  package static func edit(_ letters: inout [Character], using generator: inout SplitMix64) {
    let place = Int.random(in: 1..<letters.count, using: &generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: letters.remove(at: place)
    case 1: letters.insert(letter(using: &generator), at: place)
    case 2: letters[place] = letter(using: &generator)
    default: letters.swapAt(place, max(place - 1, 1))
    }
  }

  private func beginnings(of text: String) -> [String] {
    (1...max(1, min(text.count, Self.longestBeginning))).map { String(text.prefix($0)) }
  }
}

extension QueryMaker {
  /// Beginnings of names up to and with a character that is not ASCII, and two more.
  package func nonASCII(using generator: inout SplitMix64) -> [String] {
    queries(.uniform, using: &generator) { name, generator in
      guard let place = name.firstIndex(where: { !$0.isASCII }) else { return nil }
      let length = name.distance(from: name.startIndex, to: place) + 1
      return String(name.prefix(length + Int.random(in: 0...2, using: &generator)))
    }
  }

  /// Beginnings, of 1 to 6 characters, of the names that places have in scripts other than Latin.
  ///
  /// The names are those in every sixteenth line of the file.
  package func nonLatin(using generator: inout SplitMix64) throws -> [String] {
    guard let otherNames else { return [] }
    let names = try OtherName.all(in: otherNames, everyLine: 16).map(\.name).filter { name in
      name.unicodeScalars.contains { $0.properties.isAlphabetic && $0.value > 0x36F }
        && name.unicodeScalars.allSatisfy { !$0.isASCII || !$0.properties.isAlphabetic }
    }
    guard !names.isEmpty else { return [] }
    return (0..<count).map { _ in
      let name = names[Int.random(in: names.indices, using: &generator)]
      return String(name.prefix(Int.random(in: 1...6, using: &generator)))
    }
  }

  /// Queries with the most matches, with the longest folding, and with empty folded text.
  package var worstCases: [String] {
    [
      "", "s", "a", "san", "san ", "saint", "la", " ", "-", "\u{301}", "\u{5B0}\u{301}\u{5B0}",
      "s\u{301}", String(repeating: "san francisco ", count: 732),
      "san" + String(repeating: "\u{301}", count: 5_000),
      String(repeating: "\u{301}\u{327}", count: 2_500), "👩‍👩‍👧‍👦", "ß", "ﬃ",
    ]
  }
}

/// A name of a city among the alternate names of one of GeoNames' files.
package struct OtherName {
  package let cityID: City.ID
  package let name: String

  package init(cityID: City.ID, name: String) { (self.cityID, self.name) = (cityID, name) }

  /// Whether people write it in an address: it is no code, no link and no automatic transcription, which
  /// is lowercase.
  package var isWritten: Bool {
    let isCode =
      (3...4).contains(name.utf8.count) && name.utf8.allSatisfy { (65...90).contains($0) }
    let isTranscription =
      name.utf8.allSatisfy { $0 < 0x80 } && name.utf8.first.map { $0 >= 97 } ?? true
    return !isCode && !isTranscription && !name.contains("http")
  }

  /// The names in one line of `step`; only of the cities with these ids, if given.
  package static func all(
    in file: URL, everyLine step: Int, of ids: Set<City.ID>? = nil
  ) throws -> [OtherName] {
    let data = try Data(contentsOf: file).unpacked()
    var names: [OtherName] = []
    for (number, line) in data.split(separator: UInt8(ascii: "\n")).enumerated()
    where number % step == 0 {
      let columns = line.split(
        separator: UInt8(ascii: "\t"), maxSplits: 4, omittingEmptySubsequences: false)
      guard columns.count > 4, let id = City.ID(String(decoding: columns[0], as: UTF8.self)),
        ids?.contains(id) ?? true
      else { continue }
      for name in columns[3].split(separator: UInt8(ascii: ",")) {
        names.append(OtherName(cityID: id, name: String(decoding: name, as: UTF8.self)))
      }
    }
    return names
  }
}
