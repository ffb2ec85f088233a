import PrefixSearch
import TestSupport
import Testing

/// The automaton, compared with the table of optimal string alignment.
@Suite("The edit automaton") struct EditAutomatonTests {
  /// The table for a pattern: the distances from all its beginnings to each beginning of a text.
  private struct Table {
    let pattern: [UInt32]
    var text: [UInt32] = []
    var rows: [[Int]]

    init(_ pattern: [UInt32]) {
      self.pattern = pattern
      rows = [pattern.reduce(into: [0]) { $0.append(($0.last ?? 0) + Self.cost(of: $1)) }]
    }

    /// The cost of an edit of a letter: more than any limit for a digit.
    static func cost(of letter: UInt32) -> Int { (48...57).contains(letter) ? 100 : 1 }

    /// The distances from the beginnings of the pattern to the text.
    var row: [Int] { rows[text.count] }

    mutating func append(_ letter: UInt32) {
      let last = row
      let insertion = Self.cost(of: letter)
      var row = [last[0] + insertion]
      for column in pattern.indices {
        let deletion = Self.cost(of: pattern[column])
        let change = max(insertion, deletion)
        var best = last[column] + (pattern[column] == letter ? 0 : change)
        best = min(best, last[column + 1] + insertion, row[column] + deletion)
        if column > 0, pattern[column - 1] == letter, pattern[column] == text.last {
          best = min(best, rows[text.count - 1][column - 1] + change)
        }
        row.append(best)
      }
      rows.append(row)
      text.append(letter)
    }

    /// Whether a state exists exactly if it must, and has the distance from the text.
    func agrees(_ automaton: EditAutomaton, _ state: EditAutomaton.State?) -> Bool {
      let row = row
      let distance = row[pattern.count]
      // The rest of the pattern can follow whichever beginning of it is near enough.
      return (state != nil) == row.contains { $0 <= automaton.limit }
        && state.flatMap(automaton.distance) == (distance <= automaton.limit ? distance : nil)
    }
  }

  /// The state after a text.
  private static func state(
    _ automaton: EditAutomaton, after text: [UInt32]
  ) -> EditAutomaton.State? {
    var state = automaton.start
    for letter in text {
      guard let next = automaton.next(state, letter) else { return nil }
      state = next
    }
    return state
  }

  /// Whether automaton and table agree about a text and all its beginnings.
  private static func agrees(_ pattern: [UInt32], _ text: [UInt32], _ limit: Int) -> Bool {
    let automaton = EditAutomaton(pattern, limit: limit)
    var table = Table(pattern)
    var state: EditAutomaton.State? = automaton.start
    guard table.agrees(automaton, state) else { return false }
    for letter in text {
      table.append(letter)
      state = state.flatMap { automaton.next($0, letter) }
      guard table.agrees(automaton, state) else { return false }
    }
    return true
  }

  /// Goes through every text over some letters as a search of a trie would, the table beside it.
  private static func disagreements(
    _ automaton: EditAutomaton, _ table: Table, _ state: EditAutomaton.State?,
    over letters: [UInt32], upTo length: Int
  ) -> [[UInt32]] {
    guard table.agrees(automaton, state) else { return [table.text] }
    guard let state, table.text.count < length else { return [] }
    return letters.flatMap { letter in
      var longer = table
      longer.append(letter)
      return disagreements(
        automaton, longer, automaton.next(state, letter), over: letters, upTo: length)
    }
  }

  /// The patterns whose letters appear in the order of the alphabet.
  ///
  /// With texts of all letters, they represent all patterns, because only equality of letters matters.
  private static func patterns(over letters: [UInt32], length: Int) -> [[UInt32]] {
    sequences(of: letters, length: length).filter { pattern in
      let order = letters.compactMap { pattern.firstIndex(of: $0) ?? pattern.count }
      return order == order.sorted()
    }
  }

  @Test(arguments: 0...5, 0...2)
  func `all short patterns and all short texts`(count: Int, limit: Int) {
    let letters: [UInt32] = [97, 98, 99]
    for pattern in Self.patterns(over: letters, length: count) {
      let automaton = EditAutomaton(pattern, limit: limit)
      #expect(automaton.count == count && automaton.limit == limit)
      let wrong = Self.disagreements(
        automaton, Table(pattern), automaton.start, over: letters, upTo: 6)
      #expect(wrong.isEmpty, "\(pattern), limit \(limit)")
    }
  }

  @Test(arguments: 0...4, 0...2)
  func `no edit touches a digit`(count: Int, limit: Int) {
    let letters: [UInt32] = [97, 98, 49, 57]
    for pattern in sequences(of: letters, length: count) {
      let wrong = Self.disagreements(
        EditAutomaton(pattern, limit: limit), Table(pattern),
        EditAutomaton(pattern, limit: limit).start, over: letters, upTo: 5)
      #expect(wrong.isEmpty, "\(pattern), limit \(limit)")
    }
  }

  @Test(arguments: 1...6)
  func `long patterns with a few edits`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    // The lowest letter, the highest, one of two bytes and one of four.
    let letters: [[UInt32]] = [[97, 98], [0, 0x10FFFF, 0xE9, 0x1F600], Array(97...122)]
    for _ in 0..<100 {
      let alphabet = letters[Int.random(in: letters.indices, using: &generator)]
      func letter() -> UInt32 { alphabet.randomElement(using: &generator) ?? 0 }
      let pattern = (0..<Int.random(in: 0...150, using: &generator)).map { _ in letter() }
      var text = pattern
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        let place = Int.random(in: 0...text.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: text.insert(letter(), at: place)
        case _ where place == text.count: text += [letter(), letter()]
        case 1: text.remove(at: place)
        case 2: text[place] = letter()
        default: text.swapAt(place, max(0, place - 1))
        }
      }
      for limit in 0...2 {
        #expect(Self.agrees(pattern, text, limit), "seed \(seed): \(pattern), \(text), \(limit)")
      }
    }
  }

  @Test(
    arguments: [
      ("münchen", "munchen", 1), ("zürich", "züirch", 1), ("東京都", "東都京", 1), ("ca", "abc", nil),
      ("", "ab", 2), ("ab", "", 2), ("", "abc", nil), ("abcdef", "badcfe", nil),
      ("paris 15", "paris 16", nil), ("paris 15", "pari 15", 1), ("paris 15", "paris 5", nil),
      ("paris 15", "paris 51", nil), ("bonn", "bonn2", nil), ("abcdef", "badcef", 2),
      ("aab", "aba", 1), ("paris", "pairs", 1), ("paris", "paris", 0),
    ] as [(String, String, Int?)])
  func `examples`(pattern: String, text: String, distance: Int?) {
    let letters = { (text: String) in text.unicodeScalars.map(\.value) }
    let automaton = EditAutomaton(letters(pattern), limit: 2)
    let state = Self.state(automaton, after: letters(text))
    #expect(state.flatMap(automaton.distance) == distance)
  }

  @Test func `a number that is not a letter matches no letter of the pattern`() {
    for limit in 0...2 {
      for pattern in [[], [97], [97, 98]] as [[UInt32]] {
        #expect(Self.agrees(pattern, [.max, .max, .max], limit))
        #expect(Self.agrees(pattern, pattern + [.max], limit))
      }
    }
  }

  @Test func `equal texts lead to equal states, and a limit out of range stops`() async {
    let automaton = EditAutomaton([97, 98, 99, 100, 101], limit: 1)
    // Both have used one edit, and continue with the same letters.
    #expect(
      Self.state(automaton, after: [120, 98, 99]) == Self.state(automaton, after: [121, 98, 99]))
    #expect(Self.state(automaton, after: [97, 98]) != Self.state(automaton, after: [120, 98]))
    #if os(Linux) || os(macOS)
    await #expect(processExitsWith: .failure) { _ = EditAutomaton([], limit: 3) }
    await #expect(processExitsWith: .failure) { _ = EditAutomaton([], limit: -1) }
    #endif
  }
}
