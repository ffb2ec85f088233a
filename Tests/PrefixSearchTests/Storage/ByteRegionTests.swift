import Testing

@testable import PrefixSearch

@Suite("Regions of bytes") struct ByteRegionTests {
  /// Offsets around both ends of a region of `count` bytes, and the least and greatest numbers.
  static func offsets(around count: Int) -> [Int] {
    let near = Array(-17...count + 17)
    let far = (0..<17).flatMap { [Int.min + $0, Int.max - $0, Int.min + count + $0] }
    let wide = [Int(Int32.min), Int(Int32.max), Int(UInt32.max), 1 << 40, -1 << 40]
    return near + far + wide
  }

  @Test(arguments: 0...20)
  func `reads zeros after its content, and zero outside`(count: Int) {
    let bytes = (0..<count).map { UInt8(0xA1 + $0) }
    let region = ByteRegion(copying: bytes)
    func number(at offset: Int, size: Int) -> UInt64 {
      guard offset >= 0, offset <= count else { return 0 }
      return bytes[offset...].prefix(size).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    #expect(region.count == count + 8)
    for offset in Self.offsets(around: count) {
      #expect(UInt64(region.byte(at: offset)) == number(at: offset, size: 1), "at \(offset)")
      #expect(UInt64(region.uint16(at: offset)) == number(at: offset, size: 2), "at \(offset)")
      #expect(UInt64(region.uint32(at: offset)) == number(at: offset, size: 4), "at \(offset)")
      #expect(region.uint64(at: offset) == number(at: offset, size: 8), "at \(offset)")
    }
  }

  @Test func `is laid out low byte first, with eight zeros after it`() {
    var writer = ByteRegionWriter()
    writer.append(0xA1 as UInt8, width: 1)
    writer.append(0xB2B1 as UInt16, width: 2)
    writer.append(0xC3C2C1 as UInt32, width: 3)
    #expect(writer.position == 6)
    writer.align(to: 8)
    #expect(writer.position == 8)
    writer.align(to: 8)
    #expect(writer.position == 8)
    writer.append([0xD1, 0xD2])
    writer.append(0x0102_0304_0506_0708 as UInt64, width: 8)
    let written: [UInt8] = [
      0xA1, 0xB1, 0xB2, 0xC1, 0xC2, 0xC3, 0, 0, 0xD1, 0xD2, 8, 7, 6, 5, 4, 3, 2, 1,
    ]
    #expect(writer.bytes == written)
    let region = writer.finish()
    #expect(
      (0..<region.count).map(region.byte(at:)) == written + [UInt8](repeating: 0, count: 8))
  }
}

@Suite("Packed numbers") struct PackedNumbersTests {
  @Test(arguments: 1...4)
  func `reads back numbers of its width`(width: Int) {
    let highest = UInt32.max >> UInt32(32 - 8 * width)
    let values = [0, 1, highest / 2, highest - 1, highest, 0, highest]
    var writer = ByteRegionWriter()
    writer.append([0xEE, 0xEE, 0xEE])
    for value in values { writer.append(value, width: width) }
    let region = writer.finish()
    let numbers = PackedNumbers(start: 3, width: width)
    #expect(values.indices.map { numbers.value(at: $0, in: region) } == values.map(Int.init))
  }

  @Test(arguments: 1...4)
  func `skips the bytes between numbers`(width: Int) {
    var writer = ByteRegionWriter()
    for value in 1...5 {
      writer.append(UInt32(value), width: width)
      writer.append([0xEE, 0xEE])
    }
    let numbers = PackedNumbers(start: 0, width: width, stride: width + 2)
    let region = writer.finish()
    #expect((0..<5).map { numbers.value(at: $0, in: region) } == [1, 2, 3, 4, 5])
  }

  @Test(arguments: 1...4)
  func `gives a number of its width at most for every index`(width: Int) {
    let region = ByteRegion(copying: [UInt8](repeating: 0xFF, count: 40))
    let highest = Int(UInt32.max >> UInt32(32 - 8 * width))
    for start in [0, 1, 36, 40, Int.max, Int.min] {
      let numbers = PackedNumbers(start: start, width: width)
      for index in ByteRegionTests.offsets(around: 40) {
        #expect((0...highest).contains(numbers.value(at: index, in: region)))
      }
    }
  }

  @Test(
    arguments: zip(
      [0, 1, 255, 256, 65_535, 65_536, 16_777_215, 16_777_216, 4_294_967_295],
      [1, 1, 1, 2, 2, 3, 3, 4, 4]))
  func `takes as few bytes as hold the highest number`(maximum: Int, width: Int) {
    #expect(PackedNumbers.width(for: maximum) == width)
  }
}
