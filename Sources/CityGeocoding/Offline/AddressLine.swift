internal import CitySearch

/// An address as folded words, in parts.
///
/// Parts are separated by commas, by other marks that separate lines, and by the fields of a
/// ``PostalAddress``. Text in scripts without spaces is divided where a region or a city ends.
struct AddressLine {
  /// What a part is known to be.
  enum Role: Sendable {
    /// Anything: it is part of a line.
    case any
    /// The field of the state, which sometimes holds a country.
    case state
    /// The field of the postal code.
    case postalCode
    /// The field of the country, which sometimes holds a division, such as England.
    case country
  }

  /// A folded word.
  struct Word {
    /// Where it lies in ``AddressLine/folded``.
    let range: Range<Int>
    /// The number of its part.
    let part: Int
    /// The run of text without white space that it was made from; other words may come from the same run.
    let source: Substring
    /// Whether it has a digit.
    let isNumber: Bool
    let meaning: AddressWord.Meaning?
  }

  /// A part of the line.
  struct Part {
    let text: String
    let role: Role
    /// The numbers of its words.
    let words: Range<Int>
    /// The set of these numbers.
    var mask: UInt128 { UInt128(words: words) }

    /// The text without white space at its ends.
    var trimmedText: String { text.trimmedOfWhiteSpace }
    /// Whether one of its words belongs to streets or houses.
    let isStreet: Bool
    /// Whether it stands in parentheses.
    let isInParentheses: Bool
  }

  private(set) var folded: [UInt8] = []
  private(set) var words: [Word] = []
  private(set) var parts: [Part] = []
  /// The set of words that may be part of a name of a place.
  private(set) var names: UInt128 = 0

  /// The greatest number of words that are read: a set of words has a bit for each.
  static let wordLimit = 128

  /// Reads the fields of an address.
  ///
  /// The field of the city holds its name, or the whole address in one line.
  init(_ address: PostalAddress, in gazetteer: Gazetteer) {
    for part in Self.split(address.city) {
      let isClosed = address.city[part.endIndex...].first == ")"
      append(part, .any, gazetteer, isInParentheses: isClosed)
    }
    append(address.postalCode, .postalCode, gazetteer)
    for text in Self.split(address.state) { append(text, .state, gazetteer) }
    append(address.country, .country, gazetteer)
    for number in words.indices where mayBeName(number) { names |= 1 << UInt128(number) }
  }

  /// Whether a word may be part of a name of a place: it is no number, and does not only say what kind of place
  /// another word names.
  private func mayBeName(_ number: Int) -> Bool {
    let word = words[number]
    if word.isNumber { return false }
    let part = parts[word.part].words
    // "de" is the code of a country, if it stands alone.
    if word.meaning == .town || word.meaning == .postalCode { return part.count == 1 }
    // A letter or two beside a number are part of a postal code: "D 80331", "1012 JS".
    guard word.range.count <= 2 else { return true }
    // "C.P.", "S/N", "1st Floor, B Wing"
    if word.range.count == 1, part.count > 1 { return false }
    let isBesideNumber = [number - 1, number + 1].contains {
      part.contains($0) && words[$0].isNumber
    }
    return !isBesideNumber
  }

  /// The part in which some words begin.
  func part(of range: Range<Int>) -> Part { parts[words[range.lowerBound].part] }

  /// Whether no word behind a part may be a name.
  func isLast(_ part: Part) -> Bool { names >> UInt128(part.words.upperBound - 1) <= 1 }

  /// The folded text of some consecutive words of one part, without a space at its end.
  func key(_ range: Range<Int>) -> Range<Int> {
    words[range.lowerBound].range.lowerBound..<words[range.upperBound - 1].range.upperBound
  }

  /// The text of some consecutive words, as it was typed.
  func text(of range: Range<Int>) -> String {
    var (texts, last) = ([Substring](), nil as Word?)
    for word in words[range] {
      let isSame = last.map {
        $0.part == word.part && $0.source.startIndex == word.source.startIndex
      }
      if isSame != true { texts.append(word.source) }
      last = word
    }
    return texts.joined(separator: " ")
  }

  /// Whether a word begins with a digit, which names of cities do not.
  func startsWithDigit(_ number: Int) -> Bool {
    (0x30...0x39).contains(folded[words[number].range.lowerBound])
  }

  /// Whether a word is of a script that is written without spaces.
  func isWithoutSpaces(_ number: Int) -> Bool {
    let word = words[number].range
    guard folded[word.lowerBound] >= 0xE0 else { return false }
    return String(decoding: folded[word], as: UTF8.self).unicodeScalars
      .contains(where: AddressWord.isOfScriptWithoutSpaces)
  }

  // MARK: - Parts

  /// The parts of a line.
  private static func split(_ line: String) -> [Substring] {
    var (parts, start) = ([Substring](), line.startIndex)
    for index in line.indices where isSeparator(at: index, in: line) {
      parts.append(line[start..<index])
      start = line.index(after: index)
    }
    return parts + [line[start...]]
  }

  /// Whether parts are separated by a character: a comma, a line end and the like; or a dash between spaces.
  private static func isSeparator(at index: String.Index, in line: String) -> Bool {
    let letter = line[index]
    if separators.contains(letter) || letter.isNewline { return true }
    guard dashes.contains(letter), index > line.startIndex else { return false }
    let next = line.index(after: index)
    return line[line.index(before: index)].isWhiteSpace
      && (next == line.endIndex || line[next].isWhiteSpace)
  }

  private static let separators: Set<Character> = [
    ",", ";", "،", "、", "，", "；", "|", "/", "(", ")", "（", "）", "\t", "·", "•", "〒", "[", "]",
  ]
  private static let dashes: Set<Character> = ["-", "–", "—", "―"]

  private mutating func append(
    _ text: some StringProtocol, _ role: Role, _ gazetteer: Gazetteer, isInParentheses: Bool = false
  ) {
    let text = String(text)
    let first = words.count
    for source in text.split(whereSeparator: { $0.isWhiteSpace }) {
      append(source, gazetteer)
      if words.count >= Self.wordLimit { break }
    }
    guard words.count > first else { return }
    parts.append(
      Part(
        text: text, role: role, words: first..<words.count,
        isStreet: role == .any
          && words[first...].contains { $0.meaning?.isOfStreets == true },
        isInParentheses: isInParentheses))
  }

  // MARK: - Words

  /// Folds a text without white space, and appends its words.
  private mutating func append(_ source: Substring, _ gazetteer: Gazetteer) {
    let bytes = FoldedQuery(String(source)).bytes
    for word in bytes.split(separator: UInt8(ascii: " ")) {
      for piece in WordPieces(word, in: gazetteer).ranges {
        guard words.count < Self.wordLimit else { return }
        append(word[piece], follows: piece.lowerBound > word.startIndex, from: source)
      }
    }
  }

  /// Appends a word; the pieces of one word follow each other without a space.
  private mutating func append(_ bytes: ArraySlice<UInt8>, follows: Bool, from source: Substring) {
    if !folded.isEmpty, !follows { folded.append(UInt8(ascii: " ")) }
    let start = folded.count
    folded += bytes
    words.append(
      Word(
        range: start..<folded.count, part: parts.count, source: source,
        isNumber: bytes.hasDigit, meaning: AddressWord.meaning(of: bytes)))
  }
}

extension Collection<UInt8> {
  /// Whether a digit is among the bytes.
  var hasDigit: Bool { contains { (0x30...0x39).contains($0) } }
}

extension StringProtocol {
  /// The text without white space at its ends.
  package var trimmedOfWhiteSpace: String {
    let rest = drop { $0.isWhiteSpace }
    let end = rest.lastIndex { !$0.isWhiteSpace }
    return end.map { String(rest[...$0]) } ?? ""
  }
}
