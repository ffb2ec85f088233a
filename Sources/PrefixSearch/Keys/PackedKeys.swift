/// Keys in ascending order, from which an index is built, in little memory: each is stored without the
/// bytes that it shares with the key before it (front coding).
///
/// Keys of city names take half of their size. Every sixteenth key is whole, so that reading any key
/// decodes sixteen at most. The bytes lie in pages, because a single array would be in memory twice
/// while it grows.
package struct PackedKeys: Sendable {
  private var pages: [[UInt8]] = []
  /// The page that is not full.
  private var page: [UInt8] = []
  /// Where each block of keys begins: the number of the page and the offset in it.
  private var starts: [UInt64] = []
  private var last: [UInt8] = []
  private var terminators = Terminators()
  /// The number of keys.
  package private(set) var count = 0
  /// The length of all keys in bytes, equal ones counted each.
  package private(set) var byteCount = 0

  private static let keysPerBlock = 16
  private static let pageSize = 1 << 20

  /// Creates an empty list.
  package init() {}

  /// Appends a key, which must not sort before the last one.
  package mutating func append(_ key: Span<UInt8>) {
    let shared = last.span.sharedLength(with: key)
    terminators.add(key)
    byteCount += key.count
    let isFirst = count % Self.keysPerBlock == 0
    if isFirst {
      if page.count >= Self.pageSize {
        pages.append(page)
        page.removeAll(keepingCapacity: true)
      }
      starts.append(UInt64(pages.count) << 32 | UInt64(page.count))
    }
    page.append(number: shared)
    let rest = key.extracting((isFirst ? 0 : shared)...)
    page.append(number: rest.count)
    for index in rest.indices { page.append(rest[index]) }
    last.removeLast(last.count - shared)
    for index in shared..<key.count { last.append(key[index]) }
    count += 1
  }

  /// The byte in which all keys end, if no key ends in two of it; `nil` if there is no such byte.
  package var commonTerminator: UInt8? { terminators.common }
}

extension PackedKeys {
  /// The keys of a block, each of them whole.
  private struct Block {
    private(set) var bytes: [UInt8] = []
    private(set) var ranges: [Range<Int>] = []
    /// How many bytes each key shares with the one before it.
    private(set) var shared: [Int] = []

    mutating func removeAll() {
      bytes.removeAll(keepingCapacity: true)
      ranges.removeAll(keepingCapacity: true)
      shared.removeAll(keepingCapacity: true)
    }

    mutating func append(sharing shared: Int, _ rest: Range<Int>, of page: [UInt8]) {
      let start = bytes.count
      if let last = ranges.last {
        for index in last.prefix(shared) { bytes.append(bytes[index]) }
      }
      bytes.append(contentsOf: page[rest])
      ranges.append(start..<bytes.count)
      self.shared.append(shared)
    }
  }

  /// Reads the first keys of a block.
  private func read(_ number: Int, upTo limit: Int = keysPerBlock, into block: inout Block) {
    block.removeAll()
    let start = starts[number]
    let (pageNumber, offset) = (Int(start >> 32), Int(start & 0xFFFF_FFFF))
    let page = pageNumber < pages.count ? pages[pageNumber] : page
    var position = offset
    for _ in 0..<min(limit, count - number * Self.keysPerBlock) {
      let shared = page.number(at: &position)
      let length = page.number(at: &position)
      block.append(sharing: shared, position..<position + length, of: page)
      position += length
    }
  }

  /// Calls a closure with each key, and with the number of bytes that it shares with the one before it.
  package func forEach<Failure: Error>(
    _ body: (Span<UInt8>, _ shared: Int) throws(Failure) -> Void
  ) throws(Failure) {
    var block = Block()
    for number in starts.indices {
      read(number, into: &block)
      for place in block.ranges.indices {
        try body(block.bytes.span.extracting(block.ranges[place]), block.shared[place])
      }
    }
  }

  /// Calls a closure with each key, the last one first.
  package func forEachReversed(_ body: (Span<UInt8>) -> Void) {
    var block = Block()
    for number in starts.indices.reversed() {
      read(number, into: &block)
      for place in block.ranges.indices.reversed() {
        body(block.bytes.span.extracting(block.ranges[place]))
      }
    }
  }

  /// Calls a closure with the key of a row.
  ///
  /// - Complexity: O(*m*), where *m* is the length of sixteen keys in bytes.
  package func withKey<Result>(atRow row: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    var block = Block()
    let (number, place) = row.quotientAndRemainder(dividingBy: Self.keysPerBlock)
    read(number, upTo: place + 1, into: &block)
    return body(block.bytes.span.extracting(block.ranges[place]))
  }
}

extension [UInt8] {
  /// Appends a number, seven bits in each byte, the lowest first.
  package mutating func append(number: Int) {
    var rest = UInt(number)
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  /// Reads a number that was appended, and moves the position after it.
  package func number(at position: inout Int) -> Int {
    var (number, shift) = (0, 0)
    while true {
      let byte = self[position]
      position += 1
      number |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
  }
}
