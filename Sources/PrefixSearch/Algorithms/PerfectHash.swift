extension RadixTree {
  /// A hash function without collisions: it gives each of some keys a slot of its own.
  ///
  /// A key's hash names a *bucket*, and each bucket has a *pilot*, a small number that mixed into the
  /// hash gives the slot. Building tries pilots until all keys of a bucket fall into free slots, the
  /// fullest bucket first (Fox, Chen and Heath, 1992; Pibiri and Trani, *PTHash*, 2021). So a
  /// lookup never probes twice, though nearly all slots are taken. Whoever looks up what may be none of
  /// the keys must ask the slot whose it is.
  struct PerfectHash {
    /// The number of bits of a hash that name its bucket, at least 1.
    let bucketBits: Int
    /// The pilot of each bucket.
    private(set) var pilots: [UInt16]
    /// The number of slots, those that stay free included.
    let slotCount: Int
    /// The slot of each key, in the order in which they were given; `nil` if no pilot fits its bucket,
    /// which takes keys that were chosen for that.
    private(set) var slots: [Int?]

    /// The size of a stored pilot in bytes.
    static let pilotSize = 2
    /// The most keys that a bucket has in the mean: with more, pilots take longer to find and less room.
    private static let bucketSize = 6

    /// Gives keys slots.
    ///
    /// - Parameter hashes: The hashes of the keys, all different.
    /// - Complexity: O(*n* log *n*) for *n* keys that nobody chose.
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

    /// The number of bits that name a bucket of so many keys.
    static func bucketBits(for keyCount: Int) -> Int {
      let buckets = (keyCount + bucketSize - 1) / bucketSize
      return max(1, Int.bitWidth - max(0, buckets - 1).leadingZeroBitCount)
    }

    /// The number of slots for so many keys: a few stay free, which spares the last buckets a long search.
    static func slotCount(for keyCount: Int) -> Int { keyCount + keyCount / 32 }

    /// Takes slots for the keys of a bucket, by the first pilot that gives them free ones.
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

    /// The hash of up to four bytes, different from that of all others: a multiplication by an odd
    /// number can be undone.
    @inline(__always)
    static func hash(of key: UInt32, length: Int) -> UInt64 {
      (UInt64(key) | UInt64(truncatingIfNeeded: length) &<< 32) &* 0x9E37_79B9_7F4A_7C15
    }

    /// The slot of a hash whose bucket has `pilot`.
    @inline(__always)
    static func slot(of hash: UInt64, pilot: UInt16, slotCount: Int) -> Int {
      let mixed = (hash ^ UInt64(pilot)) &* 0xD6E8_FEB8_6659_FD93
      // The high half of the product with the number of slots is one of them (Lemire, 2019).
      let product = mixed.multipliedFullWidth(by: UInt64(truncatingIfNeeded: slotCount))
      return Int(truncatingIfNeeded: product.high)
    }
  }
}
