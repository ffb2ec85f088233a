/// The typed text, folded and split at commas.
///
/// The parts are folded, without spaces at their ends, and empty ones are left out. Only the first two and
/// the last two of them matter.
struct QueryText: Sendable {
  /// The whole text.
  let folded: FoldedQuery
  /// The whole text without a space at its end.
  let typed: FoldedQuery
  private(set) var hasComma = false
  /// The first part, before a comma.
  private(set) var head = FoldedQuery()
  /// The last part, if there are two or more.
  private(set) var last: FoldedQuery?
  /// The part before the last one, if there are three or more.
  private(set) var middle: FoldedQuery?
  /// The second part, if there are three or more.
  private(set) var second: FoldedQuery?
  /// The whole text as it was typed, and where the first part lies in it.
  private let written: String
  private var firstPart = 0..<0

  init(_ text: String, _ folded: FoldedQuery) {
    self.folded = folded
    typed = folded.withoutSpace
    written = text
    let bytes = text.utf8.span
    var start = 0
    for index in bytes.indices where bytes[index] == UInt8(ascii: ",") {
      append(bytes, start..<index)
      start = index + 1
    }
    hasComma = start > 0
    if hasComma { append(bytes, start..<bytes.count) }
  }

  private mutating func append(_ text: Span<UInt8>, _ range: Range<Int>) {
    let part = FoldedQuery(folding: text.extracting(range)).withoutSpace
    if part.isEmpty { return }
    if head.isEmpty {
      (head, firstPart) = (part, range)
    } else {
      (middle, last) = (last, part)
      second = second ?? middle
    }
  }

  /// Whether a word of the text may be abbreviated.
  var hasPeriod: Bool { written.utf8.contains(UInt8(ascii: ".")) }

  /// The first part as it was typed; the whole text if there is no comma.
  var firstWritten: String {
    guard hasComma else { return written }
    // Commas are ASCII, so the part is well-formed.
    return String(validating: written.utf8.span.extracting(firstPart)) ?? ""
  }
}
