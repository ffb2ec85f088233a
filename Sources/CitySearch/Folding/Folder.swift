internal import PrefixSearch

/// A destination of folded bytes.
protocol FoldingOutput {
  /// The number of bytes received so far.
  var count: Int { get }

  mutating func append(_ byte: UInt8)

  /// Puts the marks that were received since `count` was `start` into canonical order.
  mutating func orderMarks(from start: Int)
}

/// Folds text, scalar after scalar.
///
/// The tables define the folding of each scalar in isolation. Three rules depend on adjacent scalars and
/// are the state of the folder: a run of separators is one space, there is none at the start, and
/// marks are sorted by their combining classes. Marks are seldom out of order, so they are written as
/// they come and sorted at the end of their run.
struct Folder {
  /// Whether a separator adds nothing, because it follows another one or is at the start.
  private(set) var absorbsSeparators: Bool
  /// The entry of the last mark of an open run of marks; 0 if there is none.
  private var lastMark: UInt16 = 0
  private var marksStart = 0
  private var marksAreInOrder = true

  /// A folder for a text, or for the rest of a text whose beginning is ASCII and folded already.
  init(absorbsSeparators: Bool = true) { self.absorbsSeparators = absorbsSeparators }

  /// Whether the last bytes written are marks that a later mark may have to precede.
  var hasOpenMarks: Bool { lastMark != 0 }

  /// Folds a text in UTF-8 from an index to its end.
  mutating func fold(
    _ text: Span<UInt8>, from start: Int = 0, into output: inout some FoldingOutput
  ) {
    var index = start
    while index < text.count {
      index = foldScalar(of: text, at: index, into: &output)
    }
  }

  /// Folds one scalar of a text in UTF-8, and returns the index after it.
  @inline(__always)
  mutating func foldScalar(
    of text: Span<UInt8>, at index: Int, into output: inout some FoldingOutput
  ) -> Int {
    let byte = text[index]
    if byte < 0x80 {
      write(entry: UInt16(FoldingTables.ascii[Int(byte)]), into: &output)
      return index + 1
    }
    return foldNonASCII(of: text, at: index, into: &output)
  }

  /// Completes the last run of marks.
  mutating func finish(_ output: inout some FoldingOutput) {
    if hasOpenMarks { closeMarks(in: &output) }
  }
}

// MARK: - Entries

extension Folder {
  /// Writes an entry that does not depend on its scalar.
  @inline(__always)
  private mutating func write(entry: UInt16, into output: inout some FoldingOutput) {
    if entry == FoldingTables.deleted { return }
    if hasOpenMarks { closeMarks(in: &output) }
    write(UInt8(truncatingIfNeeded: entry), into: &output)
  }

  private mutating func foldNonASCII(
    of text: Span<UInt8>, at index: Int, into output: inout some FoldingOutput
  ) -> Int {
    let (scalar, length) = text.decodeScalar(at: index)
    let next = index + length
    let entry = FoldingTables.entry(of: scalar)

    switch entry {
    case FoldingTables.deleted, FoldingTables.separator..<FoldingTables.firstText:
      write(entry: entry, into: &output)

    case FoldingTables.firstText...:
      writeText(at: Int(entry - FoldingTables.firstText), into: &output)

    case FoldingTables.kept:
      if hasOpenMarks { closeMarks(in: &output) }
      for index in index..<next { write(text[index], into: &output) }

    case FoldingTables.boundary:
      if hasOpenMarks { closeMarks(in: &output) }

    case FoldingTables.hangul:
      if hasOpenMarks { closeMarks(in: &output) }
      writeSyllable(scalar, into: &output)

    default:
      openMarks(with: entry, in: &output)
      for index in index..<next { write(text[index], into: &output) }
    }
    return next
  }

  /// Writes a byte of folded text, in which a space is a separator.
  @inline(__always)
  private mutating func write(_ byte: UInt8, into output: inout some FoldingOutput) {
    let isSeparator = byte == asciiSpace
    if isSeparator && absorbsSeparators { return }
    output.append(byte)
    absorbsSeparators = isSeparator
  }

  private mutating func writeText(at offset: Int, into output: inout some FoldingOutput) {
    let texts = FoldingTables.texts.utf8
    let header = texts.span[offset]
    let length = Int(header & ~FoldingTables.containsMarks)
    let text = texts.span.extracting(offset + 1..<offset + 1 + length)
    if header >= FoldingTables.containsMarks {
      // The scalars of such a text fold to themselves, and its marks are sorted with adjacent ones.
      return fold(text, into: &output)
    }
    if hasOpenMarks { closeMarks(in: &output) }
    for index in text.indices { write(text[index], into: &output) }
  }

  /// Writes the two or three conjoining letters of a Hangul syllable.
  private mutating func writeSyllable(_ scalar: UInt32, into output: inout some FoldingOutput) {
    let index = scalar - 0xAC00
    writeConjoiningLetter(0x1100 + index / 588, into: &output)
    writeConjoiningLetter(0x1161 + index % 588 / 28, into: &output)
    if index % 28 != 0 { writeConjoiningLetter(0x11A7 + index % 28, into: &output) }
  }

  private mutating func writeConjoiningLetter(
    _ scalar: UInt32, into output: inout some FoldingOutput
  ) {
    write(UInt8(0xE0 | scalar >> 12), into: &output)
    write(UInt8(0x80 | scalar >> 6 & 0x3F), into: &output)
    write(UInt8(0x80 | scalar & 0x3F), into: &output)
  }
}

// MARK: - Marks

extension Folder {
  /// Begins or continues a run of marks; the caller writes the mark.
  private mutating func openMarks(with mark: UInt16, in output: inout some FoldingOutput) {
    if !hasOpenMarks {
      marksStart = output.count
    } else if mark < lastMark {
      marksAreInOrder = false
    }
    lastMark = mark
  }

  private mutating func closeMarks(in output: inout some FoldingOutput) {
    if !marksAreInOrder { output.orderMarks(from: marksStart) }
    marksAreInOrder = true
    lastMark = 0
  }
}

extension FoldingTables {
  /// The entry of a scalar.
  ///
  /// The arrays are subscripted directly and not passed to functions, so that the compiler reads
  /// constant data, and the first lookup of a process does not create array objects.
  ///
  /// - Complexity: O(1)
  static func entry(of scalar: UInt32) -> UInt16 {
    var scalar = scalar
    if scalar >= gap.lowerBound {
      if scalar < gap.upperBound || scalar >= end { return separator }
      scalar -= gap.upperBound - gap.lowerBound
    }
    let block = Int(scalar >> blockBits)
    let position = number(block, in: blocks[block >> 2])
    let index = Int(position) << blockBits | Int(scalar & (1 << blockBits - 1))
    return number(index, in: entries[index >> 2])
  }

  /// The number at an index, of the four that are packed into its word.
  private static func number(_ index: Int, in word: UInt64) -> UInt16 {
    UInt16(truncatingIfNeeded: word >> (16 * (index & 3)))
  }
}

extension Array: FoldingOutput where Element == UInt8 {
  mutating func orderMarks(from start: Int) {
    let marks = self[start...]
    replaceSubrange(
      start..., with: canonicalOrder(ofMarks: marks.span).map { marks[start + $0] })
  }
}

/// The indices of the bytes of some marks, sorted by combining class; marks of one class keep their order.
///
/// - Complexity: O(*n* log *n*) where *n* is the number of bytes.
func canonicalOrder(ofMarks text: Span<UInt8>) -> [Int] {
  var marks: [(entry: UInt16, bytes: Range<Int>)] = []
  var index = 0
  while index < text.count {
    let (scalar, length) = text.decodeScalar(at: index)
    marks.append((FoldingTables.entry(of: scalar), index..<index + length))
    index += length
  }
  return marks.sortedByPlace { $0.entry < $1.entry }.flatMap { $0.bytes }
}
