internal import PrefixSearch

// The candidates of several words: what a line was read as, on the scale of the search.
//
// A name that is all of the line but what is explained ranks as a whole name, or as the beginning of one; one that is
// not, below it; and all others by the points that they have less than the best one.

extension QueryReadings {
  /// Adds the readings of the text as a line.
  ///
  /// - Parameters:
  ///   - candidates: Where they are added.
  ///   - isCorrected: Whether readings with unknown words or typos count, too.
  func addLine(to candidates: inout Candidates, isCorrected: Bool) {
    let gazetteer = Gazetteer(table)
    if let reading = gazetteer.readingWithoutNames(of: text.written) {
      return add(reading.places, distance: reading.distance, to: &candidates)
    }
    let line = AddressLine(
      AddressFields(line: TimeZoneText.name(in: text.written)), in: gazetteer,
      end: text.folded.endsInSeparator ? .behindWord : .insideWord)
    let reader = TownReader(line, in: gazetteer)
    var found = LineCandidates(
      reader, hasPlain: candidates.plain != nil, isRegion: candidates.isRegion)
    let isForeign = text.typed.isForeign
    found.addNames(reader.namesAsTyped(), isPartial: isCorrected)
    if !found.hasWholeName, isCorrected { found.addNames(reader.abbreviatedNames()) }
    found.addRegions(isWord: text.isOneWord, isForeign: isForeign)
    candidates.isExplained = found.hasNameAndRegions
    if !found.hasWholeName { found.addBegunNames(in: self, to: &candidates) }
    // Names in other scripts that the data lack are found by their sounds, with which corrections are merged.
    let mayBeCorrected = isCorrected && !isForeign
    let corrections =
      mayBeCorrected && !found.isExact && line.parts.count == 1 && !line.isStreetWithNumber
      ? correctionsOfText() : []
    if mayBeCorrected, candidates.plain == nil, corrections.isEmpty, !found.hasKnownName {
      found.addNames(reader.similarReadings(beside: found.readings, withoutLine: true))
    }
    if !reader.codedPlaces.isEmpty,
      MatchEvidence(found.readings, of: line, in: gazetteer)?.result?.isUncertain ?? true,
      let reading = reader.readingOfCode()
    {
      return add(reading.places, to: &candidates)
    }
    for stream in corrections { candidates.add(stream) }
    found.addStreams(
      among: isForeign && !line.hasNumber ? .sounds : corrections.isEmpty ? .nothing : .corrections,
      to: &candidates)
  }

  /// Adds places that no name leads to.
  private func add(
    _ places: [AddressPlace], distance: Double? = nil, to candidates: inout Candidates
  ) {
    for (position, place) in places.enumerated() {
      let number = candidates.number(
        of: .line(
          Reading.ReadLine(
            name: place.key, regions: [],
            address: MatchedAddress(distance: distance))))
      let size = NameScore.cityWeight(population: table.records.population(atRow: place.city))
      // The order is that of the places.
      let bonus = NameScore.placeScore - position - size
      var stream = NameStream(
        cities: place.city.rawValue..<place.city.rawValue + 1, bonus: bonus, reading: number)
      if let name = place.name {
        stream.cities = nil
        stream.rows = name.rawValue..<name.rawValue + 1
        stream.kinds = .all
        stream.bonus += table.nameTable[name].kind.penalty
      }
      stream.grade = .partial
      candidates.add(stream)
    }
  }
}

extension AddressLine {
  /// Whether other words stand before or behind a word without a space.
  fileprivate func isPieceOfWord(_ number: Int) -> Bool {
    [number - 1, number + 1].contains {
      words.indices.contains($0)
        && words[$0].source.startIndex == words[number].source.startIndex
        && words[$0].part == words[number].part
    }
  }

  /// The length in bytes of all words that may be part of a name.
  fileprivate var nameLength: Int {
    words.indices.reduce(0) { $0 + (names.contains($1) ? words[$1].range.count : 0) }
  }

  /// Whether the last word ends in one for a kind of place.
  fileprivate var endsInPlaceWord: Bool {
    words.last.map { PlaceWord.lengthOfEnding(of: folded[$0.range]) > 0 } ?? false
  }

  /// Whether the line has a word for a street and a number: such a text is no name with typos.
  var isStreetWithNumber: Bool {
    parts.contains { part in
      part.isStreet && part.words.contains { words[$0].isNumber }
    }
  }
}

/// The readings of a line, and what they become among the candidates of a search.
struct LineCandidates {
  let reader: TownReader
  /// The readings of names, in no order.
  private(set) var readings: [TownReading] = []
  /// Whether a whole name explains the line, with the regions beside it.
  private(set) var hasWholeName = false
  /// The same of a name that is the city's own, or of a city of some size.
  private(set) var hasKnownName = false
  /// Whether a name, the beginning of one or a region explains the line without a typo.
  private var hasTyped = false
  /// The same, or a name with a typo.
  private(set) var isExact: Bool
  /// The regions that are all of the line.
  private var regions: [[RegionHint]] = []

  /// Whether a name begins with the whole line.
  private let hasPlain: Bool

  init(_ reader: TownReader, hasPlain: Bool, isRegion: Bool) {
    self.reader = reader
    self.hasPlain = hasPlain
    isExact = hasPlain || isRegion
    hasTyped = isRegion
  }

  private var line: AddressLine { reader.line }

  /// Whether the line is a whole name and whole names of regions.
  var hasNameAndRegions: Bool {
    readings.contains { reading in
      !reading.regions.isEmpty && line.isExplained(by: reading) && reading.match == .whole
        && reading.regions.allSatisfy { $0.hint.match == .whole }
    }
  }

  /// Adds readings of names; those with unknown words only if they count, too.
  mutating func addNames(_ readings: [TownReading], isPartial: Bool = true) {
    let explained = readings.filter(line.isExplained)
    self.readings += isPartial ? readings : explained
    isExact = isExact || !explained.isEmpty
    hasTyped = hasTyped || explained.contains { $0.match == .whole }
    let whole = explained.filter { $0.match == .whole || $0.match == .abbreviated }
    hasWholeName = hasWholeName || !whole.isEmpty
    hasKnownName = hasKnownName || whole.contains { $0.isOfKnownName }
  }

  /// Adds the regions that are all of the line.
  ///
  /// One region is taken only if nothing is named so, and if the text is no word, which was read as a region before; in
  /// another script, a city is mostly meant that only the district around it is known for.
  mutating func addRegions(isWord: Bool, isForeign: Bool) {
    regions = reader.regionsOfLine().filter { cover in
      let mayBeAlone = !isExact && !isWord && !(isForeign && cover[0].regions.areSmall)
      guard cover.count > 1 || mayBeAlone else { return false }
      return !isCity(cover)
    }
    isExact = isExact || !regions.isEmpty
    hasTyped = hasTyped || !regions.isEmpty
  }

  /// Adds the names that begin with the last words, or with a part before a comma, of cities in the regions that all
  /// other words are.
  mutating func addBegunNames<Index: PrefixIndex>(
    in query: QueryReadings<Index>, to candidates: inout Candidates
  ) {
    for words in reader.begunNames() {
      let key = line.beginning(words)
      guard let names = NameRanges(of: key.span, in: query.index) else { continue }
      let rest = line.names & ~UInt128(words: words)
      let hints = reader.hints.filter { $0.mask & UInt128(words: words) == 0 }
      for cover in reader.covers(of: rest, by: hints).prefix(Self.mostCovers) where !cover.isEmpty {
        let area = Area(cover.map { $0.regions })
        var found = Candidates(candidates.scope)
        let number = candidates.number(
          of: .line(
            Reading.ReadLine(
              name: FoldedQuery(copying: key.span), regions: reader.typed(cover),
              address: MatchedAddress())))
        found.add(names, reading: number, in: area, adding: loss(of: cover))
        let streams = query.names.cut(found.streams)
        guard query.names.haveMatch(streams) else { continue }
        (isExact, hasTyped) = (true, true)
        for stream in streams { candidates.add(stream) }
      }
    }
  }

  /// What is lost by the beginning of a region that stands in one part with the name.
  private func loss(of cover: [RegionHint]) -> Int {
    cover.contains { $0.match == .begun && !$0.isWholePart } ? Points.begunRegionBesideName : 0
  }

  /// What else may be found by the line.
  enum Others {
    case nothing
    /// Names that are the whole line but for a typo.
    case corrections
    /// Names that sound like it.
    case sounds
  }

  /// Adds the streams of all readings.
  func addStreams(among others: Others, to candidates: inout Candidates) {
    addRegionStreams(to: &candidates)
    let names = Set(
      readings.lazy.filter { line.isExplained(by: $0) && $0.contradictions == 0 }.map { $0.words })
    let readings = MatchEvidence.likeliestByCity(
      readings.filter { isLikely($0, beside: names, among: others) })
    guard let first = readings.max(by: { $0.isLessLikely(than: $1) }) else { return }
    let best = MatchEvidence.bestSpelled(
      among: readings, beside: first, of: line, in: reader.gazetteer)
    let base = bonus(of: first)
    let points = first.points
    // The best one is spelled as typed, whatever its population.
    let top = readings.reduce(0) { max($0, $1.city.score + $1.points) }
    var numbers: [ReadingKey: Reading.Number] = [:]
    let least =
      points - (isExact ? Points.leastLikely.explained : Points.leastLikely.partial)
    let isInRegion = hasNameAndRegions
    for reading in readings
    where reading.points > least || isExact && !line.isExplained(by: reading) {
      let key = ReadingKey(reading)
      let number = numbers[key] ?? candidates.number(of: .line(self.reader.readLine(reading)))
      numbers[key] = number
      var bonus = base + reading.points - points
      if !hasPlain, reading.city.row == best.city.row, best.city.row != first.city.row {
        bonus = base + top + 1 - reading.city.score - points
      }
      let hints = reading.regions.map { $0.hint }
      bonus += loss(of: hints)
      if isInRegion, hints.contains(where: { $0.match == .begun }) {
        bonus += Points.begunBesideWhole
      }
      let name = reading.city.name.rawValue
      let grade = grade(of: reading)
      candidates.add(
        NameStream(
          rows: name..<name + 1, kinds: .all, bonus: bonus, reading: number,
          grade: grade, edits: grade == .corrected ? UInt8(clamping: reading.edits) : 0))
    }
  }

  /// Whether a reading is as likely as what else is found.
  ///
  /// - Parameters:
  ///   - reading: The reading.
  ///   - names: The names of the readings that explain the line.
  ///   - others: What else may be found.
  /// - Returns: Whether it is.
  private func isLikely(
    _ reading: TownReading, beside names: Set<Range<Int>>, among others: Others
  ) -> Bool {
    let isExplained = line.isExplained(by: reading)
    // What has a name that lies in another region is mostly a place that the data lack.
    let isLarge = reading.city.population >= Points.populationOfNamesake
    if reading.contradictions != 0, !isLarge { return false }
    // "Hazlet, New Jersey" is no city that is called New Jersey.
    if !isExplained, !isLarge, reading.regions.isEmpty, reader.isOtherRegion(reading) {
      return false
    }
    // Beside a correction in a region, a large city of exactly the name may be meant; "South" in the name of a region is none.
    if isExact, !isExplained {
      return !hasPlain && !hasTyped && reading.match == .whole && isLarge
        && (names.isEmpty || names.contains(reading.words))
    }
    let isEvident = isExplained || reading.score >= MatchEvidence.sufficientScore
    if !reading.regions.isEmpty || reading.words.count == line.words.count { return true }
    // A part of the line needs evidence beside names that are the whole line, or nearly.
    if hasPlain { return false }
    switch others {
    case .nothing:
      if isEvident { return true }
      // "At" in a sentence is not Ath.
      if line.key(reading.words).count <= 3, reading.city.kind != .own,
        !reader.isPartInCapitals(reading.words)
      {
        return false
      }
      // The line of an address may end in a village.
      return line.hasNumber
        || reading.match == .whole && reading.city.score >= Points.scoreOfTown
    case .corrections:
      return reading.match == .whole && reading.score >= MatchEvidence.sufficientScore
    case .sounds:
      if isExplained { return true }
      guard reading.match == .whole, reading.city.score >= Points.scoreOfKnownCity else {
        return false
      }
      // What follows says what it is: 京都伏見区, 서울 강남구.
      if line.endsInPlaceWord { return true }
      return line.isPieceOfWord(reading.words.lowerBound)
        ? reading.city.score >= Points.scoreOfLargeCity
        : 2 * line.key(reading.words).count >= line.nameLength
    }
  }

  private func grade(of reading: TownReading) -> MatchGrade {
    if !line.isExplained(by: reading) { return .partial }
    return reading.match == .similar || reading.match == .abbreviated ? .corrected : .exact
  }

  private func addRegionStreams(to candidates: inout Candidates) {
    for cover in regions {
      let area = Area(cover.map { $0.regions }, hasTerritories: false)
      let number = candidates.number(
        of: .line(
          Reading.ReadLine(
            name: FoldedQuery(), regions: reader.typed(cover), address: MatchedAddress(),
            isRegion: true)))
      candidates.add(
        NameStream(
          cities: 0..<reader.gazetteer.count, bonus: bonus(of: cover), area: area,
          reading: number))
    }
  }

  /// Whether regions are rather a city with the name of its division: "Banjul, Gambia" is the city, and not the largest
  /// one of the division.
  private func isCity(_ cover: [RegionHint]) -> Bool {
    let named = readings.filter { reading in
      line.isExplained(by: reading)
        && cover.contains { $0.words.clamped(to: reading.words) == $0.words }
    }
    let isNamed = named.contains { reading in
      reading.city.kind == .own
        && cover.allSatisfy {
          reader.gazetteer.level(of: $0.regions, containing: reading.city.row) != nil
        }
    }
    if isNamed { return true }
    guard let largest = reader.largestCities(in: cover, 1).first else { return true }
    return named.contains { $0.city.row == largest.city.row }
  }

  private func bonus(of cover: [RegionHint]) -> Int {
    guard cover.count > 1 else { return NameScore.regionBonus }
    let isSmall = hasWholeName && cover.contains { $0.regions.deepest == .subdivision }
    return NameScore.wholeBonus
      + (isSmall ? Points.smallRegionInRegion : Points.regionInRegion)
  }

  /// What is added to the score of the best reading.
  private func bonus(of best: TownReading) -> Int {
    var bonus = 0
    switch best.match {
    case .whole, .abbreviated, .region: bonus = NameScore.wholeBonus
    case .firstWords: bonus = 0
    case .similar: bonus = NameScore.wholeBonus + Points.similar
    }
    if !line.isExplained(by: best) { bonus += Points.unexplained }
    if best.contradictions != 0 { bonus += Points.contradictionAmongNames }
    return bonus
  }

  /// No more sets of regions beside the beginning of a name are tried.
  private static var mostCovers: Int { 4 }

  /// What readings have in common that are one for who reads the answer.
  private struct ReadingKey: Hashable {
    let words: Range<Int>
    let regions: [Range<Int>]
    let unmatched: UInt128

    init(_ reading: TownReading) {
      words = reading.words
      regions = reading.regions.map { $0.hint.words }
      unmatched = reading.contradictions | reading.unmatched | reading.unknownCodes
    }
  }
}

extension TownReader {
  /// The regions that are all of the line; none if it has a number, which means some place in them.
  func regionsOfLine() -> [[RegionHint]] {
    guard line.names != 0, !line.hasNumber else { return [] }
    return covers(of: line.names, by: hints.filter { $0.match != .begun })
  }

  /// Whether the name of a reading is that of a country or a first-level division elsewhere, too.
  func isOtherRegion(_ reading: TownReading) -> Bool {
    guard line.parts.count > 1 else { return false }
    let regions = hints.filter {
      $0.words == reading.words && $0.isWholePart && $0.match == .whole && !$0.isCode
    }.flatMap { $0.regions.all }.filter { $0.level != .subdivision }
    return !regions.isEmpty
      && !regions.contains { gazetteer.table.contains($0, reading.city.row) }
  }

  /// The spans that may be the beginning of a name: the last words of the line, and the parts before commas.
  func begunNames() -> [Range<Int>] {
    var spans: [Range<Int>] = []
    if line.end != .complete, let last = line.parts.last?.words {
      spans += last.suffix(Self.mostBegunWords).filter { !line.words[$0].isNumber }
        .map { $0..<last.upperBound }
    }
    if line.parts.count > 1 {
      spans += line.parts.dropLast().map { $0.words }.filter { $0.count <= Self.mostBegunWords }
    }
    return spans.filter { line.names & UInt128(words: $0) != 0 && $0.count < line.words.count }
  }

  private static let mostBegunWords = 6

  /// The words of regions, the last one first, and what they name.
  func typed(_ cover: [RegionHint]) -> [(text: FoldedQuery, level: Gazetteer.RegionLevel)] {
    cover.sortedByPlace { $0.words.lowerBound > $1.words.lowerBound }.map { hint in
      (line.foldedText(hint.words), hint.regions.areCountries ? .country : hint.regions.deepest)
    }
  }

  /// What a reading says of the words.
  func readLine(_ reading: TownReading) -> Reading.ReadLine {
    Reading.ReadLine(
      name: line.foldedText(reading.words),
      regions: reading.regions.sortedByPlace { $0.hint.words.lowerBound > $1.hint.words.lowerBound }
        .map { (line.foldedText($0.hint.words), $0.level) },
      address: MatchedAddress(unmatchedParts: line.unmatchedParts(of: reading)),
      isWholeName: reading.match == .whole || reading.match == .abbreviated)
  }
}

extension Gazetteer.NamedRegions {
  /// Whether all are divisions below the first level.
  var areSmall: Bool { all.allSatisfy { $0.level == .subdivision } }

  /// The level of the smallest one.
  var deepest: Gazetteer.RegionLevel { all.map { $0.level }.max() ?? .division }
}
