internal import PrefixSearch

/// What reads a text as an address, for a cursor that found no city.
struct AddressFinder: Sendable {
  private let typed: String
  private let gazetteer: Gazetteer
  /// The reading, if it was asked for before.
  private var known: AddressReading?
  /// Whether the text is no name with typos: a street with a number, a coordinate, or a time zone.
  let isNoName: Bool
  /// Whether a number is long enough for a postal code.
  private(set) var hasCode = false
  /// Whether a postal code may say that another city is meant than the largest one with a name inside the text; several
  /// numbers behind a name alone are no code.
  let outweighsNameInside: Bool

  /// The cities of an address.
  struct Answer {
    /// The hits, each of another city, by the likeliest first.
    var hits: [Hit]
    /// Whether the first one is certain, so that a correction of the text is no better answer.
    let isCertain: Bool
  }

  /// Prepares for a text; `nil` if it does not look like an address, unless that is sure.
  ///
  /// An address or a coordinate has a digit or a word for a street. No other text pays for the reading.
  init?(
    _ typed: String, _ folded: FoldedQuery, in gazetteer: Gazetteer, isSure: Bool = false
  ) {
    let look = AddressLook(folded)
    let hasNumber = look.numberCount > 0
    let isExact = TimeZoneText(typed) != nil || hasNumber && Coordinate(text: typed) != nil
    hasCode = look.longestNumber >= Self.shortestCode || look.hasCodeOfLetters
    // "h. roa, 01" has the code of a division.
    let hasHouse = hasNumber && (typed.hasComma && look.endsInLetter || look.isWithoutSpaces)
    guard isSure || isExact || look.hasStreet || hasCode || hasHouse else { return nil }
    // "Boa Vista do Cad. 23" has an abbreviated word.
    let mayBeAbbreviated = typed.utf8.contains(UInt8(ascii: ".")) && !typed.hasComma
    isNoName =
      isExact || hasNumber && (look.hasStreet && !mayBeAbbreviated || look.isWithoutSpaces)
    let isNameBeforeNumbers =
      look.numberCount > 1 && !typed.hasComma && !look.hasStreet && !look.beginsWithDigit
    outweighsNameInside = hasCode && !isNameBeforeNumbers
    self.typed = typed
    self.gazetteer = gazetteer
  }

  /// Fewer digits are those of a house, or a code of a division.
  private static let shortestCode = 4

  /// The city, if it is certain by a postal code, or by a region with typos.
  mutating func cityBeyondSearch() -> CityRow? {
    known = reading
    guard let known, !known.isUncertain, hasCode || known.hasSimilarRegion else { return nil }
    return known.city
  }

  private var reading: AddressReading? {
    known ?? gazetteer.reading(of: AddressFields(line: typed), isCorrected: false)
  }

  /// The cities; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - candidates: Where the readings are added.
  ///   - bias: The points of cities for a person.
  /// - Returns: The cities.
  func find(_ candidates: inout Candidates, _ bias: AppliedBias?) -> Answer? {
    guard let reading else { return nil }
    let table = gazetteer.table
    let best = reading.places.map { $0.score }.max() ?? 0
    let hits = reading.places.enumerated().map { position, place in
      let number = candidates.number(
        of: .address(
          name: place.key, regions: place.regions,
          MatchedAddress(unmatchedParts: place.unmatchedParts, distance: reading.distance)))
      // The likeliest one is spelled as typed, whatever its score.
      let score = position == 0 ? best : min(place.score, best - 1)
      let weight = NameScore.weight(
        ofScore: max(0, score + NameScore.base + (bias?.points(for: place.city) ?? 0)),
        population: table.records.population(atRow: place.city))
      guard let name = place.name else {
        return Hit(ownNameOf: place.city, weight: weight, reading: number, grade: .partial)
      }
      return Hit(name, table.nameTable[name], weight: weight, reading: number, grade: .partial)
    }
    return Answer(hits: hits, isCertain: !reading.isUncertain)
  }
}

/// What a text has of an address.
private struct AddressLook {
  /// How many numbers it has, and the number of digits of the longest one.
  private(set) var (numberCount, longestNumber) = (0, 0)
  /// Whether a word has a digit behind a letter, as British and Canadian postal codes have.
  private(set) var hasCodeOfLetters = false
  /// Whether it has a number, and a letter of a script that is written without spaces.
  private(set) var isWithoutSpaces = false
  /// Whether it has a word for a street, and another word.
  private(set) var hasStreet = false
  private(set) var (beginsWithDigit, endsInLetter) = (false, false)

  /// Words for streets are sought among so many first ones.
  private static let greatestWordCount = 32

  init(_ text: FoldedQuery) {
    let hasSpace = text.withBytes { readNumbers($0) }
    if hasSpace {
      let words = text.bytes.split(separator: asciiSpace)
      hasStreet = words.prefix(Self.greatestWordCount).enumerated().contains { number, word in
        // "12 Main St Springfield"
        beginsWithDigit && number > 1 && word.elementsEqual("st".utf8)
          || AddressWord.meaning(of: word)?.isStreet == true
      }
    }
    isWithoutSpaces =
      numberCount > 0
      && text.letters.contains { letter in
        Unicode.Scalar(letter).map(AddressWord.isOfScriptWithoutSpaces) ?? false
      }
  }

  /// Reads the numbers of a text, and returns whether it has a space.
  private mutating func readNumbers(_ bytes: Span<UInt8>) -> Bool {
    func isDigit(_ index: Int) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[index] }
    guard !bytes.isEmpty else { return false }
    (beginsWithDigit, endsInLetter) = (isDigit(0), !isDigit(bytes.count - 1))
    var (digits, hasSpace) = (0, false)
    for index in bytes.indices {
      hasSpace = hasSpace || bytes[index] == asciiSpace
      digits = isDigit(index) ? digits + 1 : 0
      longestNumber = max(longestNumber, digits)
      guard digits == 1 else { continue }
      numberCount += 1
      hasCodeOfLetters =
        hasCodeOfLetters
        || index > 0 && UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[index - 1]
    }
    return hasSpace
  }
}
