import CitySearch

/// A query as the rules look at it.
struct SlowText {
  let query: String
  /// The whole text, folded: it ends in a space only if the query ended in a separator.
  let folded: String
  let hasComma: Bool
  /// The parts between commas, folded, without empty ones.
  let parts: [String]
  /// The parts between commas as they are written, without empty ones.
  let writtenParts: [String]

  init(_ query: String) {
    self.query = query
    folded = Self.folded(query)
    hasComma = query.unicodeScalars.contains(",")
    let texts = query.unicodeScalars.split(separator: ",").map { String($0) }
    parts = texts.map { Self.trimmed(Self.folded($0)) }.filter { !$0.isEmpty }
    writtenParts = texts.map(SlowNames.trimmed).filter { !$0.isEmpty }
  }

  /// The whole text, folded, without its final space.
  var trimmed: String { Self.trimmed(folded) }

  /// The words of the whole text.
  var words: [String] { trimmed.isEmpty ? [] : SlowNames.words(trimmed) }

  static func trimmed(_ text: String) -> String {
    text.utf8.last == 32 ? String(decoding: text.utf8.dropLast(), as: UTF8.self) : text
  }

  private static func folded(_ text: String) -> String {
    String(decoding: FoldedQuery(text).bytes, as: UTF8.self)
  }
}

/// What the readings of a query found.
struct SlowReadings {
  var found: [SlowSearch.Found] = []
  /// Whether the text is a region.
  var isRegionAlone = false
  /// Whether a region that counts in full gave a city.
  var hasRegion = false
}

extension SlowSearch {
  /// All readings of a query, united.
  func foundAsTyped(_ text: SlowText) -> SlowReadings {
    var all = SlowReadings(found: beginning(with: text.folded, in: [], bonus: .asTyped))
    let alone = foundInRegionAlone(text)
    all.found += alone
    all.isRegionAlone = !alone.isEmpty
    if text.hasComma {
      if text.parts.count > 1 { addFoundWithComma(text.parts, to: &all) }
    } else {
      addFoundWithoutComma(text, to: &all)
    }
    return all
  }

  // MARK: Rows

  /// Whether a city lies in an area, or in a territory of it.
  func lies(_ city: Int, in area: SlowRegions.Area) -> Bool {
    area.allSatisfy { regions in
      regionsOfCities[city].contains(where: regions.contains)
        || regions.contains(SlowRegions.state(of: regionsOfCities[city][0]))
    }
  }

  /// What a city in an area loses because it lies there only as a territory.
  private func loss(_ city: Int, in area: SlowRegions.Area) -> Int {
    area.allSatisfy { regions in regionsOfCities[city].contains(where: regions.contains) } ? 0 : 30
  }

  private func isEmpty(_ area: SlowRegions.Area) -> Bool {
    !cities.indices.contains { lies($0, in: area) }
  }

  /// The positions of the names that begin with a text.
  func rows(beginningWith text: String) -> Range<Int> {
    let text = Array(text.utf8)
    let start = names.firstPosition { !$0.bytes.lexicographicallyPrecedes(text) }
    let end = names[start...].firstPosition { !$0.bytes.starts(with: text) }
    return start..<end
  }

  /// The positions of the names that are a text, in an area.
  func rows(named text: String, in area: SlowRegions.Area = []) -> [Int] {
    // They are the first of those that begin with the text and a space.
    rows(beginningWith: text + " ").prefix { names[$0].key.utf8.count == text.utf8.count }
      .filter { lies(names[$0].city, in: area) }
  }

  enum Bonus {
    /// That of section 2.
    case asTyped
    /// Another one instead of that of section 2; a name without a bonus has none here, either.
    case instead(Int)
  }

  /// The names in an area that begin with a text.
  private func beginning(
    with text: String, in area: SlowRegions.Area, bonus: Bonus
  ) -> [Found] {
    let typed = SlowText.trimmed(text)
    return rows(beginningWith: text).compactMap { row in
      let name = names[row]
      let isWhole = name.key.utf8.count == typed.utf8.count
      guard isWhole || name.kind != .code, lies(name.city, in: area) else { return nil }
      var points = 0
      if !typed.isEmpty {
        if isWhole {
          points = 40
        } else if name.kind == .own, text.utf8.last != 32, name.bytes[typed.utf8.count] == 32 {
          points = 10
        }
      }
      if case .instead(let other) = bonus, points > 0 { points = other }
      return Found(
        row: row, score: base(name) + points - loss(name.city, in: area), typed: text)
    }
  }

  /// The names in an area that are a text.
  private func whole(_ text: String, in area: SlowRegions.Area, bonus: Int) -> [Found] {
    rows(named: text, in: area).map { row in
      let name = names[row]
      return Found(
        row: row, score: base(name) + bonus - loss(name.city, in: area), typed: text)
    }
  }

  // MARK: A region alone

  private func foundInRegionAlone(_ text: SlowText) -> [Found] {
    let scalars = text.trimmed.unicodeScalars
    let isShort = scalars.count < 4 && scalars.allSatisfy(\.isASCII)
    guard !isShort || text.trimmed == "usa" || regions.hasAlias(text.trimmed) else { return [] }
    let area = regions.named(text.trimmed)
    guard !area.isEmpty else { return [] }
    // Territories count beside a name only.
    let inside = cities.indices.filter { regionsOfCities[$0].contains(where: area.contains) }
    return inside.map { city in
      Found(row: ownNames[city], score: base(names[ownNames[city]]) - 30, typed: "")
    }
  }

  // MARK: With commas

  private func addFoundWithComma(_ parts: [String], to all: inout SlowReadings) {
    let (first, last) = (parts[0], parts[parts.count - 1])
    let second = parts.count > 2 ? regions.named(parts[parts.count - 2]) : []
    func both(_ area: SlowRegions.Area) -> SlowRegions.Area {
      second.isEmpty ? area : area + [second]
    }

    // A region after a comma.
    let (key, longer) = (regions.named(last), regions.beginning(with: last))
    let words = SlowNames.words(last)
    let wordByWord = [
      regions.named(words[words.count - 1]),
      regions.named(words.dropLast().joined(separator: " ")),
    ]
    let isWordByWord =
      key.isEmpty && longer.isEmpty && words.count > 1 && !isEmpty(wordByWord)
    var (full, half) = ([Found](), [Found]())
    if !key.isEmpty {
      full = beginning(with: first, in: both([key]), bonus: .asTyped)
      half = beginning(
        with: first, in: both([longer]), bonus: .instead(full.isEmpty ? 0 : -200))
    } else if !longer.isEmpty {
      full = beginning(with: first, in: both([longer]), bonus: .asTyped)
    } else if isWordByWord {
      full = beginning(with: first, in: both(wordByWord), bonus: .asTyped)
    }
    all.found += full + half
    all.hasRegion = !full.isEmpty
    guard full.isEmpty, half.isEmpty else { return }

    // A region before a comma.
    let firstRegion = regions.named(first)
    if !firstRegion.isEmpty {
      let next = parts.count > 2 ? regions.named(parts[1]) : []
      let area = next.isEmpty ? [firstRegion] : [firstRegion, next]
      let found = beginning(with: last, in: area, bonus: .asTyped)
      all.found += found
      all.hasRegion = !found.isEmpty
      if !found.isEmpty { return }
    }

    // An unknown region.
    if key.isEmpty, longer.isEmpty, !isWordByWord {
      all.found += beginning(with: first, in: [], bonus: .asTyped)
    }
  }

  // MARK: Without a comma

  private func addFoundWithoutComma(_ text: SlowText, to all: inout SlowReadings) {
    let words = text.words
    var (full, half) = ([Found](), [(head: String, area: SlowRegions.Area)]())
    for count in 1...4 where count < words.count {
      let last = words.suffix(count).joined(separator: " ")
      let key = regions.named(last)
      let longer = regions.beginning(with: text.folded.utf8.last == 32 ? last + " " : last)
      for firstCount in 0...3 where count + firstCount < words.count {
        let head = words.dropLast(count + firstCount).joined(separator: " ")
        let first = words.dropLast(count).suffix(firstCount).joined(separator: " ")
        let outer = firstCount == 0 ? [] : [regions.named(first)]
        full += whole(head, in: [key] + outer, bonus: 40)
        half.append((head, [longer] + outer))
      }
    }
    all.found += full
    all.hasRegion = !full.isEmpty
    for (head, area) in half {
      all.found += whole(
        head, in: area, bonus: full.isEmpty && !all.isRegionAlone ? 0 : -200)
    }
    guard all.found.isEmpty else { return }

    // A region in front.
    for count in 1...3 where count < words.count {
      let area = regions.named(words.prefix(count).joined(separator: " "))
      all.found += whole(
        words.dropFirst(count).joined(separator: " "), in: [area], bonus: 40)
    }
    all.hasRegion = !all.found.isEmpty
  }
}
