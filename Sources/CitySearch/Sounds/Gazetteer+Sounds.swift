internal import PrefixSearch

/// A city whose own name sounds like a text.
struct SoundMatch: Sendable, Hashable {
  /// The city.
  let city: CityRow
  /// How likely it is meant, 0 or more: the weight of the city, less for each difference in sound, more
  /// where names in the script of the text are usual.
  let score: Int
}

extension Gazetteer.Table {
  /// Finds cities whose own names sound like a text in any script except Chinese.
  ///
  /// The text is written in sounds, by the names of its letters in the Unicode Character Database. Cities
  /// with about the same consonants are looked up. They are ranked by an edit distance between the
  /// sounds, in which a difference costs the more, the less alike two sounds are (Zobel and Dart 1996
  /// compare such methods).
  ///
  /// - Parameter text: What was typed. Nothing is found for more than 256 bytes, or 40 sounds.
  /// - Returns: The cities with a score of 0 or more, the best first; ties by population, then canonical
  ///   order.
  /// - Complexity: O(*m*² + *k* *m* + *d*), where *m* is the number of sounds, up to 40, *k* that of names
  ///   compared, up to 1,000, and *d* the number of divisions.
  func citiesSoundingLike(_ text: String) -> [SoundMatch] {
    let span = text.utf8.span
    guard span.count <= SpokenText.maximumByteCount, let spoken = SpokenText(span) else {
      return []
    }
    return names.withContent { names in
      var search = SoundSearch(table: self, spoken)
      search.run(in: names)
      return search.matches
    }
  }
}

/// One search for names that sound like a text.
private struct SoundSearch {
  private let table: Gazetteer.Table
  private let spoken: SpokenText
  private let costs: SoundCosts
  private let shares: [Int8]
  private var found: [SoundMatch] = []
  private var comparedCount = 0
  /// The folded name of a city, and the letters of a word of it: kept for their capacity.
  private var (key, letters): ([UInt8], [UInt8]) = ([], [])

  /// The greatest numbers of names that are compared: with the whole text, with a part, and in all.
  private static let limits = (whole: 700, part: 300, all: 1_000)
  /// The points that are lost if the distance is as great as the greater size of text and name.
  private static let pointsForAll = 500
  /// The points that are lost for each word of the text that is left out.
  private static let pointsForWord = 80
  /// A name is close if its distance is less than this percentage of the size.
  ///
  /// Then no skeletons with a wrong class are looked up.
  private static let closePercentage = 15

  init(table: Gazetteer.Table, _ spoken: SpokenText) {
    self.table = table
    self.spoken = spoken
    costs = SoundCosts(script: spoken.script)
    shares = table.sounds.shares.shares(ofScript: spoken.script) { division in
      table.countryNumber(ofDivision: division)
    }
  }

  /// Compares the whole text, then the text without its first or last word, or two of them.
  mutating func run(in names: Span<UInt8>) {
    let count = spoken.words.count
    compare(0..<count, omitting: 0, in: names)
    for omitted in 1...2 where omitted < count {
      compare(omitted..<count, omitting: omitted, in: names)
      compare(0..<count - omitted, omitting: omitted, in: names)
    }
  }

  /// The cities, each once, the best first.
  var matches: [SoundMatch] {
    let ranked = found.map { match in
      (match: match, population: table.records.population(atRow: match.city))
    }.sorted { one, two in
      if one.match.score != two.match.score { return one.match.score > two.match.score }
      if one.population != two.population { return one.population > two.population }
      return one.match.city < two.match.city
    }
    var seen: Set<CityRow> = []
    return ranked.lazy.map { $0.match }.filter { seen.insert($0.city).inserted }
  }

  /// Compares some words of the text with the names that have about the same consonants.
  private mutating func compare(_ words: Range<Int>, omitting omitted: Int, in names: Span<UInt8>) {
    let sounds = spoken.sounds(of: words)
    guard !sounds.isTruncated else { return }
    // Too many names have the same few consonants.
    if omitted > 0, SoundSkeleton(sounds).count < 3 { return }
    let probes = SoundProbes(sounds, script: spoken.script, isPart: omitted > 0)
    var text = SoundPattern(
      sounds: sounds, size: SoundCosts.size(of: sounds), lostPoints: Self.pointsForWord * omitted)
    let limit =
      omitted == 0
      ? Self.limits.whole : min(Self.limits.part, Self.limits.all - comparedCount)
    let end = comparedCount + max(0, limit)
    let index = table.sounds.index
    var buckets: [Int] = []
    for (number, hash) in probes.hashes.enumerated() {
      if number == probes.likelyCount, text.isClose { return }
      let bucket = index.bucket(ofHash: hash)
      if buckets.contains(bucket) { continue }
      buckets.append(bucket)
      for position in index.positions(inBucket: bucket) {
        if comparedCount >= end { return }
        comparedCount += 1
        if let city = index.city(at: position) { compare(&text, withNameOf: city, in: names) }
      }
    }
  }

  /// A text, and what was found for it.
  private struct SoundPattern {
    let sounds: Sounds
    let size: Int
    let lostPoints: Int
    /// Whether a name is close.
    var isClose = false
  }

  /// Adds a city if its name is similar enough for its weight.
  private mutating func compare(
    _ text: inout SoundPattern, withNameOf city: CityRow, in names: Span<UInt8>
  ) {
    let record = table.records[city]
    let range = table.nameRange(of: record, atRow: city).clamped(to: 0..<names.count)
    var name = Sounds()
    LatinSpelling.appendSounds(
      of: names.extracting(range), using: &key, &letters, to: &name)
    guard !name.isTruncated else { return }

    let size = max(text.size, SoundCosts.size(of: name), 1)
    let division = Int(clamping: record.division)
    let share = division < shares.count ? Int(shares[division]) : 0
    let points =
      NameScore.cityWeight(population: Int(clamping: record.population)) + share - text.lostPoints
    // A greater distance gives a score below 0, and does not make the name a close one.
    let greatest = max(
      points < 0 ? -1 : ((points + 1) * size - 1) / Self.pointsForAll,
      text.isClose ? -1 : (Self.closePercentage * size - 1) / 100)
    guard greatest >= 0,
      let distance = costs.distance(from: text.sounds, to: name, limit: greatest)
    else { return }
    if distance * 100 / size < Self.closePercentage { text.isClose = true }
    let score = points - Self.pointsForAll * distance / size
    if score >= 0 { found.append(SoundMatch(city: city, score: score)) }
  }
}
