internal import PrefixSearch
internal import Synchronization

/// The search for names of which a part of a line abbreviates a word, as lists of addresses do: "N. Las Vegas",
/// "Pto. Montt", "Neustadt a.d. Weinstraße".
extension TownReader {
  /// The readings of the first words of parts that are abbreviated, in no order.
  ///
  /// - Complexity: For each part, that of a walk along the words that begin with the letter of an abbreviated one.
  func abbreviatedNames() -> [TownReading] {
    let names = gazetteer.table.nameTable
    var readings: [TownReading] = []
    for part in line.parts where part.role == .any && part.text.utf8.contains(UInt8(ascii: ".")) {
      guard let written = WrittenWords(part.text, line.foldedText(part.words)),
        written.count == part.words.count
      else { continue }
      for count in 2...max(written.count, 2) {
        guard let words = written.first(count) else { continue }
        let rows = names.tree.rows(abbreviatedAs: words, separator: asciiSpace) {
          names.firstWords.words(beginningWith: $0, in: names.tree)
        }
        let first = part.words.lowerBound
        add(
          rows.flatMap { gazetteer.cities(ofNames: $0) }.filter { $0.kind != .code },
          as: first..<first + count, .abbreviated, to: &readings)
      }
    }
    return readings
  }
}

/// The words of a text, and which of them a period follows at once.
private struct WrittenWords {
  private var words: [AbbreviatedWord] = []
  var count: Int { words.count }

  /// The greatest number of words.
  private static let greatestCount = 12

  /// Reads a text as it was typed, and folded; `nil` if no word is abbreviated.
  init?(_ written: String, _ folded: FoldedQuery) {
    let bytes = written.utf8.span
    var (flags, start) = ([Bool](), 0)
    func add(_ end: Int, isBeforePeriod: Bool) {
      let piece = FoldedQuery(folding: bytes.extracting(start..<end))
      let text = piece.withoutSpace
      if text.isEmpty { return }
      let count = text.withBytes { $0.wordCount }
      guard flags.count + count <= Self.greatestCount else { return }
      flags += Array(repeating: false, count: count - 1)
      flags.append(isBeforePeriod && !piece.endsInSeparator)
    }
    for index in bytes.indices where bytes[index] == UInt8(ascii: ".") {
      add(index, isBeforePeriod: true)
      start = index + 1
    }
    add(bytes.count, isBeforePeriod: false)
    guard flags.contains(true) else { return nil }
    folded.withBytes { bytes in
      // A mark behind a period may belong to it: then the words are others.
      guard bytes.wordCount == flags.count else { return }
      var start = 0
      for (number, flag) in flags.enumerated() {
        var end = start
        while end < bytes.count, bytes[end] != asciiSpace { end += 1 }
        guard end > start else { return words = [] }
        words.append(
          AbbreviatedWord(
            bytes.extracting(start..<end), isAbbreviated: flag, separator: asciiSpace))
        start = number + 1 < flags.count ? end + 1 : end
      }
    }
    if words.isEmpty { return nil }
  }

  /// The first words; `nil` if they are not two to twelve, or none of them is abbreviated.
  func first(_ count: Int) -> [AbbreviatedWord]? {
    let first = Array(words.prefix(count))
    return first.count >= 2 && first.contains { $0.isAbbreviated } ? first : nil
  }
}

extension Span<UInt8> {
  /// The number of words, separated by single spaces.
  fileprivate var wordCount: Int {
    isEmpty ? 0 : 1 + indices.count { self[$0] == asciiSpace }
  }
}

/// The first words of names, by their first letters, which are found when they are first needed.
///
/// All letters together have some 100,000 words, two megabytes.
final class FirstWordsCache: Sendable {
  private let words = Guarded<[UInt32: FirstWords]>([:])

  /// The first words that begin with a letter.
  func words(beginningWith letter: UInt32, in index: some PrefixIndex) -> FirstWords {
    if let known = words.withLock({ $0[letter] }) { return known }
    let found = index.firstWords(beginningWith: letter, separator: asciiSpace)
    // There are as many lists as first letters of names, whatever is typed.
    if !found.isEmpty { words.withLock { $0[letter] = found } }
    return found
  }
}
