/// Decompresses DEFLATE, part by part, in constant memory.
///
/// The format is that of RFC 1951. Codes of up to ten bits are found in one table; longer ones, which are
/// rare, are compared length by length, as zlib's `puff` does.
struct Inflater {
  // The compressed bytes that are not read yet, and the bits that are.
  private var input: [UInt8] = []
  private var position = 0
  private var bits: UInt64 = 0
  private var bitCount = 0
  /// How many compressed bytes came before those in `input`.
  private var countBefore = 0
  /// Whether no more bytes follow those that were appended.
  var isInputComplete = false

  private var state = State.ended
  private var isLastBlock = false
  private var literals = HuffmanCode()
  private var distances = HuffmanCode()

  /// The bytes to which a match may refer, and behind them those of this part.
  private var window = [UInt8](repeating: 0, count: 2 * windowSize + longestMatch)
  private var start = 0
  private var end = 0

  private enum State {
    case blockHeader, stored(Int), compressed, ended
  }

  /// What a step leads to.
  enum Step {
    /// There are decompressed bytes.
    case output
    /// More compressed bytes must be appended, or said to be all.
    case needsInput
    /// The data have ended.
    case ended
  }

  /// The farthest distance of a match.
  private static let windowSize = 1 << 15
  private static let longestMatch = 258
  /// The most bytes that the header of a block has, with its codes.
  private static let longestHeader = 600
  /// The most bits of a match: two codes with their extra bits.
  private static let longestSymbol = 48

  /// The offset of the next compressed byte in all that were appended.
  var offset: Int { countBefore + position - bitCount / 8 }

  /// Appends compressed bytes.
  mutating func append(_ bytes: Span<UInt8>) {
    input.removeSubrange(..<position)
    countBefore += position
    position = 0
    input.reserveCapacity(input.count + bytes.count)
    for index in bytes.indices { input.append(bytes[index]) }
  }

  /// Whether there are so many bytes, or no more follow.
  func has(_ byteCount: Int) -> Bool {
    isInputComplete || input.count - position + bitCount / 8 >= byteCount
  }

  /// Begins to decompress at the next byte; what was decompressed before is forgotten.
  mutating func begin() { (state, start, end) = (.blockHeader, 0, 0) }

  /// The next byte outside of blocks; `nil` at the end.
  mutating func nextByte() -> UInt8? {
    if bitCount >= 8 { return UInt8(take(8)) }
    guard position < input.count else { return nil }
    defer { position += 1 }
    return input[position]
  }

  /// Calls a closure with the bytes of the last part.
  func withOutput<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(window.span.extracting(start..<end))
  }
}

// MARK: - Blocks

extension Inflater {
  /// Decompresses the next part, of up to 32 KiB and one match.
  ///
  /// - Throws: What is wrong with the data.
  mutating func step() throws(DamagedGzip) -> Step {
    if end >= Self.windowSize {
      let kept = end - Self.windowSize
      for index in 0..<Self.windowSize { window[index] = window[kept + index] }
      end = Self.windowSize
    }
    start = end
    while end - start < Self.windowSize {
      switch state {
      case .ended: return end > start ? .output : .ended
      case .blockHeader:
        guard has(Self.longestHeader) else { return end > start ? .output : .needsInput }
        try readHeader()
      case .stored(0): endBlock()
      case .stored(let count):
        guard let byte = nextByte() else {
          guard !isInputComplete else { throw .truncated }
          return end > start ? .output : .needsInput
        }
        window[end] = byte
        end += 1
        state = .stored(count - 1)
      case .compressed:
        guard try readSymbols() else { return end > start ? .output : .needsInput }
      }
    }
    return .output
  }

  private mutating func endBlock() {
    state = isLastBlock ? .ended : .blockHeader
    // What follows the last block begins with a byte of its own.
    if isLastBlock { drop(bitCount % 8) }
  }

  private mutating func readHeader() throws(DamagedGzip) {
    isLastBlock = try read(1) == 1
    switch try read(2) {
    case 0:
      drop(bitCount % 8)
      let (count, complement) = (try read(16), try read(16))
      guard count == complement ^ 0xFFFF else {
        throw .damaged("the length of a block", at: offset)
      }
      state = .stored(count)
    case 1:
      (literals, distances) = Self.fixedCodes
      state = .compressed
    case 2:
      try readCodes()
      state = .compressed
    default: throw .damaged("the kind of a block", at: offset)
    }
  }

  /// The codes that a block need not write.
  private static let fixedCodes = {
    let lengths = (0..<288).map { symbol -> UInt8 in
      switch symbol {
      case ..<144: 8
      case ..<256: 9
      case ..<280: 7
      default: 8
      }
    }
    guard let literals = HuffmanCode(lengths),
      // The last two of these codes are of no distance.
      let distances = HuffmanCode([UInt8](repeating: 5, count: 32))
    else { preconditionFailure("The fixed codes must be complete.") }
    return (literals, distances)
  }()

  /// The order in which the lengths of the codes for lengths are written.
  private static let orderOfLengths = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  private mutating func readCodes() throws(DamagedGzip) {
    let (literalCount, distanceCount) = (try read(5) + 257, try read(5) + 1)
    let lengthCount = try read(4) + 4
    var lengths = [UInt8](repeating: 0, count: 19)
    for place in Self.orderOfLengths[..<lengthCount] { lengths[place] = UInt8(try read(3)) }
    guard literalCount <= 286, distanceCount <= 30, let code = HuffmanCode(lengths) else {
      throw .damaged("the codes of a block", at: offset)
    }
    lengths = []
    while lengths.count < literalCount + distanceCount {
      let symbol = try read(code)
      guard symbol >= 16 else {
        lengths.append(UInt8(symbol))
        continue
      }
      let repeated = symbol == 16 ? lengths.last : 0
      let count =
        switch symbol {
        case 16: try read(2) + 3
        case 17: try read(3) + 3
        default: try read(7) + 11
        }
      guard let repeated, lengths.count + count <= literalCount + distanceCount else {
        throw .damaged("the codes of a block", at: offset)
      }
      lengths.append(contentsOf: repeatElement(repeated, count: count))
    }
    guard lengths[HuffmanCode.endOfBlock] > 0,
      let literals = HuffmanCode(lengths[..<literalCount], mayLackCodes: true),
      let distances = HuffmanCode(lengths[literalCount...], mayLackCodes: true)
    else { throw .damaged("the codes of a block", at: offset) }
    (self.literals, self.distances) = (literals, distances)
  }

  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163,
    195, 227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1_025, 1_537,
    2_049,
    3_073, 4_097, 6_145, 8_193, 12_289, 16_385, 24_577,
  ]

  /// Decompresses up to the end of the block or of the part.
  ///
  /// - Returns: False if there are too few compressed bytes.
  private mutating func readSymbols() throws(DamagedGzip) -> Bool {
    let limit = start + Self.windowSize
    let (literals, distances) = (literals, distances)
    while end < limit {
      refill()
      guard bitCount >= Self.longestSymbol || isInputComplete else { return false }
      let symbol = try read(literals)
      guard symbol >= HuffmanCode.endOfBlock else {
        window[end] = UInt8(symbol)
        end += 1
        continue
      }
      guard symbol > HuffmanCode.endOfBlock else {
        endBlock()
        return true
      }
      let place = symbol - HuffmanCode.endOfBlock - 1
      guard place < Self.lengthBases.count else { throw .damaged("a length", at: offset) }
      let length = Self.lengthBases[place] + (try read(Self.lengthBits[place]))
      let farness = try read(distances)
      guard farness < Self.distanceBases.count else { throw .damaged("a distance", at: offset) }
      // Two codes share a number of extra bits, the first four have none.
      let distance = Self.distanceBases[farness] + (try read(max(0, farness / 2 - 1)))
      guard distance <= end else { throw .damaged("a distance", at: offset) }
      // Byte by byte, because a match may overlap what it makes.
      for target in end..<end + length { window[target] = window[target - distance] }
      end += length
    }
    return true
  }
}

// MARK: - Bits

extension Inflater {
  /// Fills the bits up, as far as there are bytes.
  private mutating func refill() {
    while bitCount <= 56, position < input.count {
      bits |= UInt64(input[position]) << UInt64(bitCount)
      position += 1
      bitCount += 8
    }
  }

  private mutating func drop(_ count: Int) {
    bits >>= UInt64(count)
    bitCount -= count
  }

  /// The next bits, of which there are so many.
  private mutating func take(_ count: Int) -> Int {
    defer { drop(count) }
    return Int(bits & (1 << UInt64(count) - 1))
  }

  /// Reads a number of up to 16 bits.
  private mutating func read(_ count: Int) throws(DamagedGzip) -> Int {
    if bitCount < count { refill() }
    guard bitCount >= count else { throw .truncated }
    return take(count)
  }

  /// Reads a symbol.
  private mutating func read(_ code: borrowing HuffmanCode) throws(DamagedGzip) -> Int {
    if bitCount < HuffmanCode.maximumLength { refill() }
    guard let (symbol, length) = code.symbol(of: bits) else {
      throw bitCount < HuffmanCode.maximumLength ? .truncated : .damaged("a code", at: offset)
    }
    guard length <= bitCount else { throw .truncated }
    drop(length)
    return symbol
  }
}
