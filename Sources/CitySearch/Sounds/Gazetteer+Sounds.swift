internal import PrefixSearch

/// A city with a name that sounds like a text.
struct SoundMatch: Sendable, Hashable {
  /// The city.
  let city: CityRow
  /// How likely it is meant, 0 or more: the weight of the city, less for each difference in sound, more
  /// where names in the script of the text are usual.
  let score: Int
}

extension Gazetteer.Table {
  /// Finds cities with Latin names that sound like a text in any script.
  ///
  /// The text is written in sounds, by the names of its letters in the Unicode Character Database. Names
  /// with about the same consonants are looked up. They are ranked by an edit distance between the
  /// sounds, in which a difference costs the more, the less alike two sounds are (Zobel and Dart 1996
  /// compare such methods).
  ///
  /// - Parameters:
  ///   - text: What was typed, in UTF-8. Nothing is found for more than 256 bytes, or 40 sounds.
  ///   - count: How many cities are wanted.
  /// - Returns: The cities with a score of 0 or more, the best first; ties by population, then canonical
  ///   order.
  /// - Complexity: O(*m*² + *k* *m* + *d*), where *m* is the number of sounds, up to 40, *k* that of names
  ///   compared, up to 4,000, and *d* the number of divisions.
  func citiesSoundingLike(_ text: Span<UInt8>, count: Int = 20) -> [SoundMatch] {
    guard text.count <= SpokenText.maximumByteCount,
      let spoken = SpokenText(text, han: sounds.han)
    else { return [] }
    var search = SoundSearch(table: self, spoken, count: count)
    search.run()
    return search.matches
  }
}

/// How differences in sound, and the weight of a city, add up to a score.
struct SoundScore {
  /// What a city would have if nothing but its sounds counted.
  let base: Int
  /// The weight of a city is divided by this number.
  let weightDivisor: Int
  /// The points that are lost if the distance is as great as the greater size of text and name.
  let pointsForAll: Int
  /// The points that are lost for each word of the text that is left out.
  let pointsForWord: Int
  /// The points that are lost if the text is only the beginning of the name.
  let pointsForBeginning: Int

  /// The score of texts in a script.
  ///
  /// A text in Latin letters is a name that somebody heard, which must be that of a large city, or alike. In
  /// another script, the sounds decide, and the population breaks ties.
  init(script: Int) {
    self =
      script == 0
      ? SoundScore(
        base: 0, weightDivisor: 1, pointsForAll: 500, pointsForWord: 80, pointsForBeginning: 0)
      : SoundScore(
        base: 200, weightDivisor: 2, pointsForAll: 600, pointsForWord: 40, pointsForBeginning: 60)
  }

  private init(
    base: Int, weightDivisor: Int, pointsForAll: Int, pointsForWord: Int, pointsForBeginning: Int
  ) {
    (self.base, self.weightDivisor, self.pointsForAll) = (base, weightDivisor, pointsForAll)
    (self.pointsForWord, self.pointsForBeginning) = (pointsForWord, pointsForBeginning)
  }

  /// The points of a city before differences.
  func points(ofPopulation population: Int) -> Int {
    base + NameScore.cityWeight(population: population) / weightDivisor
  }
}

/// One search for names that sound like a text.
private struct SoundSearch {
  private let table: Gazetteer.Table
  private let spoken: SpokenText
  private let costs: SoundCosts
  private let score: SoundScore
  private let shares: [Int8]
  private var found: [CityRow: Int] = [:]
  /// No score below this one is among the best.
  private var leastScore = 0
  /// When the least score is found again.
  private var nextReview: Int
  private let bestCount: Int
  private var comparedCount = 0

  /// The greatest numbers of names that are compared: with the whole text, with each part, with the beginnings
  /// of names, and of these in one bucket.
  private static let limits = (whole: 2_000, part: 300, beginnings: 500, bucket: 16)
  /// A name is close if its distance is less than this percentage of the size.
  ///
  /// Then no skeletons with a wrong class are looked up.
  private static let closePercentage = 15
  /// So many names are compared by the points of one city, the largest of them.
  private static let namesPerLook = 16
  /// A word may differ from one that says what a place is by this part of its size.
  private static let placeWordDivisor = 6
  /// A share counts an eighth.
  private static let shareDivisor = 8

  init(table: Gazetteer.Table, _ spoken: SpokenText, count: Int) {
    bestCount = max(1, count)
    nextReview = bestCount + 8
    self.table = table
    self.spoken = spoken
    costs = SoundCosts(script: spoken.script)
    score = SoundScore(script: spoken.script)
    shares = table.sounds.shares.shares(ofScript: spoken.script) { division in
      table.countryNumber(ofDivision: division)
    }
  }

  /// Compares the whole text, then the text without its first or last word, or two of them; in another script
  /// than Latin, if nothing is close, the beginnings of names as well.
  mutating func run() {
    let words = wordsOfName
    let isClose = compare(words, omitting: 0)
    for omitted in 1...2 where omitted < words.count {
      compare(words.dropFirst(omitted), omitting: omitted)
      compare(words.dropLast(omitted), omitting: omitted)
    }
    if spoken.script != 0, !isClose { compareBeginnings(words) }
  }

  /// The words without those that sound like one that says what a place is: many titles in other scripts
  /// transcribe it.
  private var wordsOfName: Range<Int> {
    var words = 0..<spoken.words.count
    guard spoken.script != 0 else { return words }
    while words.count > 1, isPlaceWord(spoken.words[words.upperBound - 1]) {
      words = words.dropLast()
    }
    while words.count > 1, isPlaceWord(spoken.words[words.lowerBound]) {
      words = words.dropFirst()
    }
    return words
  }

  private func isPlaceWord(_ word: Sounds) -> Bool {
    let limit = SoundCosts.size(of: word) / Self.placeWordDivisor
    return SpokenText.placeWords.contains {
      costs.distance(from: word, to: $0, limit: limit) != nil
    }
  }

  /// The cities, the best first.
  var matches: [SoundMatch] {
    found.filter { $0.value >= leastScore }.map { city, score in
      (
        match: SoundMatch(city: city, score: score),
        population: table.records.population(atRow: city)
      )
    }.sortedByPlace { one, two in
      if one.match.score != two.match.score { return one.match.score > two.match.score }
      if one.population != two.population { return one.population > two.population }
      return one.match.city < two.match.city
    }.map { $0.match }
  }

  /// Compares some words of the text with the names that have about the same consonants, and returns whether one
  /// is close.
  @discardableResult
  private mutating func compare(
    _ words: Range<Int>, omitting omitted: Int
  ) -> Bool {
    let sounds = spoken.sounds(of: words)
    let skeleton = SoundSkeleton(sounds)
    // Too many names have the same few consonants.
    guard !sounds.isTruncated, omitted == 0 || skeleton.count > 2 else { return false }
    var text = SoundPattern(
      sounds: sounds, size: SoundCosts.size(of: sounds),
      lostPoints: score.pointsForWord * omitted)
    let end = comparedCount + (omitted == 0 ? Self.limits.whole : Self.limits.part)
    var buckets: [Int] = []
    for hash in SoundProbes(skeleton).hashes {
      let bucket = table.sounds.index.bucket(ofHash: hash)
      if buckets.contains(bucket) { continue }
      compare(&text, withBucket: bucket, upTo: end)
      // Only the skeleton itself, and others if it finds nothing close.
      if text.isClose || comparedCount >= end { break }
      buckets.append(bucket)
    }
    return text.isClose
  }

  /// Compares the whole text with the beginnings of names.
  private mutating func compareBeginnings(_ words: Range<Int>) {
    let sounds = spoken.sounds(of: words)
    let skeleton = SoundSkeleton(sounds)
    guard !sounds.isTruncated, skeleton.count > 1 else { return }
    var text = SoundPattern(
      sounds: sounds, size: SoundCosts.size(of: sounds), lostPoints: score.pointsForBeginning,
      isBeginning: true)
    let end = comparedCount + Self.limits.beginnings
    for hash in SoundProbes(beginningWith: skeleton).hashes {
      let bucket = table.sounds.index.bucket(ofHash: hash)
      compare(
        &text, withBucket: bucket, upTo: min(end, comparedCount + Self.limits.bucket))
    }
  }

  /// A text, and what was found for it.
  private struct SoundPattern {
    let sounds: Sounds
    let size: Int
    let lostPoints: Int
    /// Whether it may be the beginning of a name.
    var isBeginning = false
    /// Whether a name is close.
    var isClose = false
  }

  /// Compares a text with the names of a bucket, until `end` were compared in all.
  private mutating func compare(
    _ text: inout SoundPattern, withBucket bucket: Int, upTo end: Int
  ) {
    let index = table.sounds.index
    var bits = index.bits(ofBucket: bucket)
    // No city from here on has more points: the larger ones come first. So most names need no look at
    // their city.
    var most = Int.max
    var untilLook = 0
    while comparedCount < end, let name = index.takeName(from: &bits) {
      comparedCount += 1
      if untilLook == 0 {
        most = points(of: name.city, text.lostPoints).most
        if most < leastScore, text.isClose { return }
        untilLook = Self.namesPerLook
      }
      untilLook -= 1
      compare(&text, with: name, most: most)
    }
  }

  /// The points of a city before differences, and the most that another of its population may have.
  @inline(__always)
  private func points(of city: CityRow, _ lostPoints: Int) -> (own: Int, most: Int) {
    let record = table.records[city]
    let division = Int(clamping: record.division)
    let share = division < shares.count ? Int(shares[division]) / Self.shareDivisor : 0
    let points = score.points(ofPopulation: Int(clamping: record.population)) - lostPoints
    return (points + share, points + Int(ScriptShares.greatest) / Self.shareDivisor)
  }

  /// Adds a city if its name is similar enough for its points, of which there are at most `most`.
  @inline(__always)
  private mutating func compare(
    _ text: inout SoundPattern, with name: SoundIndex.Name, most: Int
  ) {
    let size =
      text.isBeginning
      ? max(text.size, 1) : max(text.size, SoundCosts.size(of: name.sounds), 1)
    // A greater distance gives a score below the least, and does not make the name a close one.
    let greatest = max(
      most < leastScore ? -1 : ((most - leastScore + 1) * size - 1) / score.pointsForAll,
      text.isClose ? -1 : (Self.closePercentage * size - 1) / 100)
    guard greatest >= 0,
      let distance = costs.distance(
        from: text.sounds, to: name.sounds, limit: greatest, isBeginning: text.isBeginning)
    else { return }
    if distance * 100 / size < Self.closePercentage { text.isClose = true }
    let score =
      points(of: name.city, text.lostPoints).own - score.pointsForAll * distance / size
    guard score >= leastScore, score > found[name.city] ?? -1 else { return }
    found[name.city] = score
    if found.count >= nextReview { review() }
  }

  /// Finds the score that a city needs to be among the best.
  private mutating func review() {
    let scores = found.values.sorted(by: >)
    leastScore = max(leastScore, scores[min(bestCount, scores.count) - 1])
    found = found.filter { $0.value >= leastScore }
    nextReview = found.count + 16
  }
}
