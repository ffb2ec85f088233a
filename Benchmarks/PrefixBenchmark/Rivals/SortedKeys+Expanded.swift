import PrefixSearch

extension SortedKeys {
  /// The keys of all rows in one block, and where each begins and the last ends; a key that several
  /// rows share stands there several times.
  func expanded() -> (text: [UInt8], offsets: [UInt32]) {
    var text: [UInt8] = []
    var offsets: [UInt32] = [0]
    // Exact, so that the size which others are compared with has nothing to spare.
    text.reserveCapacity(
      (0..<distinctCount).reduce(0) { count, rank in
        count + byteRange(ofRank: rank).count * rows(ofRank: rank).count
      })
    offsets.reserveCapacity(count + 1)
    for rank in 0..<distinctCount {
      for _ in rows(ofRank: rank) {
        text.append(contentsOf: bytes[byteRange(ofRank: rank)])
        offsets.append(UInt32(text.count))
      }
    }
    return (text, offsets)
  }
}
