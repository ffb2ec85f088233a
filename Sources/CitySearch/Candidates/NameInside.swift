internal import PrefixSearch

/// The search for a name inside a text of which everything else is understood: numbers, small words, regions
/// and names of other places, as in "city of Chicago" or "10115 Berlin".
extension QueryReadings {
  /// The names inside the text.
  ///
  /// - Parameter candidates: Where the reading is added.
  /// - Returns: The whole names; empty if a word outside of them is not understood.
  /// - Complexity: O(*w*) lookups, where *w* is the number of words, and O(*n*) for the names *n* that equal
  ///   one of the spans.
  func nameInside(_ candidates: inout Candidates) -> [NameStream] {
    let typed = text.typed
    return typed.withBytes { bytes in
      guard let words = InsideWords(of: bytes) else { return [] }
      var spans: [InsideSpan] = []
      for first in 0..<words.count {
        for count in 1...min(InsideWords.longestSpan, words.count - first) {
          spans.append(span(words, first..<first + count, of: bytes))
        }
      }
      let small = (0..<words.count).map { words.isSmallWord($0, of: bytes) }
      var understood = small.indices.map { small[$0] || words.isNumber($0, of: bytes) }
      for span in spans where span.isUnderstood {
        for word in span.words { understood[word] = true }
      }
      // "Boston city" is not Ho Chi Minh City.
      let named = spans.filter { span in !span.words.allSatisfy { small[$0] } }
      guard let name = InsideSpan.name(among: named, wordCount: words.count),
        understood.indices.allSatisfy({ name.words.contains($0) || understood[$0] })
      else { return [] }
      let reading = candidates.number(of: .inside(name.bytes))
      func stream(_ bonus: Int, _ area: AreaIntersection?) -> NameStream {
        NameStream(
          rows: name.rows, kinds: .allButCodes, bonus: NameScore.wholeBonus + bonus, area: area,
          reading: reading, grade: .partial)
      }
      let beside = spans.filter { !$0.words.overlaps(name.words) && !$0.regions.isEmpty }
      return [stream(0, nil)]
        + beside.map { span in
          let area = table.area(ofLines: span.regions, for: name.rows.count)
          return stream(NameScore.besideRegionBonus, AreaIntersection(area))
        }
    }
  }

  /// A run of words: what it names.
  private func span(
    _ words: InsideWords, _ range: Range<Int>, of bytes: Span<UInt8>
  ) -> InsideSpan {
    let place = words.place(of: range)
    let text = bytes.extracting(place)
    var span = InsideSpan(
      words: range, bytes: place, letterCount: text.indices.count { text[$0] & 0xC0 != 0x80 },
      regions: table.regions.lines(named: text), rows: wholeNames(text))
    for row in span.rows {
      let entry = names.entry(row)
      guard !entry.kind.isCode else { continue }
      let weight =
        NameScore.cityWeight(population: table.records.population(atRow: entry.city))
        - entry.kind.penalty
      span.weight = max(span.weight ?? weight, weight)
    }
    return span
  }
}

/// The words of a text, two to twelve of them.
private struct InsideWords {
  /// The greatest number of words of a name or a region.
  static let longestSpan = 4
  /// The greatest number of words of a text that is searched: an address or a sentence has more.
  private static let greatestCount = 12

  private var starts: [Int] = []
  private let end: Int
  var count: Int { starts.count }

  /// `nil` for too few or too many.
  init?(of bytes: Span<UInt8>) {
    end = bytes.count
    starts.reserveCapacity(Self.greatestCount)
    for index in bytes.indices where index == 0 || bytes[index - 1] == asciiSpace {
      guard starts.count < Self.greatestCount else { return nil }
      starts.append(index)
    }
    guard starts.count > 1 else { return nil }
  }

  /// Where some words lie.
  func place(of words: Range<Int>) -> Range<Int> {
    let end = words.upperBound < starts.count ? starts[words.upperBound] - 1 : end
    return starts[words.lowerBound]..<end
  }

  /// Whether a word has a digit, as the number of a house or a postal code has.
  func isNumber(_ word: Int, of bytes: Span<UInt8>) -> Bool {
    place(of: word..<word + 1).contains { UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[$0] }
  }

  /// Whether a word says nothing about the name, such as "near".
  func isSmallWord(_ word: Int, of bytes: Span<UInt8>) -> Bool {
    let range = place(of: word..<word + 1)
    return SmallWords.all.contains(range.map { bytes[$0] }[...])
  }

}

/// The small words, folded.
private enum SmallWords {
  /// Words of English; those that people type around a name, such as "weather in" and "gare de"; and words for a city
  /// in other languages.
  static let all = WordTable(
    """
    and area at born city county de district downtown east from greater in live lived lives living metro \
    metropolitan near north of or outside province region remote rural south state suburb the town village west \
    world worldwide
    a aeroport aeroporto aeropuerto airport au bahnhof bei clima climate dans en estacion flight flights \
    flughafen forecast gare hauptbahnhof hotel hotels job jobs mairie map maps meteo nach par para per por \
    rathaus restaurant restaurants stadt station stazione temperature tempo tiempo time to today tomorrow tour \
    tours travel trip visit weather wetter zu cidade citta ciudad commune comune da das del della den der des di \
    do du el gemeente gemeinde gmina gorod grad i kabupaten kota la le miasto misto municipality municipio obec \
    stad ville von г город м місто
    """)
}

/// A run of words of a text.
private struct InsideSpan {
  let words: Range<Int>
  /// Where it lies in the text.
  let bytes: Range<Int>
  let letterCount: Int
  /// The lines of the regions that it names.
  let regions: Range<Int>
  /// The names that equal it.
  let rows: Range<Int>
  /// The greatest weight of one of these that is no code, less its penalty.
  var weight: Int?

  /// Whether its words are understood: as a region, or as the name of a town of some thousand people.
  var isUnderstood: Bool {
    !regions.isEmpty || letterCount >= 2 && weight ?? 0 >= Self.leastWeightOfTown
  }

  /// How likely the city is meant by it: longer names are, and regions are not.
  private var likelihood: Int {
    let weight = weight ?? 0
    let isRegion = !regions.isEmpty && weight < Self.leastWeightOfMetropolis
    return weight + Self.pointsPerWord * (words.count - 1) - (isRegion ? Self.penaltyOfRegion : 0)
  }

  private static let (leastWeightOfTown, leastWeightOfMetropolis) = (76, 110)
  private static let (pointsPerWord, penaltyOfRegion) = (12, 30)
  private static let fewestLetters = 3

  /// The most likely name; of equal ones the first, and then the longest.
  static func name(among spans: [InsideSpan], wordCount: Int) -> InsideSpan? {
    spans.filter { span in
      span.words.count < wordCount && span.letterCount >= fewestLetters && span.weight != nil
    }.min { one, two in
      (-one.likelihood, one.words.lowerBound, -one.words.count)
        < (-two.likelihood, two.words.lowerBound, -two.words.count)
    }
  }
}
