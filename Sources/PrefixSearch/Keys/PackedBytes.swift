/// Up to eight bytes in one word, which are compared with another byte at once (Lamport, 1975).
///
/// The byte 0xFF, which does not occur in UTF-8, stands for an empty lane.
public struct PackedBytes: Sendable {
  private var word: UInt64

  /// Eight empty lanes.
  @inline(__always)
  public init() { word = .max }

  /// The byte in a lane, 0 to 7; 0xFF in an empty one.
  @inline(__always)
  public subscript(lane: Int) -> UInt8 {
    get { UInt8(truncatingIfNeeded: word &>> UInt64(truncatingIfNeeded: 8 &* lane)) }
    set {
      let shift = UInt64(truncatingIfNeeded: 8 &* lane)
      word = word & ~(0xFF &<< shift) | UInt64(newValue) &<< shift
    }
  }

  /// The lanes that are not empty, a bit for each.
  @inline(__always)
  public var occupiedLanes: UInt8 { ~lanes(equalTo: 0xFF) }

  /// The lanes that have a byte, a bit for each; none for 0xFF.
  @inline(__always)
  public func lanes(of byte: UInt8) -> UInt8 { byte == 0xFF ? 0 : lanes(equalTo: byte) }

  @inline(__always)
  private func lanes(equalTo byte: UInt8) -> UInt8 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let difference = word ^ (UInt64(byte) &* 0x0101_0101_0101_0101)
    // The top bit of each byte that is zero, exactly; then these bits side by side.
    let zeros = ~((difference & low &+ low) | difference | low)
    return UInt8(truncatingIfNeeded: ((zeros &>> 7) &* 0x0102_0408_1020_4080) &>> 56)
  }

  /// The bytes of some lanes only, given by a bit for each.
  @inline(__always)
  func selecting(lanes: UInt8) -> PackedBytes {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let bits = UInt64(lanes) &* 0x0101_0101_0101_0101 & 0x8040_2010_0804_0201
    let chosen = ((bits & low &+ low) | bits) &>> 7 & 0x0101_0101_0101_0101
    var some = self
    some.word |= ~(chosen &* 0xFF)
    return some
  }
}
