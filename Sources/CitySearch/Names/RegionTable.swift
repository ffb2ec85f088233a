package import PrefixSearch

/// The names of countries and divisions: in many languages, with codes and abbreviations.
///
/// Each line is a name and its country or division. A name may have several lines: "georgia" is a country
/// and a state. Of the two tables of a gazetteer, the first one has no subdivisions.
package struct RegionTable: Sendable {
  /// Finds the lines by the folded name, which ends in a space.
  private let index: RadixTree
  /// The country or division of each line; and then the inverse: for each division, then for each country, and then
  /// for each subdivision, where its lines begin, and the numbers of these lines, in order.
  private let lines: ByteRegion
  private let inverse: PackedNumbers
  private let divisionCount: Int
  /// The number of divisions and countries.
  private let regionCount: Int
  /// The number of divisions, countries and subdivisions.
  private let listCount: Int

  /// The flag of a line for a whole country, in addition to its number; other lines have the number of a
  /// division.
  package static let countryFlag: UInt32 = 1 << 31
  /// The flag of a line for a subdivision.
  package static let subdivisionFlag: UInt32 = 1 << 30
  /// The bytes of a line.
  package static let lineSize = 4

  /// Reads a table; `nil` if its two sections do not fit each other and the numbers of regions.
  package init?(
    keys: ByteRegion, lines: ByteRegion, divisionCount: Int, countryCount: Int,
    subdivisionCount: Int = 0
  ) {
    index = RadixTree(region: keys)
    self.lines = lines
    self.divisionCount = divisionCount
    regionCount = divisionCount + countryCount
    listCount = regionCount + subdivisionCount
    inverse = PackedNumbers(
      start: index.count * Self.lineSize, width: PackedNumbers.width(for: index.count))
    let (count, numberCount) = (Int64(index.count), Int64(listCount + 1 + index.count))
    guard
      Int64(lines.count - ByteRegion.padding)
        == count &* Int64(Self.lineSize) + numberCount &* Int64(inverse.stride)
    else { return nil }
  }

  /// All names, in order, with their lines.
  ///
  /// - Complexity: O(*b*), where *b* is the length of all names in bytes.
  package var completions: [Completion] { index.completions(of: []) }

  /// The country or division of a line.
  @inline(__always)
  package func line(_ number: Int) -> UInt32 { lines.uint32(at: number &* Self.lineSize) }

  /// Whether one of some consecutive lines is for a country or division.
  ///
  /// - Parameters:
  ///   - region: The country or division, as ``line(_:)`` gives it.
  ///   - lines: The lines.
  /// - Returns: Whether one of the lines is; false if there is no such country or division.
  /// - Complexity: O(log *l*), where *l* is the number of names of the country or division.
  @inline(__always)
  package func contains(_ region: UInt32, in lines: Range<Int>) -> Bool {
    let isCountry = region & Self.countryFlag != 0
    let number =
      Int(truncatingIfNeeded: region & ~Self.countryFlag) &+ (isCountry ? divisionCount : 0)
    guard number < (isCountry ? regionCount : divisionCount) else { return false }
    return contains(list: number, in: lines)
  }

  /// Whether one of some consecutive lines is for a country or a division of any level.
  ///
  /// - Complexity: O(log *l*), where *l* is the number of names of the country or division.
  package func contains(_ region: Region, in lines: Range<Int>) -> Bool {
    guard case .subdivision(let number) = region else { return contains(region.line, in: lines) }
    guard number >= 0, number < listCount - regionCount else { return false }
    return contains(list: regionCount + number, in: lines)
  }

  /// Whether one of some consecutive lines is in a list of the inverse.
  @inline(__always)
  private func contains(list number: Int, in lines: Range<Int>) -> Bool {
    // In a damaged table these may be any numbers: a search among them ends, and reads no other memory.
    var lower = inverse.value(at: number, in: self.lines)
    let end = inverse.value(at: number &+ 1, in: self.lines)
    var upper = end
    let first = listCount &+ 1
    while lower < upper {
      let middle = (lower &+ upper) &>> 1
      if inverse.value(at: first &+ middle, in: self.lines) < lines.lowerBound {
        lower = middle &+ 1
      } else {
        upper = middle
      }
    }
    return lower < end && inverse.value(at: first &+ lower, in: self.lines) < lines.upperBound
  }

  /// The lines of a name.
  ///
  /// - Parameter key: A text that may be a name, folded; if it ends in a space, so does the name.
  /// - Returns: The lines; empty if there is no such name.
  package func lines(named key: Span<UInt8>) -> Range<Int> {
    guard key.count > 0, let position = index.position(of: key) else { return 0..<0 }
    return lines(named: key, at: position)
  }

  /// The lines of a name.
  package func lines(named key: borrowing FoldedQuery) -> Range<Int> {
    key.withBytes { lines(named: $0) }
  }

  /// The lines of the names that are a text with any forms of its Chinese characters.
  ///
  /// - Parameters:
  ///   - letters: The text, as Unicode scalars.
  ///   - forms: The forms.
  /// - Returns: The lines, and the names.
  package func lines(
    spelling letters: ArraySlice<UInt32>, _ forms: HanForms
  ) -> [(lines: Range<Int>, name: [UInt8])] {
    forms.spellings(of: letters, in: index).compactMap { name in
      let lines = lines(named: name.span)
      return lines.isEmpty ? nil : (lines, name)
    }
  }

  /// The lines of the whole names within some edits of a text.
  ///
  /// - Parameters:
  ///   - letters: The text, two letters or more.
  ///   - limit: The greatest number of edits, 1 or 2.
  /// - Returns: The lines.
  package func lines(similarTo letters: [UInt32], limit: Int) -> [Int] {
    index.prefixes(similarTo: letters, limit: limit, separator: asciiSpace, wholeOnly: true)
      .whole.flatMap { $0 }
  }

  /// Whether a name begins with a text.
  ///
  /// - Complexity: That of a lookup.
  func hasName(beginningWith text: Span<UInt8>) -> Bool { index.position(of: text) != nil }

  /// The lines of the names that begin with a text, and are longer.
  ///
  /// - Parameter key: A text that may be the beginning of a name, folded.
  /// - Returns: The lines.
  package func longerLines(of key: Span<UInt8>) -> Range<Int> {
    guard key.count > 0, let position = index.position(of: key) else { return 0..<0 }
    let (all, exact) = (index.rows(below: position), lines(named: key, at: position))
    // The name itself sorts before all longer names.
    return exact.isEmpty ? all : exact.upperBound..<max(exact.upperBound, all.upperBound)
  }

  /// The lines of a name at its position, where the space at its end may be missing.
  private func lines(named key: Span<UInt8>, at position: RadixTree.Position) -> Range<Int> {
    let end =
      key[key.count - 1] == asciiSpace ? position : index.child(of: position, by: asciiSpace)
    return end.map { index.rows(endingAt: $0) } ?? 0..<0
  }
}
