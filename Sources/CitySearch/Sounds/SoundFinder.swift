internal import PrefixSearch

/// What finds the cities that sound like a text, for a cursor that may need them.
struct SoundFinder: Sendable {
  /// Finds so many of the cities.
  let find: @Sendable (_ count: Int) -> [SoundMatch]
  /// The text and its folded form without a final space.
  let typed: String
  let folded: FoldedQuery
  let table: Gazetteer.Table

  /// How many cities are wanted: more if some of them may be left out.
  static let count = (all: 20, filtered: 500)

  /// Whether these cities and those whose names were corrected are ordered together, by how near they are to the
  /// text: in all scripts but Latin.
  ///
  /// A city without a name in the script is often meant, and a name in the script with a typo is often that of
  /// another city.
  var comesWithCorrections: Bool { folded.isForeign }

  /// Where the name in a text lies: all but what follows a name in another script in Latin letters.
  static func name(in text: Span<UInt8>) -> Range<Int> {
    guard let last = text.indices.last(where: { text[$0] >= 0x80 }) else { return 0..<text.count }
    let end = last + 1
    // "Łódź pol" is Latin, and the corrections of its name are others.
    guard end < text.count, text[end] == asciiSpace,
      FoldedQuery(folding: text.extracting(0..<end)).isForeign
    else { return 0..<text.count }
    return 0..<end
  }

  /// The points of a corrected name for being in the script of the text.
  ///
  /// Without them, of 200 names with a typo in another script 156 have their city first, with them 187; of 5,391 names
  /// that GeoNames lacks 66.4 and 65.2 %.
  private static let correctionPoints = 60

  /// The scores of corrected names on the scale of names that sound alike.
  func scores(of hits: [Hit]) -> [Int] {
    guard !hits.isEmpty,
      let text = SpokenText(
        typed.utf8.span.extracting(Self.name(in: typed.utf8.span)), han: table.sounds.han)
    else { return hits.map { _ in 0 } }
    let (sounds, costs) = (text.allSounds, SoundCosts(script: text.script))
    let score = SoundScore(script: text.script)
    return hits.map { hit in
      let key =
        hit.kind == .own
        ? Folding.key(of: table.city(atRow: hit.city).name)
        : table.nameTable.key(of: hit.name, beginningWith: KnownPrefix(query: FoldedQuery()))
      guard let name = SpokenText(key.span, han: table.sounds.han)?.allSounds else { return 0 }
      let points = score.points(ofPopulation: table.records.population(atRow: hit.city))
      let size = SoundCosts.size(of: sounds)
      func lost(_ isBeginning: Bool) -> Int {
        let size = max(isBeginning ? size : max(size, SoundCosts.size(of: name)), 1)
        let distance = costs.distance(
          from: sounds, to: name, limit: size, isBeginning: isBeginning)
        return score.pointsForAll * (distance ?? size) / size
          + (isBeginning ? score.pointsForBeginning : 0)
      }
      return max(0, points + Self.correctionPoints - min(lost(false), lost(true)))
    }
  }
}

extension SpokenText {
  /// The sounds of all words.
  fileprivate var allSounds: Sounds { sounds(of: 0..<words.count) }
}

extension FoldedQuery {
  /// Whether the text has two letters or more, one of which is not Latin.
  var isForeign: Bool {
    withBytes { bytes in
      bytes.indices.contains { bytes[$0] >= 0x80 }
        && bytes.indices.count { bytes[$0] & 0xC0 != 0x80 } > 1
    }
  }
}
