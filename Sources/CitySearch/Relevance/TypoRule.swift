internal import PrefixSearch

/// Which queries are corrected, and by how many edits.
///
/// The automaton of these edits is `EditAutomaton` in PrefixSearch; an edit inserts, deletes or
/// substitutes a letter, or swaps two neighbors.
enum TypoRule {
  /// Corrections are searched for only if fewer cities than this match the text as typed.
  static let sufficientMatchCount = 10
  /// The least number of letters of a text that is corrected.
  static let shortestText = 4
  /// The greatest one: longer texts are no names, and the depth of the recursive walk is the length of
  /// the text.
  static let longestText = 255
  /// The least number of letters of a text in which two edits are allowed.
  static let shortestTextWithTwoEdits = 8

  /// The numbers of edits to try, until one of them finds a name.
  static func editLimits(letterCount: Int) -> ClosedRange<Int> {
    1...(letterCount >= shortestTextWithTwoEdits ? 2 : 1)
  }
}

extension FoldedQuery {
  /// Whether the text is long enough to be corrected, see ``correctableLetters``.
  var mayBeCorrected: Bool {
    count >= TypoRule.shortestText + (endsInSeparator ? 1 : 0)
  }

  /// The letters, if the text can be corrected: if it has 4 to 255 of them, and all are ASCII.
  var correctableLetters: [UInt32]? {
    guard (TypoRule.shortestText...TypoRule.longestText).contains(count) else { return nil }
    let letters = (0..<count).map { UInt32(self[$0]) }
    return letters.allSatisfy { $0 < 0x80 } ? letters : nil
  }
}

/// The prefix of a key with the least edit distance from a text with typos.
struct ClosestPrefix {
  /// Its length in bytes.
  let length: Int
  /// The edit distance.
  let distance: Int

  /// Finds the prefix; `nil` if none is within two edits.
  ///
  /// Of several with the same distance, the one whose length is closest to that of the text is taken, and
  /// of these the shorter one.
  ///
  /// - Parameters:
  ///   - key: The key, without its final space.
  ///   - typed: The text, which is ASCII.
  /// - Complexity: O(*m*), where *m* is the length of the text in bytes.
  init?(of key: [UInt8], to typed: FoldedQuery) {
    let automaton = EditAutomaton(typed.bytes.map(UInt32.init), limit: 2)
    var best: (distance: Int, difference: Int, length: Int)?
    var state = automaton.start
    for (index, byte) in key.enumerated() {
      guard byte < 0x80, let next = automaton.next(state, UInt32(byte)) else { break }
      state = next
      guard let distance = automaton.distance(state) else { continue }
      let candidate = (distance, abs(index + 1 - typed.count), index + 1)
      if best.map({ candidate < $0 }) ?? true { best = candidate }
    }
    guard let best else { return nil }
    (length, distance) = (best.length, best.distance)
  }

  /// Takes the whole key; `nil` if it is not within two edits.
  init?(whole key: [UInt8], to typed: FoldedQuery) {
    let automaton = EditAutomaton(typed.bytes.map(UInt32.init), limit: 2)
    var state: EditAutomaton.State? = automaton.start
    for byte in key { state = state.flatMap { automaton.next($0, UInt32(byte)) } }
    guard let distance = state.flatMap({ automaton.distance($0) }) else { return nil }
    (length, self.distance) = (key.count, distance)
  }
}

extension QueryEvaluation {
  /// The best cities with a name within one or two edits of the typed text.
  ///
  /// - Parameters:
  ///   - wanted: The number of cities to find; `nil` for all.
  ///   - known: The cities that match without corrections.
  ///   - found: What was found without corrections; receives the interpretations.
  /// - Returns: The hits, the best first.
  func correctedHits(
    wanted: Int?, without known: [CityRow], _ found: inout Findings
  ) -> [Hit] {
    var corrected = HitCollector(limit: wanted)
    // A query that ends in the region of a city is explained without typos.
    if !found.hasFullRegion, let letters = text.typed.correctableLetters {
      let interpretation = found.number(of: Interpretation(head: text.typed))
      for limit in TypoRule.editLimits(letterCount: letters.count)
      where !misses.includes(text.typed, limit: limit) {
        let similar = index.prefixes(
          similarTo: letters, limit: limit, separator: asciiSpace, filter: names.filter)
        if similar.isEmpty { misses.insert(text.typed, limit: limit) }
        let isFound = gather(
          similar, wanted: wanted, without: known, interpretation: interpretation, into: &corrected)
        if isFound { break }
      }
    }
    if query.names == .all, let last = text.last, let letters = text.head.correctableLetters {
      gatherCorrectedHeads(letters, before: last, without: known, into: &corrected, &found)
    }
    return corrected.finish()
  }

  /// Adds the best of the names that a walk found.
  ///
  /// - Returns: Whether there are any names, even of known cities.
  private func gather(
    _ similar: SimilarPrefixes<Index.Position>, wanted: Int?, without known: [CityRow],
    interpretation: UInt8, into corrected: inout HitCollector
  ) -> Bool {
    var isFound = false
    let records = table.records
    /// Adds a name, and returns whether one with a lower score could still be among the best.
    @discardableResult
    func add(_ row: Int, bonus: Int) -> Bool {
      let name = NameID(row)
      let entry = names[name]
      guard entry.kind != .code, isIncluded(entry.kind) else { return true }
      isFound = true
      let weight = NameScore.weight(
        entry.kind, population: records.population(atRow: entry.city), bonus: bonus)
      guard corrected.mayTake(weight) else { return false }
      guard !known.contains(entry.city), isIncluded(entry.city, in: nil) else { return true }
      corrected.add(Hit(name, entry, weight: weight, interpretation: interpretation, hasTypo: true))
      return true
    }
    for rows in similar.whole { for row in rows { add(row, bonus: NameScore.wholeBonus) } }
    for rows in similar.words {
      for row in best(of: rows, wanted: wanted, known, where: { $0 == .own }) {
        if names[NameID(row)].kind == .own { add(row, bonus: NameScore.wordBonus) }
      }
    }
    for (rows, position) in similar.prefixes {
      if let wanted, filter == nil, query.names == .all,
        wanted + known.count <= NameTable.listLength,
        let position, let list = names.list(at: position, in: index)
      {
        for position in 0..<list.best.count {
          // The list descends, so the first name that is not among the best ends the loop.
          guard add(names.tree.topK.row(position, of: list.best), bonus: 0) else { break }
        }
      } else {
        for row in best(of: rows, wanted: wanted, known, where: { isIncluded($0) }) {
          add(row, bonus: 0)
        }
      }
    }
    return isFound
  }

  /// The best names of a range, of the kinds that are searched; all names if they are few.
  private func best(
    of rows: Range<Int>, wanted: Int?, _ known: [CityRow], where isSearched: (StoredKind) -> Bool
  ) -> [Int] {
    guard let wanted, rows.count > Self.fewNames else { return Array(rows) }
    return names.tree.first(
      wanted + known.count, of: rows, by: NameRanks(names, table.records)
    ) {
      let entry = names[NameID($0)]
      return isSearched(entry.kind) && isIncluded(entry.city, in: nil)
    }.map { Int($0) }
  }

  /// Adds whole names similar to the first part of the query, of cities in the region of its last part.
  private func gatherCorrectedHeads(
    _ letters: [UInt32], before last: FoldedQuery, without known: [CityRow],
    into corrected: inout HitCollector, _ found: inout Findings
  ) {
    let lines = last.withBytes { table.regions.lines(of: $0).exact }
    guard !lines.isEmpty else { return }
    let area = AreaIntersection(table.area(ofLines: lines, for: TypoRule.sufficientMatchCount))
    let interpretation = found.number(of: Interpretation(head: text.head, regions: [last]))
    for limit in TypoRule.editLimits(letterCount: letters.count)
    where !misses.includes(text.head, limit: limit) {
      let similar = index.prefixes(
        similarTo: letters, limit: limit, separator: asciiSpace, wholeOnly: true,
        filter: names.filter)
      var isFound = false
      for row in similar.whole.joined() {
        let entry = names[NameID(row)]
        guard entry.kind != .code, table.contains(area, entry.city) else {
          continue
        }
        isFound = true
        guard !known.contains(entry.city), isIncluded(entry.city, in: nil) else { continue }
        let weight = NameScore.weight(
          entry.kind, population: table.records.population(atRow: entry.city),
          bonus: NameScore.wholeBonus)
        corrected.add(
          Hit(NameID(row), entry, weight: weight, interpretation: interpretation, hasTypo: true))
      }
      if isFound { return }
    }
  }
}
