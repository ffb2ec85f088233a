internal import PrefixSearch

/// Names that match a reading of a query, all with the same bonus: a range of rows and conditions.
///
/// A query is answered by the union of some of these, which ``StreamCursor`` enumerates.
struct NameStream: Sendable {
  /// The names.
  var rows: Range<Int>
  /// Which of them.
  var kinds: Kinds
  /// What is added to their scores; negative for what follows everything else.
  var bonus: Int
  /// The area of their cities; `nil` for any.
  var area: AreaIntersection?
  /// The number of the reading, see ``Reading``.
  var reading: UInt8 = 0
  /// How well they match.
  var grade = MatchGrade.exact
  /// Whether they are in a region that was typed in full.
  var isInFullRegion = false
  /// Whether these are the own names of all cities in the area, however they begin; then there are no rows.
  var isOfAllCities = false

  enum Kinds {
    case all
    case allButCodes
    case codes
    case own
    /// All but own names and codes.
    case others

    /// Whether names of a kind are some of these.
    @inline(__always)
    func contains(_ kind: StoredKind) -> Bool {
      switch self {
      case .all: true
      case .allButCodes: kind != .code
      case .codes: kind == .code
      case .own: kind == .own
      case .others: kind != .own && kind != .code
      }
    }
  }
}

/// The readings of a query, and the names that match them.
struct Candidates: Sendable {
  /// The names, in the order of readings.
  private(set) var streams: [NameStream] = []
  /// The readings from number 1 on.
  private(set) var readings: [Reading] = []
  /// The names that follow the corrections of a name before a region, because they lie outside of it.
  var outside: [NameStream] = []
  /// The names that begin with the whole text.
  var plain: NameRanges?
  /// Whether the whole text is a region.
  var isRegion = false
  /// Whether a part between commas was left out, because it is no region.
  var hasUnknownPart = false

  /// Adds a reading, and gives its number.
  mutating func number(of reading: Reading) -> UInt8 {
    readings.append(reading)
    return UInt8(min(readings.count, Int(Reading.corrected) - 1))
  }

  /// Adds names.
  mutating func add(_ stream: NameStream) {
    if !stream.rows.isEmpty || stream.isOfAllCities { streams.append(stream) }
  }

  /// Adds the names that begin with a text.
  ///
  /// - Parameters:
  ///   - names: The names.
  ///   - reading: The number of the reading.
  ///   - area: The area of the cities; `nil` for any.
  ///   - other: What whole names, and own names that continue with a word, get instead of their bonus.
  ///   - more: What all names get besides.
  mutating func add(
    _ names: NameRanges, reading: UInt8 = Reading.plain, in area: AreaIntersection? = nil,
    insteadOfBonus other: Int? = nil, adding more: Int = 0
  ) {
    func add(_ rows: Range<Int>, _ kinds: NameStream.Kinds, bonus: Int) {
      self.add(
        NameStream(
          rows: rows, kinds: kinds, bonus: bonus + more, area: area, reading: reading,
          isInFullRegion: other == nil && area != nil))
    }
    let (all, whole) = (names.all, names.bonus.whole)
    // The names that continue with a word include the whole ones, which come first. In a damaged file, both
    // ranges may lie anywhere.
    let both = (names.bonus.words.isEmpty ? whole : names.bonus.words).clamped(to: all)
    let first = max(whole.upperBound, both.lowerBound)
    let words = first..<max(first, both.upperBound)
    if let other, other < 0, !both.isEmpty {
      add(all.lowerBound..<both.lowerBound, .allButCodes, bonus: 0)
      add(both.upperBound..<all.upperBound, .allButCodes, bonus: 0)
      add(words, .others, bonus: 0)
    } else if whole != all {
      add(all, .allButCodes, bonus: 0)
    }
    add(whole, .all, bonus: other ?? NameScore.wholeBonus)
    if other != 0 { add(words, .own, bonus: other ?? NameScore.wordBonus) }
  }
}

extension SearchedNames {
  /// Whether a name is one of a stream.
  @inline(__always)
  func matches(_ row: Int, _ stream: NameStream) -> Bool {
    let entry = entry(row)
    return stream.kinds.contains(entry.kind)
      && stream.area.map { table.contains($0, entry.city) } ?? true
  }

  /// Whether a stream has a name.
  ///
  /// - Complexity: O(*n*), where *n* is the number of its rows, up to the first one that matches.
  func hasMatch(_ stream: NameStream) -> Bool { stream.rows.contains { matches($0, stream) } }

  /// Whether one of some streams has a name.
  func haveMatch(_ streams: some Sequence<NameStream>) -> Bool { streams.contains(where: hasMatch) }
}
