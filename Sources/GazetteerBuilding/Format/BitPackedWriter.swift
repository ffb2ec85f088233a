internal import CitySearch

extension BitPackedNumbers {
  /// Packs numbers.
  struct Writer {
    private(set) var bytes: [UInt8] = []
    private let width: Int
    private var bitCount = 0

    init(_ numbers: BitPackedNumbers) { width = numbers.width }

    /// Appends a number that fits.
    mutating func append(_ number: Int) {
      for bit in 0..<width {
        if bitCount & 7 == 0 { bytes.append(0) }
        bytes[bytes.count - 1] |= UInt8(number >> bit & 1) << UInt8(bitCount & 7)
        bitCount += 1
      }
    }
  }
}
