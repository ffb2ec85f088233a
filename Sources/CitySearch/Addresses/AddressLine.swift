internal import PrefixSearch

/// An address as folded words, in parts.
///
/// Parts are separated by commas, by other marks that separate lines, and by the fields of a
/// ``AddressFields``. Text in scripts without spaces is divided where a region or a city ends.
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
    fileprivate(set) var meaning: PlaceWord
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
    /// The streets in it whose kind stands in front.
    let streets: [Street]
  }

  /// Where a line ends.
  enum End: Sendable {
    /// Nothing follows.
    case complete
    /// Somebody types its last word.
    case insideWord
    /// Somebody has typed a space behind its last word.
    case behindWord
  }

  private(set) var folded: [UInt8] = []
  private(set) var words: [Word] = []
  private(set) var parts: [Part] = []
  /// The countries in whose languages the first street is written; none if that says nothing.
  private(set) var streetCountries = CountryCodes.none
  /// Whether the line is complete.
  let end: End
  /// The set of words that may be part of a name of a place.
  private(set) var names: UInt128 = 0

  /// The greatest number of words that are read: a set of words has a bit for each.
  static let wordLimit = 128

  /// Reads the fields of an address.
  ///
  /// The field of the city holds its name, or the whole address in one line.
  ///
  /// - Parameters:
  ///   - address: The fields.
  ///   - gazetteer: The names of regions and cities.
  ///   - end: Whether the line is complete: one letter at its end may be the beginning of a word.
  init(_ address: AddressFields, in gazetteer: Gazetteer, end: End = .complete) {
    self.end = end
    for part in Self.split(address.line) {
      let isClosed = address.line.unicodeScalars[part.endIndex...].first == ")"
      append(part, .any, gazetteer, isInParentheses: isClosed)
    }
    append(address.postalCode, .postalCode, gazetteer)
    for text in Self.split(address.state) { append(text, .state, gazetteer) }
    append(address.country, .country, gazetteer)
    streetCountries = countriesOfStreet()
    for number in words.indices where mayBeName(number, in: gazetteer) {
      names.insert(number)
    }
    if end != .complete, let last = words.last, !last.isNumber,
      !last.meaning.isAny(of: [.town, .postalCode])
    {
      names.insert(words.count - 1)
    }
  }

  /// Whether a word may be part of a name of a place: it is no number, and does not only say what kind of place
  /// another word names.
  private func mayBeName(_ number: Int, in gazetteer: Gazetteer) -> Bool {
    let word = words[number]
    if word.isNumber { return false }
    let part = parts[word.part].words
    // "de" is the code of a country, if it stands alone.
    if word.meaning.isAny(of: [.town, .postalCode]) { return part.count == 1 }
    // A letter or two beside a number are part of a postal code: "D 80331", "1012 JS".
    guard word.range.count <= 2 else { return true }
    // "C.P.", "S/N", "1st Floor, B Wing"
    if word.range.count == 1, part.count > 1 {
      return end != .complete && !parts.contains { $0.isStreet } && !hasNumber
    }
    let isBesideNumber = [number - 1, number + 1].contains {
      part.contains($0) && words[$0].isNumber
    }
    return !isBesideNumber || isCodeBeforePostalCode(number, of: part, in: gazetteer)
  }

  /// Whether one of the words has a digit.
  var hasNumber: Bool { words.contains { $0.isNumber } }

  /// Whether a word is the code of a division at the beginning of a part, before a postal code: "IL 60601".
  private func isCodeBeforePostalCode(
    _ number: Int, of part: Range<Int>, in gazetteer: Gazetteer
  ) -> Bool {
    guard number == part.lowerBound, part.count == 2, words[number + 1].range.count >= 4 else {
      return false
    }
    return !divisions(withCode: number, in: gazetteer).isEmpty
  }

  /// The part in which some words begin.
  func part(of range: Range<Int>) -> Part { parts[words[range.lowerBound].part] }

  /// Whether no word behind a part may be a name.
  func isLast(_ part: Part) -> Bool { names >> UInt128(part.words.upperBound - 1) <= 1 }

  /// The folded text of some consecutive words of one part, without a space at its end.
  func key(_ range: Range<Int>) -> Range<Int> {
    words[range.lowerBound].range.lowerBound..<words[range.upperBound - 1].range.upperBound
  }

  /// The folded text of some consecutive words of one part.
  func foldedText(_ range: Range<Int>) -> FoldedQuery {
    FoldedQuery(copying: folded[key(range)].span)
  }

  /// The folded text of some last words: what a name begins with while somebody types the line.
  func beginning(_ range: Range<Int>) -> [UInt8] {
    folded[key(range)] + (end == .behindWord && range.upperBound == words.count ? [asciiSpace] : [])
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
      .contains { $0.isOfScriptWithoutSpaces }
  }

  // MARK: - Parts

  /// The parts of a line.
  private static func split(_ line: String) -> [Substring] {
    var (parts, start) = ([Substring](), line.startIndex)
    let scalars = line.unicodeScalars
    for index in scalars.indices where isSeparator(at: index, in: scalars) {
      parts.append(line[start..<index])
      start = scalars.index(after: index)
    }
    return parts + [line[start...]]
  }

  /// Whether parts are separated by a character: a comma, a line end and the like; or a dash between spaces.
  private static func isSeparator(
    at index: String.Index, in line: String.UnicodeScalarView
  ) -> Bool {
    switch line[index] {
    // "C/ Mayor" is a street.
    case "/": return !isStreetMark(before: index, in: line)
    case ",", ";", "،", "、", "，", "；", "|", "(", ")", "（", "）", "\t", "·", "•", "〒", "[", "]",
      "\u{A}"..."\u{D}", "\u{85}", "\u{2028}", "\u{2029}":
      return true
    case "-", "–", "—", "―":
      guard index > line.startIndex else { return false }
      let next = line.index(after: index)
      return line[line.index(before: index)].isWhiteSpace
        && (next == line.endIndex || line[next].isWhiteSpace)
    default: return false
    }
  }

  private static func isStreetMark(
    before index: String.Index, in line: String.UnicodeScalarView
  ) -> Bool {
    guard index > line.startIndex else { return false }
    let letter = line.index(before: index)
    guard line[letter] == "C" || line[letter] == "c" else { return false }
    guard letter > line.startIndex else { return true }
    let last = line[line.index(before: letter)]
    return last.isWhiteSpace || last == ","
  }

  private mutating func append(
    _ text: some StringProtocol, _ role: Role, _ gazetteer: Gazetteer, isInParentheses: Bool = false
  ) {
    let text = String(text)
    let first = words.count
    for source in Self.sources(of: text) {
      append(source, gazetteer)
      if words.count >= Self.wordLimit { break }
    }
    guard words.count > first else { return }
    markStreetsNamedBefore(words[first...].indices)
    for index in words[first...].indices
    where words[index].meaning.isAny(of: .ofStreet)
      && isCodeOrTown(index, of: words[first...].indices, in: gazetteer)
    {
      words[index].meaning.subtract(.kind)
    }
    parts.append(
      Part(
        text: text, role: role, words: first..<words.count,
        isStreet: role == .any
          && words[first...].contains { $0.meaning.isAny(of: .ofStreet) },
        isInParentheses: isInParentheses,
        streets: role == .any ? streets(in: first..<words.count) : []))
  }

  // MARK: - Words

  /// The runs of a text without white space, of which those that stand for one word with an apostrophe are one:
  /// "VILLENEUVE D ASCQ".
  private static func sources(of text: String) -> [Substring] {
    var sources: [Substring] = []
    for source in text.split(whereSeparator: { $0.isWhiteSpace }) {
      if sources.count > 1, let last = sources.last, isElision(last), mayFollowElision(source),
        !PlaceWord(FoldedQuery(String(sources[sources.count - 2])).bytes[...]).contains(.house)
      {
        sources[sources.count - 1] = text[last.startIndex..<source.endIndex]
      } else {
        sources.append(source)
      }
    }
    return sources
  }

  private static func isElision(_ source: Substring) -> Bool {
    source.utf8.count == 1 && source.utf8.allSatisfy("DLdl".utf8.contains)
  }

  private static func mayFollowElision(_ source: Substring) -> Bool {
    let folded = FoldedQuery(String(source)).bytes
    return folded.count > 2 && "aeiouhy".utf8.contains(folded[0])
  }

  /// Whether a word begins with a connective and an apostrophe: "d'Arc", "dell'Orto".
  private static func beginsWithConnective(_ source: Substring) -> Bool {
    guard
      let mark = source.unicodeScalars.firstIndex(where: {
        $0 == "'" || $0 == "\u{2019}" || $0 == " "
      })
    else { return false }
    let start = FoldedQuery(String(source[..<mark])).bytes
    return start.last != UInt8(ascii: "l") && start.count == 1
      || PlaceWord(start[...]).contains(.connective)
  }

  /// Folds a text without white space, and appends its words.
  private mutating func append(_ source: Substring, _ gazetteer: Gazetteer) {
    var bytes = FoldedQuery(String(source)).bytes
    if source.contains(" ") { bytes.removeAll { $0 == UInt8(ascii: " ") } }
    for word in bytes.split(separator: UInt8(ascii: " ")) {
      for piece in WordPieces(word, in: gazetteer).ranges {
        guard words.count < Self.wordLimit else { return }
        append(word[piece], follows: piece.lowerBound > word.startIndex, from: source)
      }
    }
  }

  /// Gives "St" its meaning: of a street behind the number of a house and a name, as in "12 Main St", and else that
  /// of a saint.
  private mutating func markStreetsNamedBefore(_ part: Range<Int>) {
    guard let first = part.first, words[first].isNumber else { return }
    for index in part.dropFirst(2)
    where folded[words[index].range].elementsEqual("st".utf8) && !words[index - 1].isNumber
      && !words[index - 1].meaning.isAny(of: .kind)
      && !part.prefix(index - first).contains(where: { words[$0].meaning.contains(.streetBefore) })
    {
      words[index].meaning.insert(.streetAfter)
    }
  }

  /// Appends a word; the pieces of one word follow each other without a space.
  private mutating func append(_ bytes: ArraySlice<UInt8>, follows: Bool, from source: Substring) {
    if !folded.isEmpty, !follows { folded.append(UInt8(ascii: " ")) }
    let start = folded.count
    folded += bytes
    let isFirst = words.last?.source.startIndex != source.startIndex
    var meaning =
      source.utf8.elementsEqual("C/".utf8) || source.utf8.elementsEqual("c/".utf8)
      ? .streetBefore : PlaceWord(bytes)
    if isFirst, Self.beginsWithConnective(source) {
      meaning.subtract(.inStreet)
      meaning.insert(.elision)
    }
    words.append(
      Word(
        range: start..<folded.count, part: parts.count, source: source, isNumber: bytes.hasDigit,
        meaning: meaning))
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
