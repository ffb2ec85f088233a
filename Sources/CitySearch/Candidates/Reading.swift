/// What a query was read as: a name, and the regions of its cities.
///
/// Most readings find no city, so the texts are made when a match is read.
enum Reading: Sendable {
  /// The whole text is the beginning of a name.
  case whole
  /// The whole text, without a separator at its end, is a name with typos.
  case corrected
  /// The whole text is a region, and no name.
  case region
  /// The last words of the text are a region: the length of the words before them, where they begin, and
  /// where another region before them lies.
  case lastWords(nameLength: Int, start: Int, first: Range<Int>?)
  /// The first words of the text are a region: where the words behind them begin.
  case firstWords(nameStart: Int)
  /// Parts between commas.
  indirect case parts(name: FoldedQuery, regions: [FoldedQuery])
  /// Some words of the text are a name: where they lie.
  case inside(Range<Int>)
  /// Words of an address, or a coordinate, which has no name.
  indirect case address(name: FoldedQuery, regions: [FoldedQuery], MatchedAddress)

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
    case .lastWords(let length, _, _): folded.part(0..<length)
    case .firstWords(let start): folded.part(start..<folded.count).withoutSpace
    case .parts(let name, _), .address(let name, _, _): name
    case .inside(let range): folded.part(range)
    }
  }

  /// Whether the whole text is a region.
  var isRegion: Bool {
    if case .region = self { true } else { false }
  }

  /// What was read beside the name, if the text is an address.
  var address: MatchedAddress? {
    if case .address(_, _, let address) = self { address } else { nil }
  }

  /// The regions, the last one first.
  func regions(in folded: FoldedQuery) -> [FoldedQuery] {
    switch self {
    case .region: [folded.withoutSpace]
    case .lastWords(_, let start, let first):
      [folded.part(start..<folded.count).withoutSpace] + (first.map { [folded.part($0)] } ?? [])
    case .firstWords(let start): [folded.part(0..<start - 1)]
    case .parts(_, let regions), .address(_, let regions, _): regions
    case .whole, .corrected, .inside: []
    }
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
