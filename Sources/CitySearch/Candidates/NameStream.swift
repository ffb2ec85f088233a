internal import PrefixSearch

/// Names that match a reading of a query, all with the same bonus: a range of names and conditions.
///
/// A query is answered by the union of some of these, which ``StreamCursor`` enumerates.
struct NameStream: Sendable {
  /// The names.
  var rows: Range<Int>
  /// Consecutive cities instead, by their own names; `nil` for the names of `rows`.
  var cities: Range<Int>?
  /// The kinds of names.
  var kinds: StoredKinds
  /// What is added to their scores; negative for what follows everything else.
  var bonus: Int
  /// The area of their cities; `nil` for any.
  var area: Area?
  /// The reading.
  var reading: Reading.Number = .whole
  /// How well they match.
  var grade = MatchGrade.exact
  /// How many edits turn the text into the beginning of each.
  var edits: UInt8 = 0
}

extension NameStream {
  /// Consecutive cities, by their own names.
  init(
    cities: Range<Int>, bonus: Int, area: Area? = nil, reading: Reading.Number = .whole
  ) {
    self.init(
      rows: 0..<0, cities: cities, kinds: .own, bonus: bonus, area: area, reading: reading)
  }
}

/// A set of stored kinds.
struct StoredKinds: Sendable, Equatable {
  private let bits: UInt16

  private init(_ bits: UInt16) { self.bits = bits }

  private init(_ kinds: StoredKind...) { bits = kinds.reduce(0) { $0 | 1 << $1.rawValue } }

  static let all = StoredKinds(.max)
  static let codes = StoredKinds(.code, .codeAndName)
  static let own = StoredKinds(.own)
  static let allButCodes = StoredKinds(~codes.bits)
  /// All but codes and parts of own names.
  static let names = StoredKinds(allButCodes.bits & ~StoredKinds(.later).bits)

  /// Whether all of them are codes.
  var areCodes: Bool { bits & ~Self.codes.bits == 0 }

  /// Whether a kind is one of these.
  @inline(__always)
  func contains(_ kind: StoredKind) -> Bool { bits &>> kind.rawValue & 1 != 0 }
}

/// The readings of a query, and the names that match them.
struct Candidates: Sendable {
  /// The names, in the order of readings.
  private(set) var streams: [NameStream] = []
  /// The readings, by their numbers.
  private(set) var readings: [Reading] = [.whole, .corrected]
  /// The names that begin with the whole text.
  var plain: NameRanges?
  /// Whether the whole text is a region.
  var isRegion = false
  /// Whether the text is the whole name of a city and whole names of its regions.
  var isExplained = false
  /// Which names are searched.
  let scope: NameScope

  init(_ scope: NameScope = .all) { self.scope = scope }

  /// Adds a reading, and gives its number.
  mutating func number(of reading: Reading) -> Reading.Number {
    readings.append(reading)
    return Reading.Number(of: readings.count - 1)
  }

  /// Adds names, those in the scope.
  mutating func add(_ stream: NameStream) {
    var stream = stream
    if scope == .own {
      guard stream.kinds.contains(.own) else { return }
      stream.kinds = .own
    }
    if !stream.rows.isEmpty || stream.cities != nil { streams.append(stream) }
  }

  /// Adds the names that begin with a text.
  ///
  /// - Parameters:
  ///   - names: The names.
  ///   - reading: The number of the reading.
  ///   - area: The area of the cities; `nil` for any.
  ///   - more: What all names get besides.
  mutating func add(
    _ names: NameRanges, reading: Reading.Number = .whole, in area: Area? = nil,
    adding more: Int = 0
  ) {
    func add(_ rows: Range<Int>, _ kinds: StoredKinds, bonus: Int) {
      self.add(
        NameStream(
          rows: rows, kinds: kinds, bonus: bonus + more, area: area, reading: reading))
    }
    let (all, whole) = (names.all, names.bonus.whole)
    // The names that continue with a word include the whole ones, which come first. In a damaged file, both
    // ranges may lie anywhere.
    let both = (names.bonus.words.isEmpty ? whole : names.bonus.words).clamped(to: all)
    let first = max(whole.upperBound, both.lowerBound)
    let words = first..<max(first, both.upperBound)
    if whole != all { add(all, .allButCodes, bonus: 0) }
    add(whole, .all, bonus: NameScore.wholeBonus)
    add(words, .own, bonus: NameScore.wordBonus)
  }
}

extension SearchedNames {
  /// The cities whose own names are the names of a stream; `nil` if it has names of other kinds.
  ///
  /// - Complexity: O(1)
  @inline(__always)
  func cities(of stream: NameStream) -> Range<Int>? {
    if let cities = stream.cities { return cities }
    guard stream.kinds == .own else { return nil }
    return table.nameTable.ownNames.rows(ofNames: stream.rows).rawValues
  }

  /// Whether a name is one of a stream.
  @inline(__always)
  func matches(_ row: Int, _ stream: NameStream) -> Bool {
    let entry = entry(row)
    return stream.kinds.contains(entry.kind)
      && stream.area.map { table.contains($0, entry.city) } ?? true
  }

  /// Whether a stream has a name of a city that fulfills a condition.
  ///
  /// - Complexity: O(*n*), where *n* is the number of its names, up to the first one that matches.
  func hasMatch(_ stream: NameStream, where isIncluded: (CityRow) -> Bool = { _ in true }) -> Bool {
    stream.rows.contains { matches($0, stream) && isIncluded(entry($0).city) }
  }

  /// Whether one of some streams has a name.
  func haveMatch(_ streams: some Sequence<NameStream>) -> Bool {
    streams.contains { hasMatch($0) }
  }
}
