/// Other ways to write a name in a list: "N Las Vegas", "Sta Ana", "Mans (Le)", "Hague, The".
enum NameVariants {
  /// The words that stand for others without a period; "st" and the like have rows of their own.
  private static let abbreviations = WordTable(
    """
    north: n
    south: s
    east: e
    west: w
    santa: sta
    santo: sto
    general: gral
    puerto: pto
    punta: pta
    ciudad: cd
    heights: hts
    springs: spgs
    """)

  /// A name in which one abbreviated word is written out; none if it has one word, or no abbreviated one.
  ///
  /// - Parameter words: The folded words.
  /// - Returns: The texts, each with another word written out.
  static func writtenOut(_ words: [ArraySlice<UInt8>]) -> [[UInt8]] {
    guard words.count > 1 else { return [] }
    return words.indices.compactMap { number in
      guard let line = abbreviations.line(of: words[number]) else { return nil }
      var words = words
      words[number] = abbreviations.head(ofLine: line)
      return Array(words.joined(separator: [asciiSpace]))
    }
  }

  /// A name with the article in front that stands behind it, with and without a space: "l" is joined by an apostrophe.
  ///
  /// - Parameters:
  ///   - name: The folded name.
  ///   - word: The folded word behind it.
  /// - Returns: The texts; none if the word is no article.
  static func withArticle(_ name: ArraySlice<UInt8>, _ word: ArraySlice<UInt8>) -> [[UInt8]] {
    PlaceWord(word).isAny(of: [.article, .articleBehind])
      ? [word + [asciiSpace] + name, word + name].map { Array($0) } : []
  }
}
