/// A canonical Huffman code, in which all codes of a length are consecutive numbers.
struct HuffmanCode {
  static let endOfBlock = 256
  static let maximumLength = 15
  private static let tableBits = 10

  /// By the next ten bits: the symbol and the length of its code, or 0.
  private var table: [UInt16] = []
  /// How many codes each length has.
  private var counts = [Int](repeating: 0, count: maximumLength + 1)
  /// The symbols in the order of their codes.
  private var symbols: [UInt16] = []

  init() {}

  /// Makes the code of the lengths of all symbols; 0 for a symbol without a code.
  ///
  /// Fails if two symbols have one code, or if there are codes without a symbol. A code of one symbol, or of
  /// none, lacks codes, and `mayLackCodes` accepts it.
  init?(_ lengths: some Collection<UInt8>, mayLackCodes: Bool = false) {
    for length in lengths { counts[Int(length)] += 1 }
    let used = lengths.count - counts[0]
    counts[0] = 0
    var free = 1
    var places = [Int](repeating: 0, count: Self.maximumLength + 2)
    for length in 1...Self.maximumLength {
      free = 2 * free - counts[length]
      guard free >= 0 else { return nil }
      places[length + 1] = places[length] + counts[length]
    }
    guard free == 0 || mayLackCodes && used <= 1 else { return nil }
    symbols = [UInt16](repeating: 0, count: used)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      symbols[places[Int(length)]] = UInt16(symbol)
      places[Int(length)] += 1
    }
    fillTable()
  }

  private mutating func fillTable() {
    table = [UInt16](repeating: 0, count: 1 << Self.tableBits)
    var (code, place) = (0, 0)
    for length in 1...Self.tableBits {
      for _ in 0..<counts[length] {
        // The first bit of a code is its highest one, and comes first.
        let reversed = Int((UInt16(code) << UInt16(16 - length)).bitReversed)
        for index in stride(from: reversed, to: table.count, by: 1 << length) {
          table[index] = symbols[place] << 4 | UInt16(length)
        }
        code += 1
        place += 1
      }
      code <<= 1
    }
  }

  /// The symbol with which some bits begin, and the length of its code; `nil` if there is none.
  func symbol(of bits: UInt64) -> (symbol: Int, length: Int)? {
    guard !table.isEmpty else { return nil }
    let entry = table[Int(bits & UInt64(1 << Self.tableBits - 1))]
    if entry != 0 { return (Int(entry >> 4), Int(entry & 15)) }
    var (code, first, place, bits) = (0, 0, 0, bits)
    for length in 1...Self.maximumLength {
      code |= Int(bits & 1)
      bits >>= 1
      let offset = code - first
      if offset < counts[length] { return (Int(symbols[place + offset]), length) }
      place += counts[length]
      first = (first + counts[length]) << 1
      code <<= 1
    }
    return nil
  }
}

extension UInt16 {
  fileprivate var bitReversed: UInt16 {
    var (rest, result) = (self, UInt16(0))
    for _ in 0..<16 {
      result = result << 1 | rest & 1
      rest >>= 1
    }
    return result
  }
}
