/// What a query was read as: a name, and what stands beside it.
///
/// Most readings find no city, so the texts are made when a match is read.
enum Reading: Sendable {
  /// The whole text is the beginning of a name.
  case whole
  /// The whole text, without a separator at its end, is a name with typos.
  case corrected
  /// The whole text is a region, and no name.
  case region
  /// A line, in which some words are a name.
  indirect case line(ReadLine)

  /// What the words of a line are.
  struct ReadLine: Sendable {
    /// The name, folded; empty if the cities of a region are meant, or if it has none.
    let name: FoldedQuery
    /// The words for the regions in which the city lies, folded, the last one first, and what they name.
    let regions: [(text: FoldedQuery, level: Gazetteer.RegionLevel)]
    /// What was read beside them.
    let address: MatchedAddress
    /// Whether the name is a whole one, in whatever form.
    var isWholeName = false
    /// Whether the name is that of a region, whose cities are meant.
    var isRegion = false
  }

  /// The position of a reading among those of a query, of which the first two are always the same.
  struct Number: Sendable, Comparable {
    private let rawValue: UInt8

    static let whole = Number(of: 0)
    static let corrected = Number(of: 1)

    /// Of more readings than a byte counts, the last ones share a number.
    init(of position: Int) { rawValue = UInt8(clamping: position) }

    var position: Int { Int(rawValue) }

    static func < (one: Number, two: Number) -> Bool { one.rawValue < two.rawValue }
  }

  /// The name, of a query with a folded text.
  func name(in folded: FoldedQuery) -> FoldedQuery {
    switch self {
    case .whole: folded
    case .corrected: folded.withoutSpace
    case .region: FoldedQuery()
    case .line(let line): line.name
    }
  }

  /// Whether the text is a region, or several.
  var isRegion: Bool {
    switch self {
    case .whole, .corrected: false
    case .region: true
    case .line(let line): line.isRegion
    }
  }

  /// What was read in a line; `nil` if the whole text is a name or a region.
  var line: ReadLine? {
    if case .line(let line) = self { line } else { nil }
  }
}

extension FoldedQuery {
  /// A part of the folded text.
  func part(_ range: Range<Int>) -> FoldedQuery {
    withBytes { FoldedQuery(copying: $0.extracting(range)) }
  }

  /// The same without a space at its end.
  var withoutSpace: FoldedQuery { endsInSeparator ? part(0..<count - 1) : self }
}
