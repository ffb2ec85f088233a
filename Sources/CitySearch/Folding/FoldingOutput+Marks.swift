extension Array: FoldingOutput where Element == UInt8 {
  mutating func orderMarks(from start: Int) {
    replaceSubrange(start..., with: canonicallyOrderedMarks(in: span.extracting(start...)))
  }
}

/// The same marks, sorted by combining class; marks of one class keep their order.
///
/// - Complexity: O(*n* log *n*) where *n* is the number of bytes.
func canonicallyOrderedMarks(in text: Span<UInt8>) -> [UInt8] {
  var marks: [(entry: UInt16, bytes: Range<Int>)] = []
  var index = 0
  while index < text.count {
    let (scalar, length) = text.decodeScalar(at: index)
    marks.append((FoldingTables.entry(of: scalar), index..<index + length))
    index += length
  }
  // The sort of the standard library is stable, and fast where parts are in order already.
  marks.sort { $0.entry < $1.entry }

  var ordered: [UInt8] = []
  ordered.reserveCapacity(text.count)
  for mark in marks {
    for index in mark.bytes { ordered.append(text[index]) }
  }
  return ordered
}
