package import PrefixSearch

/// Many short texts that are read one at a time, in order.
///
/// The section has the number of texts, and the offset of every fourth and the end of the last, four bytes each; then
/// the texts, each with a zero behind it. So a text has one byte beside its own, and opening reads two numbers.
package struct TextBlocks: Sendable {
  private let region: ByteRegion
  /// The number of texts.
  package let count: Int
  /// Where the first text begins.
  private let start: Int

  /// How many texts share one stored offset.
  package static let textsPerBlock = 4

  /// Reads a section; `nil` if it does not hold as many texts as it says.
  ///
  /// - Complexity: O(1)
  package init?(_ region: ByteRegion) {
    let content = region.count - ByteRegion.padding
    let count = Int(clamping: region.uint32(at: 0))
    guard content >= 8, count < content else { return nil }
    start = 4 * (Self.blockCount(count) + 2)
    guard start <= content, Int64(content - start) == Int64(region.uint32(at: start - 4)) else {
      return nil
    }
    self.region = region
    self.count = count
  }

  /// The number of blocks of so many texts.
  package static func blockCount(_ count: Int) -> Int {
    (count + textsPerBlock - 1) / textsPerBlock
  }

  /// The text with a number; empty if there is none.
  package subscript(number: Int) -> String { region.text(in: range(of: number)) }

  /// Whether a text is that of some bytes, or goes on behind them with a byte.
  package func hasText(_ number: Int, beginningWith bytes: [UInt8], andThen next: UInt8) -> Bool {
    let range = range(of: number)
    guard range.count >= bytes.count,
      bytes.indices.allSatisfy({ region.byte(at: range.lowerBound &+ $0) == bytes[$0] })
    else { return false }
    return range.count == bytes.count || region.byte(at: range.lowerBound &+ bytes.count) == next
  }

  /// Where a text lies; an empty range if there is none.
  ///
  /// It ends in its block, whatever the bytes of a damaged file are.
  private func range(of number: Int) -> Range<Int> {
    guard number >= 0, number < count else { return 0..<0 }
    let offset = 4 &+ number / Self.textsPerBlock &* 4
    let content = region.count - ByteRegion.padding
    let end = min(start &+ Int(clamping: region.uint32(at: offset &+ 4)), content)
    var lower = min(start &+ Int(clamping: region.uint32(at: offset)), content)
    for _ in 0..<number % Self.textsPerBlock { lower = zero(lower, before: end) &+ 1 }
    return lower..<max(lower, zero(lower, before: end))
  }

  /// The position of the next zero from a position on; `end` if there is none before.
  private func zero(_ position: Int, before end: Int) -> Int {
    var position = position
    while position < end, region.byte(at: position) != 0 { position &+= 1 }
    return position
  }
}
