/// A reading of an address: some words are the name of a city, and others name the regions it lies in.
struct TownReading {
  /// How the words are the name of the city.
  enum Match: Sendable {
    /// They are the whole name.
    case whole
    /// They are the first words of the name.
    case firstWords
    /// They are the whole name, with abbreviated words.
    case abbreviated
    /// They are the name with typos.
    case similar
    /// They are a region in which the city is a large one.
    case region
  }

  /// The words of the name.
  let words: Range<Int>
  let city: Gazetteer.NamedCity
  let match: Match
  /// The hints at regions that contain the city, and what they name.
  private(set) var regions: [(hint: RegionHint, level: Gazetteer.RegionLevel)] = []
  /// The set of the words of the name and the regions.
  private(set) var explained: UInt128
  /// Whether a postal code that is more than a number has a form of the city's country.
  var hasPostalCode = false
  /// Where the name stands beside a street.
  var street = StreetPlace.none
  /// Whether a postal code has a form of the city's country.
  var hasCodeForm = false
  /// Whether the postal code is that of another division of the country.
  var hasOtherPostalArea = false
  /// Whether the words between a postal code and the name are not understood.
  var isBehindUnknown = false
  /// The set of the parts that name another region.
  var contradictions: UInt128 = 0
  /// The set of the parts behind the city, or before it if the largest region comes first, that are not understood,
  /// and belong to no street.
  var unmatched: UInt128 = 0
  /// The set of the parts that are codes and not understood, though the country is.
  var unknownCodes: UInt128 = 0
  /// Whether a part that is not understood may be the country, and no country is known.
  var lacksCountry = false
  /// How many edits turn the words into the name.
  var edits = 0
  /// How likely the reading is: the score of the city by its name, and points for the evidence.
  var score: Int

  init(_ words: Range<Int>, _ city: Gazetteer.NamedCity, _ match: Match) {
    (self.words, self.city, self.match, score) = (words, city, match, city.score)
    explained = UInt128(words: words)
  }

  /// Adds a region that contains the city.
  mutating func add(_ hint: RegionHint, _ level: Gazetteer.RegionLevel) {
    regions.append((hint, level))
    explained |= hint.mask
  }

  /// Whether the name is the city's own, or the city has some size: "Pars" is a village in France by another name, and mostly
  /// Paris.
  var isOfKnownName: Bool { city.kind == .own || city.score >= Points.scoreOfTown }
  /// Whether the country is known.
  var hasCountry: Bool { regions.contains { $0.level == .country } }
  /// Whether the first-level division is known.
  var hasDivision: Bool { regions.contains { $0.level == .division } }
}

/// Where a name stands beside a street.
enum StreetPlace: Sendable {
  /// In no street.
  case none
  /// It is the name of a street, or a part of it.
  case inside
  /// At the end of a street whose end is not marked; the name of the street is complete without it.
  case behind
  /// The same, but it may belong to the name of the street.
  case behindIncomplete
  /// The same, before a postal code with nothing behind it.
  case beforeCode
}

/// Finds the readings of an address.
///
/// Every run of words is looked up as a name of cities and as a name of regions, by the tables of the search.
/// A reading is a city of such a name; the rest of the address is the evidence for it or against it.
struct TownReader {
  let gazetteer: Gazetteer
  let line: AddressLine
  let hints: [RegionHint]
  /// The hints that are all of each part.
  let hintsOfParts: [[RegionHint]]
  let postalCodes: [PostalCode]
  /// The cities of the line's postal codes, if the gazetteer has a table of codes.
  let codedPlaces: [CodedPlace]

  init(_ line: AddressLine, in gazetteer: Gazetteer) {
    self.line = line
    self.gazetteer = gazetteer
    let hints = line.hints(in: gazetteer)
    self.hints = hints
    hintsOfParts = line.parts.map { part in
      hints.filter { $0.isWholePart && part.words.contains($0.words.lowerBound) }
    }
    postalCodes = PostalCode.all(in: line)
    codedPlaces = line.codedPlaces(in: gazetteer)
  }

  /// The readings of names and regions as they are written, in no order.
  ///
  /// - Complexity: That of ``namesAsTyped()`` and ``regionReadings()``.
  func readings() -> [TownReading] { namesAsTyped() + regionReadings() }

  /// The readings of names as they are written, in no order.
  ///
  /// - Complexity: O(*w*) lookups for *w* words, and O(*k* *h*), where *k* is the number of cities of all
  ///   names found and *h* that of hints at regions.
  func namesAsTyped() -> [TownReading] {
    var readings: [TownReading] = []
    var found: [Range<Int>] = []
    for part in line.parts.reversed() where part.role == .any {
      for start in part.words.reversed() {
        for end in (start + 1)...min(start + Self.longestName, part.words.upperBound) {
          let words = start..<end
          // Few names begin with a number, which is mostly that of a house.
          if line.startsWithDigit(start), words != part.words,
            line.end == .complete || start != part.words.lowerBound
          {
            continue
          }
          let cities = cities(named: words)
          guard !cities.isEmpty else { continue }
          let key = line.folded[line.key(words)]
          guard found.count(where: { line.folded[line.key($0)] == key }) < Self.occurrences else {
            continue
          }
          found.append(words)
          add(cities, as: words, .whole, to: &readings)
        }
      }
    }
    // Some names have a comma.
    for (one, two) in zip(line.parts, line.parts.dropFirst())
    where one.role == .any && two.role == .any {
      let words = one.words.lowerBound..<two.words.upperBound
      guard words.count <= Self.longestName else { continue }
      for end in two.words {
        let words = one.words.lowerBound..<end + 1
        add(cities(named: words), as: words, .whole, to: &readings)
      }
      guard two.words.count == 1 else { continue }
      // "Mans (Le)"
      let (name, article) = (line.key(one.words), line.words[two.words.lowerBound].range)
      for key in NameVariants.withArticle(line.folded[name], line.folded[article]) {
        add(gazetteer.cities(withKey: key[...]), as: words, .whole, to: &readings, Points.article)
      }
    }
    return withoutParts(of: readings)
  }

  /// The readings without those of a part of a longer name, such as "Murcia" in "Alhama de Murcia".
  ///
  /// A reading stays if its country or division is known, and that of the longer name is not.
  private func withoutParts(of readings: [TownReading]) -> [TownReading] {
    // The longer names, once for each state of knowledge: there are a few, but hundreds of cities may have them.
    var longer: [TownReading] = []
    for reading in readings where reading.words.count > 1 && reading.city.kind != .later {
      let isKnown = longer.contains {
        $0.words == reading.words && $0.hasCountry == reading.hasCountry
          && $0.hasDivision == reading.hasDivision
      }
      if !isKnown { longer.append(reading) }
    }
    return readings.filter { reading in
      !longer.contains {
        $0.words.count > reading.words.count && $0.words.lowerBound <= reading.words.lowerBound
          && $0.words.upperBound >= reading.words.upperBound
          && ($0.hasCountry || !reading.hasCountry) && ($0.hasDivision || !reading.hasDivision)
      }
    }
  }

  /// The readings of names that are completed or corrected, in no order.
  ///
  /// - Parameters:
  ///   - written: Those of names as they are written, which are not corrected.
  ///   - withoutLine: Whether all words together are left out.
  /// - Returns: The readings.
  /// - Complexity: That of a few walks through the names that begin like a part.
  func similarReadings(beside written: [TownReading], withoutLine: Bool = false) -> [TownReading] {
    runsOfWords().suffix(Self.correctedRuns).flatMap { run in
      let readings = readings(similarTo: run, beside: written, withoutLine: withoutLine)
      guard readings.isEmpty else { return readings }
      // "Caape Town" is a name with its word for a kind of place, "City of Lodnon" one without it.
      let names = run.filter(line.names.contains)
      guard let first = names.first, let last = names.last, last - first + 1 < run.count else {
        return []
      }
      return self.readings(
        similarTo: first..<last + 1, beside: written, withoutLine: withoutLine)
    }
  }

  private func readings(
    similarTo words: Range<Int>, beside written: [TownReading], withoutLine: Bool
  ) -> [TownReading] {
    let isKnown = written.contains {
      $0.words == words && $0.street != .inside && $0.contradictions == 0 && $0.isOfKnownName
    }
    guard !isKnown, !(withoutLine && words.count == line.words.count),
      1...Self.longestName ~= words.count, line.names & UInt128(words: words) != 0
    else { return [] }
    var readings: [TownReading] = []
    let key = line.folded[line.key(words)]
    add(gazetteer.cities(withFirstWords: key), as: words, .firstWords, to: &readings)
    let similar = gazetteer.cities(similarTo: key)
    add(similar.cities, as: words, .similar, to: &readings, edits: similar.edits)
    return readings
  }

  /// The words between numbers and regions, which may be a name with typos.
  private func runsOfWords() -> [Range<Int>] {
    let known = hints.reduce(0 as UInt128) { $0 | ($1.isWholePart ? $1.mask : 0) }
    // "Yamgata" is hardly a street, though some end so.
    let parts = line.parts.filter { $0.role == .any && (!$0.isStreet || $0.words.count == 1) }
    var runs: [Range<Int>] = parts.flatMap { part in
      part.words.split { line.words[$0].isNumber || known.contains($0) }
    }
    // "Jxckson Mississippi"
    for hint in hints where hint.match == .whole && !hint.isWholePart {
      let part = line.part(of: hint.words)
      if part.role != .any { continue }
      if hint.words.upperBound == part.words.upperBound {
        runs.append(part.words.lowerBound..<hint.words.lowerBound)
      } else if hint.words.lowerBound == part.words.lowerBound {
        runs.append(hint.words.upperBound..<part.words.upperBound)
      }
    }
    return runs
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
  /// A word at its end for a kind of division may be left out, and a word of it may be abbreviated.
  private func cities(named words: Range<Int>) -> [Gazetteer.NamedCity] {
    let first = line.words[words.lowerBound]
    if words.count == 1,
      first.meaning.isAny(of: .noName),
      line.part(of: words).words.count > 1
    {
      return []
    }
    let key = line.folded[line.key(words)]
    var found = gazetteer.cities(withKey: key)
    func add(_ key: ArraySlice<UInt8>) {
      let known = found.count
      for city in gazetteer.cities(withKey: key)
      where !found[..<known].contains(where: { $0.row == city.row }) {
        found.append(city)
      }
    }
    let ending = PlaceWord.lengthOfEnding(of: key)
    if ending > 0, key.count - ending >= PlaceWord.leastName { add(key.dropLast(ending)) }
    if found.isEmpty { gazetteer.spellings(ofName: key).forEach { add($0[...]) } }
    for name in NameVariants.writtenOut(words.map { line.folded[line.words[$0].range] }) {
      add(name[...])
    }
    return found
  }

  /// Whether a word is a whole part of a line, in capital letters.
  func isPartInCapitals(_ words: Range<Int>) -> Bool {
    words.count == 1 && line.parts.count > 1 && line.part(of: words).words == words
      && line.words[words.lowerBound].source.utf8.allSatisfy { (0x41...0x5A).contains($0) }
  }

  func add(
    _ cities: [Gazetteer.NamedCity], as words: Range<Int>, _ match: TownReading.Match,
    to readings: inout [TownReading], _ points: Int = 0, edits: Int = 0
  ) {
    for city in cities {
      guard var reading = rated(TownReading(words, city, match)) else { continue }
      // "bar" is mostly no airport, but "NYC / SF" are codes.
      if city.kind == .code, !isPartInCapitals(words),
        line.end == .complete || reading.regions.isEmpty || !line.isExplained(by: reading)
      {
        continue
      }
      reading.score += points
      reading.edits = edits
      readings.append(reading)
    }
  }
}
