internal import CitySearch

/// A reading of an address: some words are the name of a city, and others name the regions it lies in.
struct TownReading {
  /// How the words are the name of the city.
  enum Match: Sendable {
    /// They are the whole name.
    case whole
    /// They are the first words of the name.
    case firstWords
    /// They are the name with typos.
    case similar
  }

  /// The words of the name.
  let words: Range<Int>
  let city: Gazetteer.NamedCity
  let match: Match
  /// The hints at regions that contain the city, and what they name.
  var regions: [(hint: RegionHint, level: Gazetteer.RegionLevel)] = []
  /// Whether a postal code that is more than a number has a form of the city's country.
  var hasPostalCode = false
  /// The parts that name another region.
  var contradictions: [Int] = []
  /// The parts behind the city, or before it if the largest region comes first, that are not understood,
  /// and belong to no street.
  var unmatched: [Int] = []
  /// The parts that are codes and not understood, though the country is.
  var unknownCodes: [Int] = []
  /// Whether a part that is not understood may be the country, and no country is known.
  var lacksCountry = false
  /// How likely the reading is: the score of the city by its name, and points for the evidence.
  var score: Int

  init(_ words: Range<Int>, _ city: Gazetteer.NamedCity, _ match: Match) {
    (self.words, self.city, self.match, score) = (words, city, match, city.score)
  }

  /// Whether the country is known.
  var hasCountry: Bool { regions.contains { $0.level == .country } }
  /// Whether the first-level division is known.
  var hasDivision: Bool { regions.contains { $0.level == .division } }
}

/// Finds the readings of an address.
///
/// Every run of words is looked up as a name of cities and as a name of regions, by the tables of the search.
/// A reading is a city of such a name; the rest of the address is the evidence for it or against it.
struct TownReader {
  let gazetteer: Gazetteer
  let line: AddressLine
  let hints: [RegionHint]
  let postalCodes: [PostalCode]

  init(_ line: AddressLine, in gazetteer: Gazetteer) {
    self.line = line
    self.gazetteer = gazetteer
    hints = line.hints(in: gazetteer)
    postalCodes = PostalCode.all(in: line)
  }

  /// The readings of names as they are written, in no order.
  ///
  /// - Complexity: O(*w*) lookups for *w* words, and O(*k* *h*), where *k* is the number of cities of all
  ///   names found and *h* that of hints at regions.
  func readings() -> [TownReading] {
    var readings: [TownReading] = []
    var counts: [ArraySlice<UInt8>: Int] = [:]
    for part in line.parts.reversed() where part.role == .any {
      for start in part.words.reversed() {
        for end in (start + 1)...min(start + Self.longestName, part.words.upperBound) {
          let words = start..<end
          // Few names begin with a number, which is mostly that of a house.
          if line.startsWithDigit(start), words != part.words { continue }
          let cities = cities(named: words)
          guard !cities.isEmpty else { continue }
          counts[line.folded[line.key(words)], default: 0] += 1
          guard counts[line.folded[line.key(words)], default: 0] <= Self.occurrences else {
            continue
          }
          add(cities, as: words, .whole, to: &readings)
        }
      }
    }
    // Some names have a comma.
    for (one, two) in zip(line.parts, line.parts.dropFirst())
    where one.role == .any && two.role == .any {
      let words = one.words.lowerBound..<two.words.upperBound
      guard words.count <= Self.longestName else { continue }
      add(cities(named: words), as: words, .whole, to: &readings)
    }
    return withoutParts(of: readings)
  }

  /// The readings without those of a part of a longer name, such as "Murcia" in "Alhama de Murcia".
  ///
  /// A reading stays if its country or division is known, and that of the longer name is not.
  private func withoutParts(of readings: [TownReading]) -> [TownReading] {
    struct Name: Hashable {
      let words: Range<Int>
      let hasCountry: Bool
      let hasDivision: Bool
    }
    let names = Set(
      readings.lazy.filter { $0.words.count > 1 && $0.city.kind != .later }.map {
        Name(words: $0.words, hasCountry: $0.hasCountry, hasDivision: $0.hasDivision)
      })
    return readings.filter { reading in
      !names.contains {
        $0.words.count > reading.words.count && $0.words.lowerBound <= reading.words.lowerBound
          && $0.words.upperBound >= reading.words.upperBound
          && ($0.hasCountry || !reading.hasCountry) && ($0.hasDivision || !reading.hasDivision)
      }
    }
  }

  /// The readings of names that are completed or corrected, in no order.
  ///
  /// - Complexity: That of a few walks through the names that begin like a part.
  func similarReadings() -> [TownReading] {
    var readings: [TownReading] = []
    let known = hints.reduce(0 as UInt128) { $0 | ($1.isWholePart ? $1.mask : 0) }
    let runs = line.parts.filter { $0.role == .any && !$0.isStreet }.flatMap { part in
      part.words.split { !line.names.contains($0) || known.contains($0) }
    }
    for run in runs.suffix(Self.correctedRuns) where run.count <= Self.longestName {
      let words = run.startIndex..<run.endIndex
      let key = line.folded[line.key(words)]
      add(gazetteer.cities(withFirstWords: key), as: words, .firstWords, to: &readings)
      add(gazetteer.cities(similarTo: key), as: words, .similar, to: &readings)
    }
    return readings
  }

  /// The greatest number of words of a name.
  private static let longestName = 8
  /// The greatest number of times that the same name is read, from the end of the line: no address needs
  /// more, and each takes the time for all cities of the name.
  private static let occurrences = 2
  /// The greatest number of runs of words that are completed and corrected: the last ones, where cities are.
  private static let correctedRuns = 3

  /// The cities of the name that some words are.
  ///
  /// If there are none, a letter at its end that stands for a kind of division is left out.
  private func cities(named words: Range<Int>) -> [Gazetteer.NamedCity] {
    let first = line.words[words.lowerBound]
    if words.count == 1, first.meaning != nil, line.part(of: words).words.count > 1 { return [] }
    let key = line.folded[line.key(words)]
    let found = gazetteer.cities(withKey: key).filter { $0.kind != .code }
    guard found.isEmpty, !hints.contains(where: { $0.words == words }),
      let last = String(decoding: key, as: UTF8.self).unicodeScalars.last,
      AddressWord.divisionLetters.contains(last)
    else { return found }
    return gazetteer.cities(withKey: key.dropLast(UTF8.width(last)))
  }

  private func add(
    _ cities: [Gazetteer.NamedCity], as words: Range<Int>, _ match: TownReading.Match,
    to readings: inout [TownReading]
  ) {
    for city in cities {
      if let reading = rated(TownReading(words, city, match)) { readings.append(reading) }
    }
  }
}
