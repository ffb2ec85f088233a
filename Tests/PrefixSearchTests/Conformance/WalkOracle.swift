import PrefixSearch
import TestSupport

/// An index without positions of its own, which is walked by asking another for ranges.
struct RangesOnly: PrefixIndex {
  let index: any PrefixIndex

  init(_ keys: SortedKeys) { index = RadixTree(keys) }

  init(_ index: any PrefixIndex) { self.index = index }

  var count: Int { index.count }
  var memoryFootprint: MemoryFootprint { index.memoryFootprint }

  func range(of prefix: Span<UInt8>) -> Range<Int> { index.range(of: prefix) }
}

extension PrefixIndex {
  /// Walks over all positions from that of `prefix` on and compares them with what follows from the
  /// key of each row.
  ///
  /// - Returns: The first difference.
  func firstWalkDifference(from keys: [[UInt8]], below prefix: [UInt8] = []) -> String? {
    let rows = keys.indices.filter { keys[$0].starts(with: prefix) }
    let expected = (rows.first ?? 0)..<(rows.last.map { $0 + 1 } ?? 0)
    guard let start = position(of: prefix.span) else {
      return expected.isEmpty && !prefix.isEmpty ? nil : "There is no position \(hex(prefix))."
    }
    if expected.isEmpty && !prefix.isEmpty { return "There is a position \(hex(prefix))." }
    var pending = [(position: start, depth: prefix.count, rows: expected)]
    while let (position, depth, rows) = pending.popLast() {
      let place = WalkedPosition(keys: keys, rows: rows, depth: depth)
      if let difference = firstDifference(at: position, from: place) { return difference }
      var children: [Position] = []
      forEachChild(of: position, in: .all) { children.append($1) }
      pending += zip(children, place.children).map { ($0, depth + 1, $1.rows) }
    }
    return nil
  }

  /// Compares one position with the expected one.
  private func firstDifference(at position: Position, from expected: WalkedPosition) -> String? {
    let (rows, own, children) = (expected.rows, expected.ownRows, expected.children)
    if self.rows(below: position) != rows { return "\(self.rows(below: position)): \(expected)" }
    if self.rows(endingAt: position) != own {
      return "\(self.rows(endingAt: position)) end here: \(expected)"
    }
    let first = children.first?.byte ?? 0x61
    let last = children.last?.byte ?? 0x61
    let even = children.map(\.byte).filter { $0 % 2 == 0 }
    for bytes in [
      .all, ByteSet(first...last), ByteSet([first]), ByteSet(last...255), ByteSet(0..<last),
      ByteSet(even), ByteSet(),
    ] {
      var visited: [WalkedPosition.Child] = []
      forEachChild(of: position, in: bytes) {
        visited.append(WalkedPosition.Child(byte: $0, rows: self.rows(below: $1)))
      }
      if visited != children.filter({ bytes.contains($0.byte) }) {
        return "Children by \(bytes) are \(visited): \(expected)"
      }
    }
    if !rows.isEmpty {
      // The rest of a key leads to its end, and with one byte more to nothing.
      let rest = expected.rest(ofKeyAt: rows.upperBound - 1)
      let end = self.position(of: rest.span, from: position)
      if end.map(self.rows(endingAt:))?.contains(rows.upperBound - 1) != true {
        return "\(hex(rest)) do not lead to the end of a key: \(expected)"
      }
    }
    let bytes = Set(children.flatMap { [$0.byte &- 1, $0.byte, $0.byte &+ 1] } + [0, 0x20, 255])
    for byte in bytes {
      let found = child(of: position, by: byte).map(self.rows(below:))
      if found != children.first(where: { $0.byte == byte })?.rows {
        return "The child by \(byte) has \(found?.description ?? "no rows"): \(expected)"
      }
    }
    if let tree = self as? RadixTree, let position = position as? RadixTree.Position {
      for byte in bytes {
        let next = children.first { $0.byte == byte }?.rows
        let number = next.map { $0 == rows ? RadixTree.Continuation.all : .some } ?? .none
        if tree.continuation(of: position, by: byte) != number {
          return "\(number) of the keys should continue with \(byte): \(expected)"
        }
      }
    }
    if let difference = firstDifference(inChildrenOf: position, children) {
      return "\(difference): \(expected)"
    }
    let ends = children.flatMap { [$0.rows.lowerBound, $0.rows.upperBound - 1] }
    for row in ends + [own.lowerBound, own.upperBound - 1, rows.lowerBound - 1, rows.upperBound] {
      let found = child(of: position, containing: row).map {
        WalkedPosition.Child(byte: $0.byte, rows: self.rows(below: $0.child))
      }
      if found != children.first(where: { $0.rows.contains(row) }) {
        return "The child with row \(row) is \(String(describing: found)): \(expected)"
      }
    }
    return nil
  }
}

extension PrefixIndex {
  /// Compares the bytes of the children, and what two bytes lead to, with the steps.
  private func firstDifference(
    inChildrenOf position: Position, _ children: [WalkedPosition.Child]
  ) -> String? {
    let steps = children.map { child -> (byte: UInt8, next: [UInt8]) in
      var next: [UInt8] = []
      if let position = self.child(of: position, by: child.byte) {
        forEachChild(of: position, in: .all) { byte, _ in next.append(byte) }
      }
      return (child.byte, next)
    }
    let bytes = Set(steps.flatMap(\.next) + [0, 0x20, 0x61]).sorted()
    let next = self.bytes(after: position)
    if next != ByteSet(children.map(\.byte)) { return "The bytes after it are \(next)" }
    for step in steps {
      for byte in Set(bytes.prefix(3) + step.next) {
        let found = self.position(of: [step.byte, byte].span, from: position)
        let expected = child(of: position, by: step.byte).flatMap { child(of: $0, by: byte) }
        if found.map(rows(below:)) != expected.map(rows(below:)) {
          return "\([step.byte, byte]) lead to \(String(describing: found))"
        }
      }
    }
    return nil
  }
}

/// An expected position.
fileprivate struct WalkedPosition: CustomStringConvertible {
  struct Child: Equatable {
    let byte: UInt8
    var rows: Range<Int>
  }

  let description: String
  private let keys: [[UInt8]]
  private let depth: Int
  let rows: Range<Int>
  let ownRows: Range<Int>
  let children: [Child]

  /// Divides the rows by the byte at `depth`.
  init(keys: [[UInt8]], rows: Range<Int>, depth: Int) {
    (self.keys, self.rows, self.depth) = (keys, rows, depth)
    let own = rows.prefix { keys[$0].count == depth }
    ownRows = own.startIndex..<own.endIndex
    var children: [Child] = []
    for row in rows.dropFirst(own.count) {
      if let last = children.indices.last, children[last].byte == keys[row][depth] {
        children[last].rows = children[last].rows.lowerBound..<row + 1
      } else {
        children.append(Child(byte: keys[row][depth], rows: row..<row + 1))
      }
    }
    self.children = children
    description =
      "should have rows \(rows) at depth \(depth), \(ownRows) of them ending here, "
      + "and children \(children)"
  }

  /// The bytes of the key of a row from this position on.
  func rest(ofKeyAt row: Int) -> [UInt8] { Array(keys[row][depth...]) }
}
