/// A perfect hash function: it maps each key of a set to a slot of its own.
///
/// The hash of a key selects a *bucket*, and each bucket has a *pilot*, a small number that is mixed
/// into the hash to give the slot. Building tries pilots until all keys of a bucket fall into free
/// slots, the fullest bucket first (Fox, Chen and Heath, 1992; Pibiri and Trani, *PTHash*, 2021). So a
/// lookup never probes twice, though nearly all slots are occupied. A key outside of the set has a
/// slot, too, so each slot has to store its key for comparison.
struct PerfectHash {
  /// The number of bits of a hash that select its bucket, at least 1.
  let bucketBits: Int
  /// The pilot of each bucket.
  private(set) var pilots: [UInt16]
  /// The number of slots, including the free ones.
  let slotCount: Int
  /// The slot of each key, in the order of the input; `nil` if no pilot fits its bucket, which happens
  /// only for adversarial keys.
  private(set) var slots: [Int?]

  /// The size of a stored pilot in bytes.
  static let pilotSize = 2
  /// The greatest mean number of keys in a bucket: with more, pilots take longer to find and less memory.
  private static let bucketSize = 6

  /// Assigns a slot to each key.
  ///
  /// - Parameter hashes: The hashes of the keys, all different.
  /// - Complexity: O(*n* log *n*) for *n* keys that are not adversarial.
  init(of hashes: [UInt64]) {
    let bits = Self.bucketBits(for: hashes.count)
    bucketBits = bits
    slotCount = Self.slotCount(for: hashes.count)
    pilots = [UInt16](repeating: 0, count: 1 << bits)
    slots = [Int?](repeating: nil, count: hashes.count)
    var members = [[Int]](repeating: [], count: pilots.count)
    for (number, hash) in hashes.enumerated() {
      members[Int(hash >> UInt64(64 - bits))].append(number)
    }
    let order = members.indices.sorted { (-members[$0].count, $0) < (-members[$1].count, $1) }
    var isTaken = [Bool](repeating: false, count: slotCount)
    for bucket in order where !members[bucket].isEmpty {
      findPilot(for: bucket, with: members[bucket], of: hashes, &isTaken)
    }
  }

  /// The number of bits that select a bucket, for a number of keys.
  static func bucketBits(for keyCount: Int) -> Int {
    let buckets = (keyCount + bucketSize - 1) / bucketSize
    return max(1, Int.bitWidth - max(0, buckets - 1).leadingZeroBitCount)
  }

  /// The number of slots for a number of keys: a few stay free, which shortens the search for the last
  /// pilots.
  static func slotCount(for keyCount: Int) -> Int { keyCount + keyCount / 32 }

  /// Assigns slots to the keys of a bucket, by the first pilot that gives free ones.
  private mutating func findPilot(
    for bucket: Int, with members: [Int], of hashes: [UInt64], _ isTaken: inout [Bool]
  ) {
    for pilot in UInt16.min...UInt16.max {
      var taken: [Int] = []
      for number in members {
        let slot = Self.slot(of: hashes[number], pilot: pilot, slotCount: slotCount)
        if isTaken[slot] { break }
        isTaken[slot] = true
        taken.append(slot)
      }
      if taken.count == members.count {
        pilots[bucket] = pilot
        for (number, slot) in zip(members, taken) { slots[number] = slot }
        return
      }
      for slot in taken { isTaken[slot] = false }
    }
  }

  /// The hash of up to four bytes, without collisions: multiplication by an odd number is a bijection.
  @inline(__always)
  static func hash(of key: UInt32, length: Int) -> UInt64 {
    (UInt64(key) | UInt64(truncatingIfNeeded: length) &<< 32) &* 0x9E37_79B9_7F4A_7C15
  }

  /// The slot of a hash whose bucket has `pilot`.
  @inline(__always)
  static func slot(of hash: UInt64, pilot: UInt16, slotCount: Int) -> Int {
    let mixed = (hash ^ UInt64(pilot)) &* 0xD6E8_FEB8_6659_FD93
    // The high half of the product with the number of slots is a slot (Lemire, 2019).
    let product = mixed.multipliedFullWidth(by: UInt64(truncatingIfNeeded: slotCount))
    return Int(truncatingIfNeeded: product.high)
  }
}
