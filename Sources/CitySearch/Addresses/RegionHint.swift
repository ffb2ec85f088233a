internal import PrefixSearch

/// Words of an address that name countries or first-level divisions.
struct RegionHint: Sendable {
  /// The numbers of the words.
  let words: Range<Int>
  /// The set of the words.
  let mask: UInt128
  let regions: Gazetteer.NamedRegions
  /// How the words are the name.
  let match: Match
  /// Whether the words are all words of their part that are neither numbers nor kinds of places.
  let isWholePart: Bool
  /// Whether the name has so few letters that it may as well be a word or a code of something else.
  let isCode: Bool

  /// How words are the name of a region.
  enum Match: Sendable {
    /// They are the whole name.
    case whole
    /// They are the last words of the line, and its beginning.
    case begun
    /// They are the name with typos.
    case similar
  }

  init(
    _ words: Range<Int>, _ regions: Gazetteer.NamedRegions, _ match: Match = .whole,
    in line: AddressLine
  ) {
    self.words = words
    mask = UInt128(words: words)
    self.regions = regions
    self.match = match
    let part = line.part(of: words)
    isWholePart = part.mask & line.names & ~mask == 0
    let key = line.folded[line.key(words)]
    isCode = key.count <= 3 && key.allSatisfy { $0 < 0x80 }
  }
}

extension UInt128 {
  /// The set of some numbers.
  init(words: Range<Int>) {
    self = words.isEmpty ? 0 : (~0 >> UInt128(128 - words.count)) << UInt128(words.lowerBound)
  }

  /// Whether the set contains a number.
  func contains(_ number: Int) -> Bool { self >> UInt128(number) & 1 != 0 }

  /// Adds a number.
  mutating func insert(_ number: Int) { self |= 1 << UInt128(number) }

  /// The numbers in the set, ascending.
  var numbers: [Int] { self == 0 ? [] : (0..<bitWidth).filter(contains) }
}

extension AddressLine {
  /// The hints at regions, the longest first.
  ///
  /// - Complexity: O(*w*) lookups for *w* words.
  func hints(in gazetteer: Gazetteer) -> [RegionHint] {
    var hints: [RegionHint] = []
    for part in parts where part.role != .postalCode {
      for start in part.words
      where !words[start].isNumber || part.role == .state || isNumberOfDivision(start, of: part) {
        for end in (start + 1)...min(start + Self.longestRegion, part.words.upperBound) {
          let regions = regions(named: start..<end, in: gazetteer)
          if !regions.isEmpty { hints.append(RegionHint(start..<end, regions, in: self)) }
        }
      }
    }
    hints += similarHints(beside: hints, in: gazetteer)
    let known = hints.reduce(0 as UInt128) { $0 | $1.mask }
    hints.removeAll { !isPlausible($0, beside: known) }
    // "County Durham" is not Durham County, and "West Virginia" not Virginia.
    let longer = hints.filter { $0.words.count > 1 && $0.isWholePart && $0.match == .whole }
    hints.removeAll { hint in
      longer.contains { $0.mask != hint.mask && $0.mask | hint.mask == $0.mask }
    }
    if end != .complete { hints += begunHints(in: gazetteer) }
    hints = hints.sortedByPlace {
      $0.words.count == $1.words.count
        ? $0.words.lowerBound > $1.words.lowerBound : $0.words.count > $1.words.count
    }
    return hints
  }

  /// Whether a word is a number of two or three digits behind names, which may be that of a département.
  private func isNumberOfDivision(_ number: Int, of part: Part) -> Bool {
    number == part.words.upperBound - 1 && number > 0 && !part.isStreet && part.role == .any
      && (2...3).contains(words[number].range.count)
      && !words[..<number].contains { $0.isNumber }
  }

  /// The regions that some words name; the article and points between letters do not matter.
  private func regions(named range: Range<Int>, in gazetteer: Gazetteer) -> Gazetteer.NamedRegions {
    let found = gazetteer.regions(withKey: folded[key(range)])
    if let division = RegionAlias.division(named: folded[key(range)]) {
      let more = gazetteer.table.regions(of: division).filter { !found.all.contains($0) }
      return Gazetteer.NamedRegions(all: found.all + more)
    }
    guard found.isEmpty else { return found }
    if let country = RegionAlias.country(named: folded[key(range)]) {
      return gazetteer.region(country)
    }
    for spelling in gazetteer.spellings(ofRegion: folded[key(range)]) {
      return gazetteer.regions(withKey: spelling[...])
    }
    // "U.S.A." has three words of one letter each.
    if range.count > 1, range.allSatisfy({ words[$0].range.count == 1 }) {
      return gazetteer.regions(withKey: range.flatMap { folded[words[$0].range] }[...])
    }
    let first = folded[words[range.lowerBound].range]
    guard range.count > 1, first.elementsEqual("the".utf8) else { return found }
    return gazetteer.regions(withKey: folded[key(range.dropFirst())])
  }

  /// The hints at regions with typos: in the fields of state and country, and at the end of a line.
  private func similarHints(
    beside known: [RegionHint], in gazetteer: Gazetteer
  ) -> [RegionHint] {
    let last = parts.count > 1 ? parts.last { $0.mask & names != 0 } : nil
    return parts.compactMap { part in
      guard part.role == .state || part.role == .country || part.words == last?.words,
        !part.isStreet,
        !known.contains(where: { $0.isWholePart && part.words.contains($0.words.lowerBound) })
      else { return nil }
      let named = part.words.filter(names.contains)
      guard let first = named.first, let end = named.last, end - first + 1 == named.count else {
        return nil
      }
      let words = first..<end + 1
      guard part.role != .any || gazetteer.cities(withKey: folded[key(words)]).isEmpty else {
        return nil
      }
      let regions = gazetteer.regions(similarTo: folded[key(words)])
      return regions.isEmpty ? nil : RegionHint(words, regions, .similar, in: self)
    }
  }

  /// The hints at regions whose names begin with the last words, but are longer.
  private func begunHints(in gazetteer: Gazetteer) -> [RegionHint] {
    guard let last = parts.last, last.role == .any, words.count > 1 else { return [] }
    return last.words.suffix(Self.longestBegunRegion).compactMap { start in
      let range = start..<last.words.upperBound
      guard start > 0, !words[start].isNumber,
        range.count > 1 || !isCodeInCapitals(start)
      else { return nil }
      // Too many small divisions begin so, unless a comma says that it is one.
      let regions = gazetteer.regions(
        beginningWith: beginning(range)[...], ofEveryLevel: start == last.words.lowerBound)
      return regions.isEmpty ? nil : RegionHint(range, regions, .begun, in: self)
    }
  }

  /// Whether a word is two or three capital letters in a line that has others: "Belfast, NI" is not on the way to a
  /// longer name.
  func isCodeInCapitals(_ number: Int) -> Bool {
    func areCapitals(_ text: Substring) -> Bool {
      text.unicodeScalars.allSatisfy { ("A"..."Z").contains($0) }
    }
    return (2...3).contains(words[number].range.count) && areCapitals(words[number].source)
      && !words[..<number].allSatisfy { areCapitals($0.source) }
  }

  /// Whether words are where regions are written: at the end of a part, or at its beginning.
  ///
  /// "De" in "Rua de la Paz" is not Germany.
  private func isPlausible(_ hint: RegionHint, beside known: UInt128) -> Bool {
    // "Centre" is a region of France, and a word for buildings.
    if hint.words.allSatisfy({ words[$0].meaning.isAny(of: .ofStreet) }) { return false }
    let part = part(of: hint.words)
    func areOther(_ range: Range<Int>) -> Bool { UInt128(words: range) & names & ~known == 0 }
    if areOther(hint.words.upperBound..<part.words.upperBound) { return true }
    return !hint.isCode && !part.isStreet && areOther(part.words.lowerBound..<hint.words.lowerBound)
  }

  /// The greatest number of words of a region.
  private static let longestRegion = 6
  /// The greatest number of words of the beginning of one.
  private static let longestBegunRegion = 4
}
