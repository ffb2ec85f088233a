/// The prefix of a key, of which at least the length is known, to be located in a name.
protocol KeyPrefix {
  /// The number of bytes without a space at the end, which needs no character in the name.
  var countWithoutSpace: Int { get }
  /// The number of bytes of the name's key that show whether the name has the prefix.
  var comparedCount: Int { get }
  /// Whether a byte of the name's key may be the one at an index; true for those after the prefix.
  func agrees(with byte: UInt8, at index: Int) -> Bool
}

/// Where a prefix ends in a name.
enum FoundPrefix {
  case none
  /// The last scalar that the prefix needs ends at this offset in UTF-8, and at this one in UTF-16.
  case prefix(end: Int, length: Int)
  /// Combining marks may be reordered across grapheme clusters.
  case disorder
}

extension KeyPrefix {
  /// Folds just as much of a text as is needed to find the prefix.
  ///
  /// The folding of a scalar that is not a mark depends only on whether a space precedes it. So the
  /// bytes of such scalars are counted, and compared, as they stand in the tables.
  ///
  /// - Parameter text: Well-formed UTF-8.
  /// - Returns: The end of the last scalar that the prefix needs.
  @inline(__always)
  func found(in text: Span<UInt8>) -> FoundPrefix {
    let wanted = countWithoutSpace
    guard wanted > 0 else {
      return comparedCount == 0 ? .prefix(end: 0, length: 0) : foundByFolder(in: text)
    }
    var (index, count) = (0, 0)
    // The number of bytes so far that are no code units of their own in UTF-16.
    var joinedBytes = 0
    var absorbsSeparators = true

    while count < wanted {
      guard index < text.count else { return .none }
      let byte = text[index]
      if byte < 0x80 {
        index &+= 1
        let entry = FoldingTables.ascii[Int(byte)]
        if entry > asciiSpace {
          guard agrees(with: entry, at: count) else { return .none }
          count &+= 1
          absorbsSeparators = false
        } else if entry == asciiSpace, !absorbsSeparators {
          guard agrees(with: asciiSpace, at: count) else { return .none }
          count &+= 1
          absorbsSeparators = true
        }
        continue
      }
      let (scalar, size) = text.decodeWellFormedScalar(at: index)
      index &+= size
      joinedBytes &+= size == 2 ? 1 : 2
      let entry = FoldingTables.entry(of: scalar)
      if FoldingTables.separator &+ 1..<FoldingTables.firstText ~= entry {
        guard agrees(with: UInt8(truncatingIfNeeded: entry), at: count) else { return .none }
        count &+= 1
        absorbsSeparators = false
      } else if entry == FoldingTables.separator {
        if absorbsSeparators { continue }
        guard agrees(with: asciiSpace, at: count) else { return .none }
        count &+= 1
        absorbsSeparators = true
      } else if entry != FoldingTables.deleted, entry != FoldingTables.boundary {
        let letters = letters(of: entry, in: text, from: index &- size, to: index, at: count)
        guard letters > 0 else { return foundByFolder(in: text) }
        count &+= letters
        absorbsSeparators = false
      }
    }
    guard count >= comparedCount || text.keyHasSpace(at: index) else { return .none }
    return .prefix(end: index, length: index &- joinedBytes)
  }

  /// The number of bytes that a scalar with several of them adds to a key; 0 if one of these is a space
  /// or belongs to a mark, or differs from the prefix.
  @inline(never)
  private func letters(
    of entry: UInt16, in text: Span<UInt8>, from start: Int, to end: Int, at count: Int
  ) -> Int {
    switch entry {
    case FoldingTables.kept:
      return letters(in: text, start..<end, at: count)
    case FoldingTables.firstText...:
      let texts = FoldingTables.texts.utf8.span
      let place = Int(entry &- FoldingTables.firstText)
      if texts[place] >= FoldingTables.containsMarks { return 0 }
      return letters(in: texts, place + 1..<place + 1 + Int(texts[place]), at: count)
    default:
      return 0
    }
  }

  private func letters(in text: Span<UInt8>, _ range: Range<Int>, at count: Int) -> Int {
    for index in range {
      let place = count &+ index &- range.lowerBound
      guard text[index] != asciiSpace, agrees(with: text[index], at: place) else { return 0 }
    }
    return range.count
  }

  /// The general case of `found(in:)`, for names with marks.
  @inline(never)
  private func foundByFolder(in text: Span<UInt8>) -> FoundPrefix {
    var output = ComparedBytes(prefix: self)
    var folder = Folder()
    var index = 0
    var end = countWithoutSpace == 0 ? 0 : nil

    // A later mark could still be reordered before one that was compared.
    while index < text.count, output.count < comparedCount || folder.hasOpenMarks {
      index = folder.foldScalar(of: text, at: index, into: &output)
      if output.isInDisorder { return .disorder }
      if output.isDifferent { return folder.hasOpenMarks ? .disorder : .none }
      if output.count >= countWithoutSpace { end = end ?? index }
    }
    folder.finish(&output)
    if output.isInDisorder { return .disorder }
    return end.map { .prefix(end: $0, length: text.extracting(first: $0).utf16Count) } ?? .none
  }
}

/// Compares folded bytes with a prefix, without storing them.
private struct ComparedBytes<Prefix: KeyPrefix>: FoldingOutput {
  let prefix: Prefix
  /// The number of bytes received, including those after the end of the prefix.
  private(set) var count = 0
  private(set) var isDifferent = false
  /// Whether bytes were received in another order than they have in a key.
  private(set) var isInDisorder = false

  init(prefix: Prefix) { self.prefix = prefix }

  mutating func append(_ byte: UInt8) {
    if !prefix.agrees(with: byte, at: count) { isDifferent = true }
    count += 1
  }

  mutating func orderMarks(from start: Int) { isInDisorder = true }
}

extension Span<UInt8> {
  /// The scalar that begins at an index of well-formed UTF-8, and is not ASCII, and its length in bytes.
  @inline(__always)
  fileprivate func decodeWellFormedScalar(at index: Int) -> (scalar: UInt32, length: Int) {
    let lead = UInt32(self[index])
    let second = UInt32(self[index &+ 1] & 0x3F)
    if lead < 0xE0 { return ((lead & 0x1F) << 6 | second, 2) }
    let third = UInt32(self[index &+ 2] & 0x3F)
    if lead < 0xF0 { return ((lead & 0x0F) << 12 | second << 6 | third, 3) }
    let fourth = UInt32(self[index &+ 3] & 0x3F)
    return ((lead & 0x07) << 18 | second << 12 | third << 6 | fourth, 4)
  }

  /// Whether the key of this name has a space after the letters that end at an offset.
  fileprivate func keyHasSpace(at offset: Int) -> Bool {
    var index = offset
    while index < count {
      let (scalar, length) = decodeScalar(at: index)
      index += length
      switch FoldingTables.entry(of: scalar) {
      case FoldingTables.deleted, FoldingTables.boundary: continue
      case FoldingTables.separator: return true
      case let entry where entry >= FoldingTables.firstText:
        return FoldingTables.texts.utf8.span[Int(entry - FoldingTables.firstText) + 1] == asciiSpace
      default: return false
      }
    }
    // Every key ends in a space.
    return true
  }
}
