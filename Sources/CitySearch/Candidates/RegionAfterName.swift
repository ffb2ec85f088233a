internal import PrefixSearch

/// A reading of a text as a whole name and, behind it, a region or two.
struct RegionAfterName {
  /// The names that equal the words before the regions.
  var names: Range<Int>
  /// The length of these words in bytes.
  let nameLength: Int
  /// Where the region begins.
  let start: Int
  /// Its lines: the names that the last words equal, and the longer ones that they begin.
  let lines: (exact: Range<Int>, longer: Range<Int>)
  /// The words of another region before it, and its lines; `nil` if there is none.
  let first: (text: Range<Int>, lines: Range<Int>)?

  /// The reading.
  var reading: Reading { .lastWords(nameLength: nameLength, start: start, first: first?.text) }
}

extension LastWords {
  /// Calls a function with each reading in which the last words are a region.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - index: The index of all names.
  ///   - table: The gazetteer.
  ///   - body: The function.
  /// - Complexity: One descent of the index, and two binary searches for each region.
  func forEachRegion<Index: PrefixIndex>(
    of bytes: Span<UInt8>, in index: Index, _ table: Gazetteer.Table,
    _ body: (RegionAfterName) -> Void
  ) {
    guard let heads = heads(of: bytes, in: index) else { return }
    for last in 1...min(Self.longestRegion, count) {
      // The region is looked up afterwards, because most heads are no names, which is known already.
      let possible = headCounts(beforeRegionOf: last)
      guard possible.contains(where: { !heads.span[$0 - 1].isEmpty }) else { continue }
      let start = self[last - 1]
      let lines = table.regions.lines(of: bytes.extracting(start...))
      guard !lines.exact.isEmpty || !lines.longer.isEmpty else { continue }
      for count in possible where !heads.span[count - 1].isEmpty {
        var first: (text: Range<Int>, lines: Range<Int>)?
        if count > last {
          let text = self[count - 1]..<start - 1
          let lines = table.regions.lines(named: bytes.extracting(text))
          if lines.isEmpty { continue }
          first = (text, lines)
        }
        body(
          RegionAfterName(
            names: heads.span[count - 1], nameLength: self[count - 1] - 1, start: start,
            lines: lines, first: first))
      }
    }
  }
}

/// Where the last words of a text begin, the last one first: as many as may be regions, and not the first
/// word of the text.
struct LastWords {
  /// The greatest number of words of a region at the end.
  static let longestRegion = 4
  /// The greatest number of words of a region before it.
  static let longestFirstRegion = 3

  /// For each number of last words, less one, the names that equal the words before these.
  typealias Heads = InlineArray<7, Range<Int>>

  private var starts = InlineArray<7, Int>(repeating: 0)
  private(set) var count = 0

  init(of bytes: Span<UInt8>) {
    // A space at the end begins no word.
    for index in (0..<max(0, bytes.count - 1)).reversed() where bytes[index] == asciiSpace {
      guard count < Self.longestRegion + Self.longestFirstRegion else { return }
      starts[count] = index + 1
      count += 1
    }
  }

  subscript(number: Int) -> Int { starts.span[number] }

  /// How many words may follow a name if the last of them are a region: these, and up to three of another
  /// region before them.
  func headCounts(beforeRegionOf wordCount: Int) -> Range<Int> {
    wordCount..<min(wordCount + Self.longestFirstRegion, count) + 1
  }

  /// The names that equal the words before the last ones, for each number of these; `nil` if there are
  /// none.
  ///
  /// The tree is descended once: each text begins with the shorter ones.
  func heads<Index: PrefixIndex>(of bytes: Span<UInt8>, in index: Index) -> Heads? {
    var heads = Heads(repeating: 0..<0)
    var (isFound, known, read) = (false, nil as Index.Position?, 0)
    for number in (0..<count).reversed() {
      let text = bytes.extracting(read..<self[number])
      let next = known.map { index.position(of: text, from: $0) } ?? index.position(of: text)
      guard let next else { break }
      let rows = index.rows(endingAt: next)
      if !rows.isEmpty {
        heads[number] = rows
        isFound = true
      }
      (known, read) = (next, self[number])
    }
    return isFound ? heads : nil
  }

  /// Where the last word begins; `nil` if it is the first one.
  var first: Int? { count > 0 ? starts[0] : nil }
}
