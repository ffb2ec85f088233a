internal import PrefixSearch

/// Folded words, each with the number of the line that it stands in.
///
/// In "FR BE: rue quai" and a second line "ES: calle", the word "quai" stands in line 0, whose head has the codes of two
/// countries.
///
/// All tables of words are of this type: in a page, a text takes less than the code that fills a dictionary, and each
/// type of dictionary has code of its own.
struct WordTable: Sendable {
  private var bytes: [UInt8] = []
  private var words: [Word] = []
  /// The numbers of words plus one by the hashes of the words, 0 if free, with linear probing.
  private var slots: [UInt16] = []
  /// What stands before the colon of each line.
  private var heads: [Range<Int>] = []

  private struct Word {
    let bytes: Range<Int>
    var line: Int
  }

  /// Reads lines of words; a word that stands in several lines belongs to the last one.
  ///
  /// - Parameters:
  ///   - text: The lines; before the words of a line, a head with a colon may stand.
  ///   - separator: What stands between words; spaces beside it do not count.
  init(_ text: String, separator: UInt8 = asciiSpace) {
    bytes = Array(text.utf8)
    var places: [(Range<Int>, line: Int)] = []
    var start = 0
    for end in 0...bytes.count where end == bytes.count || bytes[end] == UInt8(ascii: "\n") {
      let colon = (start..<end).first { bytes[$0] == UInt8(ascii: ":") }
      heads.append(start..<(colon ?? start))
      var first = colon.map { $0 + 1 } ?? start
      for index in first...end where index == end || bytes[index] == separator {
        while first < index, bytes[first] == asciiSpace { first += 1 }
        if first < index { places.append((first..<index, heads.count - 1)) }
        first = index + 1
      }
      start = end + 1
    }
    // At most half of the slots are used.
    slots = Array(repeating: 0, count: 1 << (Int.bitWidth - (2 * places.count).leadingZeroBitCount))
    for (place, line) in places {
      let slot = slot(of: bytes[place])
      if slots[slot] == 0 {
        words.append(Word(bytes: place, line: line))
        slots[slot] = UInt16(words.count)
      } else {
        words[Int(slots[slot]) - 1].line = line
      }
    }
  }

  /// The line of a word; `nil` if it stands in none.
  ///
  /// - Complexity: O(*m*) on average, where *m* is the length of the word.
  func line(of word: ArraySlice<UInt8>) -> Int? {
    let number = Int(slots[slot(of: word)])
    return number == 0 ? nil : words[number - 1].line
  }

  /// Whether a word stands in a line.
  func contains(_ word: ArraySlice<UInt8>) -> Bool { line(of: word) != nil }

  var lineCount: Int { heads.count }

  /// The words of all lines, in no order.
  var all: [(word: ArraySlice<UInt8>, line: Int)] { words.map { (bytes[$0.bytes], $0.line) } }

  /// The text before the colon of a line.
  func head(ofLine line: Int) -> ArraySlice<UInt8> { bytes[heads[line]] }

  /// The codes of countries before the colon of a line, with a space between them.
  func countries(ofLine line: Int) -> CountryCodes { CountryCodes(head(ofLine: line)) }

  /// The slot of a word, or the free one where it belongs.
  private func slot(of word: ArraySlice<UInt8>) -> Int {
    // FNV-1a.
    var hash: UInt32 = 0x811C_9DC5
    for byte in word { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    var slot = Int(truncatingIfNeeded: hash ^ hash >> 16) & (slots.count - 1)
    while slots[slot] != 0, !bytes[words[Int(slots[slot]) - 1].bytes].elementsEqual(word) {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }
}

/// Codes of countries in a text, with a space between them.
struct CountryCodes: Sendable {
  private let text: ArraySlice<UInt8>

  init(_ text: ArraySlice<UInt8>) { self.text = text }

  /// None.
  static let none = CountryCodes([])

  var isEmpty: Bool { text.isEmpty }

  /// The first one; empty if there is none.
  var first: CountryCode { text.isEmpty ? .none : Self.code(text[text.startIndex...]) }

  /// Whether a country is among them.
  ///
  /// - Complexity: O(*n*) for *n* codes.
  func contains(_ country: CountryCode) -> Bool {
    var rest = text
    while rest.count >= 2 {
      if Self.code(rest) == country { return true }
      rest = rest.dropFirst(3)
    }
    return false
  }

  private static func code(_ text: ArraySlice<UInt8>) -> CountryCode {
    CountryCode(
      rawValue: UInt32(text[text.startIndex]) << 24 | UInt32(text[text.startIndex + 1]) << 16)
  }
}
