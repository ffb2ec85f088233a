package import PrefixSearch

/// The forms of Chinese characters: traditional, simplified and Japanese ones are one character to who searches.
///
/// A section of the file. It has the characters of which a form occurs in a name of a city or region, ascending, each
/// with the next of its forms; the forms of a character are a ring. Both have two bytes.
///
/// Source: `kSimplifiedVariant`, `kTraditionalVariant` and `kZVariant` of Unicode's Unihan database.
package struct HanForms: Sendable {
  private let region: ByteRegion
  private let count: Int

  /// The bytes of a character and the next of its forms.
  package static let entrySize = 4
  /// More forms than any character has: a ring in a damaged file may be longer.
  private static let greatestFormCount = 8
  /// No more spellings of a text are searched.
  private static let greatestSpellingCount = 16

  /// Reads a section; `nil` if it does not consist of entries.
  package init?(_ region: ByteRegion) {
    let size = region.count - ByteRegion.padding
    guard size >= 0, size % Self.entrySize == 0 else { return nil }
    self.region = region
    count = size / Self.entrySize
  }

  /// The other forms of a letter; none for most.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of characters that have some.
  package func others(of letter: UInt32) -> [UInt32] {
    var (forms, form) = ([UInt32](), letter)
    for _ in 0..<Self.greatestFormCount {
      guard let next = next(form), next != letter else { break }
      forms.append(next)
      form = next
    }
    return forms
  }

  private func next(_ letter: UInt32) -> UInt32? {
    func entry(_ number: Int) -> UInt32 { region.uint32(at: number &* Self.entrySize) }
    let place = (0..<count).partitioningIndex { entry($0) & 0xFFFF >= letter }
    guard place < count, entry(place) & 0xFFFF == letter else { return nil }
    return entry(place) >> 16
  }

  /// The spellings of a text, with any forms of its letters, with which keys of an index begin.
  ///
  /// - Parameters:
  ///   - letters: The text, as Unicode scalars.
  ///   - index: The index.
  /// - Returns: The spellings in UTF-8: the text itself, if a key begins with it, and others.
  /// - Complexity: O(*m*) for each spelling, where *m* is the number of letters.
  package func spellings(
    of letters: ArraySlice<UInt32>, in index: some PrefixIndex
  ) -> [[UInt8]] {
    var (spellings, path) = ([[UInt8]](), [UInt8]())
    add(letters, after: index.root, in: index, &path, &spellings)
    return spellings
  }

  private func add<Index: PrefixIndex>(
    _ letters: ArraySlice<UInt32>, after position: Index.Position, in index: Index,
    _ path: inout [UInt8], _ spellings: inout [[UInt8]]
  ) {
    guard spellings.count < Self.greatestSpellingCount else { return }
    guard let letter = letters.first else { return spellings.append(path) }
    let length = path.count
    for form in [letter] + others(of: letter) {
      Unicode.Scalar(form).map { path.append(contentsOf: UTF8.encode($0) ?? .init()) }
      if let next = index.position(of: path.span.extracting(length...), from: position) {
        add(letters.dropFirst(), after: next, in: index, &path, &spellings)
      }
      path.removeLast(path.count - length)
    }
  }
}
