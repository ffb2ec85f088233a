import CitySearch

/// What is found beyond the text as it was typed.
extension SlowSearch {
  /// The cities of tier 1, or those of tier 2.
  func foundOtherwise(_ text: SlowText, _ typed: SlowReadings) -> [Found] {
    let abbreviated = typed.found.isEmpty ? foundAbbreviated(text) : []
    if !abbreviated.isEmpty { return abbreviated }
    let letters = Array(text.trimmed.unicodeScalars)
    guard letters.count >= 4 else { return [] }
    let isCorrectable = !typed.hasRegion && !typed.isRegionAlone
    let near = isCorrectable ? similar(to: letters, edits: 1) : []
    let heads = foundByHeads(text, typed)
    if !near.isEmpty || !heads.isEmpty { return near.map(\.found) + heads }
    let inside = typed.found.isEmpty ? foundInside(text) : []
    if !inside.isEmpty { return inside }
    return isCorrectable && letters.count >= 8 ? similar(to: letters, edits: 2).map(\.found) : []
  }

  // MARK: Tier 1

  /// A name that begins similarly.
  private struct Similar {
    var found: Found
    /// Whether the whole name is similar.
    var isWhole: Bool
  }

  /// The names with a beginning that is within some edits of a text.
  private func similar(to text: [Unicode.Scalar], edits limit: Int) -> [Similar] {
    var starts = [[text[0]]]
    if text[0] != text[1] { starts.append([text[1], text[0]]) }
    return starts.flatMap { start in
      var string = String.UnicodeScalarView()
      string.append(contentsOf: start)
      return similar(
        to: text, edits: limit, rows: rows(beginningWith: String(string)), minimum: start.count)
    }
  }

  /// The names of some neighboring ones with such a beginning, of at least `minimum` letters.
  private func similar(
    to text: [Unicode.Scalar], edits limit: Int, rows: Range<Int>, minimum: Int
  ) -> [Similar] {
    var similar: [Similar] = []
    var distances = SlowDistances(from: text, limit: limit)
    for row in rows {
      let name = names[row]
      distances.move(to: name.letters)
      guard name.kind != .code else { continue }
      let lengths = distances.lengths(atLeast: minimum)
      guard !lengths.isEmpty else { continue }
      let isWhole = lengths.contains(name.letters.count)
      var bonus = isWhole ? 40 : 0
      if !isWhole, name.kind == .own, lengths.contains(where: { name.letters[$0] == " " }) {
        bonus = 10
      }
      let nearest = lengths.min { one, two in
        (distances[one], abs(one - text.count), one) < (distances[two], abs(two - text.count), two)
      }
      var typed = String.UnicodeScalarView()
      typed.append(contentsOf: name.letters.prefix(nearest ?? 0))
      similar.append(
        Similar(
          found: Found(row: row, score: base(name) + bonus, typed: String(typed), grade: "~"),
          isWhole: isWhole))
    }
    return similar
  }

  /// The names that are similar to the head of a text with a region.
  private func foundByHeads(_ text: SlowText, _ typed: SlowReadings) -> [Found] {
    guard !typed.hasRegion else { return [] }
    if text.hasComma {
      guard let area = area(after: text.parts) else { return [] }
      return whole(similarTo: text.parts[0], in: area)
    }
    guard !typed.isRegionAlone else { return [] }
    let words = text.words
    return (1...4).filter { $0 < words.count }.flatMap { count in
      whole(
        similarTo: words.dropLast(count).joined(separator: " "),
        in: [regions.named(words.suffix(count).joined(separator: " "))])
    }
  }

  /// The area of the last part, and of the part before if that is a region; `nil` if the last one is none.
  private func area(after parts: [String]) -> SlowRegions.Area? {
    guard parts.count > 1 else { return nil }
    let last = regions.named(parts[parts.count - 1])
    let second = parts.count > 2 ? regions.named(parts[parts.count - 2]) : []
    return last.isEmpty ? nil : [last] + (second.isEmpty ? [] : [second])
  }

  private func whole(similarTo head: String, in area: SlowRegions.Area) -> [Found] {
    let letters = Array(head.unicodeScalars)
    guard letters.count >= 4, area.allSatisfy({ !$0.isEmpty }) else { return [] }
    for limit in letters.count >= 8 ? [1, 2] : [1] {
      let found = similar(to: letters, edits: limit).filter { one in
        one.isWhole && lies(names[one.found.row].city, in: area)
      }
      // The correction is the whole key.
      if !found.isEmpty {
        let large = rows(named: head).filter { row in
          names[row].kind != .code && cities[names[row].city].population >= 100_000
        }
        return found.map { one in
          let name = names[one.found.row]
          return Found(row: one.found.row, score: base(name) + 40, typed: name.key, grade: "~")
        }
          + large.map { row in
            Found(
              row: row, score: base(names[row]) + 40, typed: head, grade: "*", isOutside: true)
          }
      }
    }
    return []
  }

  // MARK: Abbreviated words

  /// The names of which the text, or what is before a region, abbreviates words.
  private func foundAbbreviated(_ text: SlowText) -> [Found] {
    let written = text.query.unicodeScalars.split(separator: ",").map { String($0) }
    if text.hasComma {
      guard let area = area(after: text.parts),
        let first = written.first(where: { !SlowText($0).trimmed.isEmpty })
      else { return [] }
      return abbreviated(Self.writtenWords(first), in: area)
    }
    let words = Self.writtenWords(text.query)
    guard words.map(\.word) == text.words else { return [] }
    return abbreviated(words, in: [])
      + (1...4).filter { $0 < words.count }.flatMap { count -> [Found] in
        let last = words.suffix(count)
        let area = regions.named(last.map(\.word).joined(separator: " "))
        guard !last.contains(where: \.isAbbreviated), !area.isEmpty else { return [] }
        return abbreviated(words.dropLast(count), in: [area])
      }
  }

  /// The folded words of a text, and whether a period follows each at once.
  private static func writtenWords(_ text: String) -> [(word: String, isAbbreviated: Bool)] {
    let pieces = text.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
      .map { SlowText(String($0)) }
    return pieces.enumerated().flatMap { number, piece in
      piece.words.enumerated().map { index, word in
        let isLast = index == piece.words.count - 1 && piece.folded.utf8.last != 32
        return (word, isLast && number < pieces.count - 1)
      }
    }
  }

  private func abbreviated(
    _ words: some Collection<(word: String, isAbbreviated: Bool)>, in area: SlowRegions.Area
  ) -> [Found] {
    guard (2...12).contains(words.count), words.contains(where: \.isAbbreviated) else { return [] }
    let words = Array(words)
    return names.indices.filter { row in
      let key = SlowNames.words(names[row].key)
      return names[row].kind != .code && key.count == words.count
        && zip(key, words).allSatisfy { Self.is($1.word, $1.isAbbreviated, $0) }
        && lies(names[row].city, in: area)
    }.map { row in
      Found(row: row, score: base(names[row]) + 40, typed: names[row].key, grade: "~")
    }
  }

  /// Whether a word of a text is that of a name.
  private static func `is`(_ word: String, _ isAbbreviated: Bool, _ name: String) -> Bool {
    guard isAbbreviated else { return word == name }
    var rest = name.unicodeScalars[...]
    guard rest.first == word.unicodeScalars.first else { return false }
    return word.unicodeScalars.allSatisfy { letter in
      guard let place = rest.firstIndex(of: letter) else { return false }
      rest = rest[rest.index(after: place)...]
      return true
    }
  }

  // MARK: Tier 2

  private static let smallWords = Set(
    """
    and area at born city county de district downtown east from greater in live lived lives living \
    metro metropolitan near north of or outside province region remote rural south state suburb the \
    town village west world worldwide a aeroport aeroporto aeropuerto airport au bahnhof bei clima \
    climate dans en estacion flight flights flughafen forecast gare hauptbahnhof hotel hotels job jobs \
    mairie map maps meteo nach par para per por rathaus restaurant restaurants stadt station stazione \
    temperature tempo tiempo time to today tomorrow tour tours travel trip visit weather wetter zu cidade \
    citta ciudad commune comune da das del della den der des di do du el gemeente gemeinde gmina gorod \
    grad i kabupaten kota la le miasto misto municipality municipio obec stad ville von г город м місто
    """.split(separator: " ").map(String.init))

  /// A run of words.
  private struct Span {
    var words: Range<Int>
    var text: String
    var letterCount: Int
    /// The greatest points of a city of this name; `nil` if there is none.
    var base: Int?
    var regions: Set<String>
  }

  /// The cities whose name is a part of a text of which everything else is understood.
  private func foundInside(_ text: SlowText) -> [Found] {
    let words = text.words
    guard (2...12).contains(words.count) else { return [] }
    let spans = words.indices.flatMap { start in
      (1...4).filter { start + $0 <= words.count }.map { count in
        span(words[start..<start + count])
      }
    }
    var isUnderstood = words.map { word in
      Self.smallWords.contains(word)
        || word.unicodeScalars.contains { ("0"..."9").contains($0) }
    }
    for span in spans {
      let isName = span.letterCount >= 2 && (span.base ?? 0) >= 76
      if isName || !span.regions.isEmpty { span.words.forEach { isUnderstood[$0] = true } }
    }

    // The best, of equal ones the first and longest.
    func points(_ span: Span) -> Int {
      let base = span.base ?? 0
      return base + 12 * (span.words.count - 1) - (!span.regions.isEmpty && base < 110 ? 30 : 0)
    }
    let candidates = spans.filter { span in
      span.words.count < words.count && span.letterCount >= 3 && span.base != nil
        && !words[span.words].allSatisfy(Self.smallWords.contains)
    }
    let best = candidates.min { one, two in
      (-points(one), one.words.lowerBound, -one.words.count)
        < (-points(two), two.words.lowerBound, -two.words.count)
    }
    guard let name = best,
      words.indices.allSatisfy({ name.words.contains($0) || isUnderstood[$0] })
    else { return [] }
    let beside = spans.filter { !$0.words.overlaps(name.words) && !$0.regions.isEmpty }
    return rows(named: name.text).filter { names[$0].kind != .code }.map { row in
      let isBeside = beside.contains { lies(names[row].city, in: [$0.regions]) }
      return Found(
        row: row, score: base(names[row]) + 40 + (isBeside ? 60 : 0), typed: name.text, grade: "*")
    }
  }

  private func span(_ words: ArraySlice<String>) -> Span {
    let text = words.joined(separator: " ")
    return Span(
      words: words.indices, text: text, letterCount: text.unicodeScalars.count,
      base: rows(named: text).map { names[$0] }.filter { $0.kind != .code }.map(base).max(),
      regions: regions.named(text))
  }
}

/// The optimal string alignment distances of a text from the beginnings of one key after another.
struct SlowDistances {
  private let text: [Unicode.Scalar]
  private let limit: Int
  private var key: [Unicode.Scalar] = []
  /// For each beginning of the key, the distances from all beginnings of the text; up to the first where
  /// all are too large.
  private var columns: [[Int]]

  init(from text: [Unicode.Scalar], limit: Int) {
    self.text = text
    self.limit = limit
    columns = [text.reduce(into: [0]) { $0.append(($0.last ?? 0) + Self.cost(of: $1)) }]
  }

  /// The cost of an edit of a letter: of a digit, more than any limit.
  private static func cost(of letter: Unicode.Scalar) -> Int {
    ("0"..."9").contains(letter) ? 100 : 1
  }

  /// The lengths of the beginnings of the key that are near enough.
  func lengths(atLeast minimum: Int) -> [Int] {
    columns.indices.filter { $0 >= minimum && self[$0] <= limit }
  }

  /// The distance from the beginning of a length.
  subscript(length: Int) -> Int { columns[length][text.count] }

  /// Computes the distances from a key; neighbors in the order of keys have most of them in common.
  mutating func move(to next: [Unicode.Scalar]) {
    let shared = zip(key, next).prefix { $0 == $1 }.count
    if columns.count > shared + 1 { columns.removeLast(columns.count - shared - 1) }
    key = next
    // Distances that are all too large stay so.
    while columns.count <= key.count, columns[columns.count - 1].contains(where: { $0 <= limit }) {
      columns.append(column(columns.count))
    }
  }

  private func column(_ length: Int) -> [Int] {
    let (letter, last) = (key[length - 1], columns[length - 1])
    let insertion = Self.cost(of: letter)
    var column = [last[0] + insertion]
    for (index, other) in text.enumerated() {
      let change = max(insertion, Self.cost(of: other))
      var best = min(
        last[index] + (letter == other ? 0 : change), last[index + 1] + insertion,
        column[index] + Self.cost(of: other))
      if index > 0, length > 1, letter == text[index - 1], other == key[length - 2] {
        best = min(best, columns[length - 2][index - 1] + change)
      }
      column.append(best)
    }
    return column
  }
}
