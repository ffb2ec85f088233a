import Foundation
package import PrefixSearch

/// The lines of a text as keys, in the order of their bytes; equal ones in the order of the text.
///
/// Nothing is folded: a key is the bytes of its line without the line feed and a carriage return before
/// it. Answers are line numbers.
package struct KeyLines: Sendable {
  static let counts = 100...10_000_000

  private let text: [UInt8]
  private let lines: [Line]
  /// The numbers of lines, by row; the first line of the text is 1.
  private let numbers: [UInt32]
  /// The number of empty lines, which were skipped.
  package let emptyCount: Int

  private struct Line {
    /// The first eight bytes, highest first, which decide most comparisons.
    var head: UInt64
    var start: Int
    var count: Int
    var number: UInt32

    var range: Range<Int> { start..<start + count }
  }

  package init(_ dataset: Dataset) throws {
    let data = try explaining("\(dataset.name) cannot be read") {
      try Data(contentsOf: dataset.file)
    }
    try self.init(Array(data), name: dataset.name)
  }

  /// Takes a text; errors call it `name`.
  package init(_ text: [UInt8], name: String) throws {
    var (lines, emptyCount) = ([Line](), 0)
    var (start, number) = (text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, UInt32(0))
    while start < text.count {
      let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      let count = end - start - (end > start && text[end - 1] == UInt8(ascii: "\r") ? 1 : 0)
      number += 1
      guard (try? UTF8Span(validating: text.span.extracting(start..<start + count))) != nil else {
        throw BenchFailure("\(name), line \(number): a key must be valid UTF-8")
      }
      if count > 0 {
        let head = (0..<8).reduce(UInt64(0)) { head, place in
          head << 8 | (place < count ? UInt64(text[start + place]) : 0)
        }
        lines.append(Line(head: head, start: start, count: count, number: number))
      } else {
        emptyCount += 1
      }
      start = end + 1
    }
    guard Self.counts.contains(lines.count) else {
      let (least, most) = (Self.counts.lowerBound, Self.counts.upperBound)
      throw BenchFailure(
        "\(name) must have \(least) to \(most.grouped) keys, one a line, got \(lines.count.grouped)."
      )
    }
    lines.sort { first, second in
      guard first.head == second.head else { return first.head < second.head }
      for (one, other) in zip(first.range.dropFirst(8), second.range.dropFirst(8))
      where text[one] != text[other] {
        return text[one] < text[other]
      }
      return (first.count, first.number) < (second.count, second.number)
    }
    self.text = text
    self.lines = lines
    self.emptyCount = emptyCount
    numbers = lines.map(\.number)
  }
}

extension KeyLines {
  package var count: Int { lines.count }

  /// The number of the line that a row stands for.
  package func number(atRow row: Int) -> Int { Int(numbers[row]) }

  package func text(atRow row: Int) -> String {
    String(decoding: text[lines[row].range], as: UTF8.self)
  }

  /// Whether the key of a row begins with some bytes.
  package func hasPrefix(_ prefix: Span<UInt8>, atRow row: Int) -> Bool {
    let range = lines[row].range
    guard prefix.count <= range.count else { return false }
    return prefix.indices.allSatisfy { text[range.lowerBound + $0] == prefix[$0] }
  }

  package func sortedKeys() throws -> SortedKeys {
    var builder = SortedKeys.Builder()
    builder.reserveCapacity(count: lines.count, byteCount: text.count)
    do {
      for line in lines { try builder.append(text.span.extracting(line.range)) }
    } catch {
      throw BenchFailure("The keys cannot be indexed. \(error)")
    }
    return builder.finish()
  }
}
