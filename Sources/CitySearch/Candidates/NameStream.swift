internal import PrefixSearch

/// Names that match a reading of a query, all with the same bonus: a range of rows and conditions.
///
/// A query is answered by the union of some of these. How they are enumerated is no matter of theirs, see
/// ``StreamCursor``.
struct NameStream: Sendable {
  /// The names.
  var rows: Range<Int>
  /// Which of them.
  var kinds: Kinds
  /// What is added to their scores.
  var bonus: Int
  /// The area of their cities; `nil` for any.
  var area: AreaIntersection?
  /// The number of the reading, see ``Reading``.
  var reading: UInt8 = 0
  /// Whether they are corrections.
  var hasTypo = false
  /// Whether they are in a region that was typed in full.
  var isInFullRegion = false

  enum Kinds {
    case all
    case allButCodes
    case codes
    case own

    /// Whether names of a kind are some of these.
    @inline(__always)
    func contains(_ kind: StoredKind) -> Bool {
      switch self {
      case .all: true
      case .allButCodes: kind != .code
      case .codes: kind == .code
      case .own: kind == .own
      }
    }
  }
}

/// What a query was read as: a name, and the regions of its cities.
///
/// Most readings find no city, so the texts are made when a match is read.
enum Reading: Sendable {
  /// The last words of the text are a region: the length of the words before them, where they begin, and
  /// where another region before them lies.
  case lastWords(nameLength: Int, start: Int, first: Range<Int>?)
  /// Parts between commas.
  indirect case parts(name: FoldedQuery, regions: [FoldedQuery])

  /// The number of the reading as the beginning of a name, which every query has.
  static let plain: UInt8 = 0
  /// The number of the whole text as a name with typos.
  static let corrected: UInt8 = 255

  /// The name, of a query with a folded text.
  func name(in folded: FoldedQuery) -> FoldedQuery {
    switch self {
    case .lastWords(let length, _, _):
      folded.withBytes { FoldedQuery(copying: $0.extracting(..<length)) }
    case .parts(let name, _): name
    }
  }

  /// The regions, the last one first.
  func regions(in folded: FoldedQuery) -> [FoldedQuery] {
    switch self {
    case .lastWords(_, let start, let first):
      folded.withBytes { bytes in
        [FoldedQuery(copying: bytes.extracting(start...)).withoutSpace]
          + (first.map { [FoldedQuery(copying: bytes.extracting($0))] } ?? [])
      }
    case .parts(_, let regions): regions
    }
  }
}

/// The readings of a query, and the names that match them.
struct Candidates: Sendable {
  /// The names, in the order of readings.
  private(set) var streams: [NameStream] = []
  /// The readings from number 1 on.
  private(set) var readings: [Reading] = []
  /// The names that begin with the whole text.
  var plain: NameRanges?
  /// The number of the first part as a name with typos, before the last one as a region.
  var correctedPart: UInt8 = 0

  /// Adds a reading, and gives its number.
  mutating func number(of reading: Reading) -> UInt8 {
    readings.append(reading)
    return UInt8(min(readings.count, Int(Reading.corrected) - 1))
  }

  /// Adds names.
  mutating func add(_ stream: NameStream) {
    if !stream.rows.isEmpty { streams.append(stream) }
  }

  /// Adds the names that begin with a text.
  ///
  /// - Parameters:
  ///   - names: The names.
  ///   - reading: The number of the reading.
  ///   - area: The area of the cities; `nil` for any.
  ///   - isFull: Whether whole names and words get a bonus, which they do not before a region that is half
  ///     typed.
  mutating func add(
    _ names: NameRanges, reading: UInt8 = Reading.plain, in area: AreaIntersection? = nil,
    isFull: Bool = true
  ) {
    func add(_ rows: Range<Int>, _ kinds: NameStream.Kinds, bonus: Int) {
      self.add(
        NameStream(
          rows: rows, kinds: kinds, bonus: bonus, area: area, reading: reading,
          isInFullRegion: isFull && area != nil))
    }
    let (whole, words) = (names.bonus.whole, names.bonus.words)
    guard isFull else {
      add(names.all, .allButCodes, bonus: 0)
      return add(whole, .codes, bonus: 0)
    }
    if whole != names.all { add(names.all, .allButCodes, bonus: 0) }
    add(whole, .all, bonus: NameScore.wholeBonus)
    let others = max(whole.upperBound, words.lowerBound)
    if !words.isEmpty, others < words.upperBound {
      add(others..<words.upperBound, .own, bonus: NameScore.wordBonus)
    }
  }
}
