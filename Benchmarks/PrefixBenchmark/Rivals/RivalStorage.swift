import PrefixSearch

extension MemoryFootprint.Part {
  /// The part that an array of texts is, with the storage of every text.
  ///
  /// A text of at most 15 bytes of UTF-8 lies in the array's own element.
  ///
  /// - Complexity: O(*n*), where *n* is the number of texts.
  init(_ name: String, textsOf texts: [String]) {
    let array = MemoryFootprint.Part(name, storageOf: texts)
    self.init(name, byteCount: texts.reduce(array.byteCount) { $0 + $1.storageByteCount })
  }
}

extension String {
  /// The bytes that this text takes outside its own 16: none for a short one, else an object with a
  /// header of 32 bytes, the text and a zero.
  var storageByteCount: Int { utf8.count > 15 ? 32 + utf8.count + 1 : 0 }
}

extension SubjectInput {
  /// The folded names as texts, in canonical order.
  func foldedTexts() -> [String] {
    var texts: [String] = []
    texts.reserveCapacity(keys.count)
    for rank in 0..<keys.distinctCount {
      let text = String(decoding: keys.bytes[keys.byteRange(ofRank: rank)], as: UTF8.self)
      for _ in keys.rows(ofRank: rank) { texts.append(text) }
    }
    return texts
  }
}

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
