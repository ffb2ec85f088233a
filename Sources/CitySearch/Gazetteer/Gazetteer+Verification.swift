internal import FlatStorage
internal import PrefixSearch

extension Gazetteer {
  /// Checks every byte of a gazetteer: the checksum of each section, the order of the cities, and
  /// whatever is stored to find them, by names, by ids and by population.
  ///
  /// - Throws: ``GazetteerError/invalidFile(file:reason:)`` with the first that is wrong.
  /// - Complexity: O(*b* + *n* log *n*), where *b* is its size in bytes and *n* the number of cities.
  public func verify() throws(GazetteerError) {
    try verifyChecksums()
    try verifyNameOffsets()
    try verifyRowsByID()
    try verifyKeys()
    if let ranking = table.ranking, newRanking().region.content != ranking.region.content {
      throw Self.invalid("its most populous cities are not those of its section RANK")
    }
  }

  private static func invalid(_ reason: String) -> GazetteerError {
    .invalidFile(file: "the gazetteer", reason: reason)
  }

  private func verifyChecksums() throws(GazetteerError) {
    for entry in table.header.sections {
      var checksum = CRC32()
      let part = table.region.part(entry.offset..<entry.offset + entry.length)
      part?.withContent { checksum.update($0) }
      guard checksum.value == entry.checksum else {
        let letters = Self.letters(of: entry.code)
        throw Self.invalid("its section \(letters) has another checksum than was stored")
      }
    }
  }

  /// The four letters of a section, for a message.
  private static func letters(of code: UInt32) -> String {
    String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: code >> ($0 * 8)) }, as: UTF8.self)
  }

  /// Checks that names follow one another, and begin where the offsets say.
  private func verifyNameOffsets() throws(GazetteerError) {
    var position = 0
    for row in indices {
      guard row % Table.namesPerOffset != 0 || table.nameStart(atRow: row) == position else {
        throw Self.invalid("the name at row \(row) does not begin where its section NOFF says")
      }
      position &+= table.nameLength(atRow: row)
    }
    guard position == table.names.count - ByteRegion.padding else {
      throw Self.invalid("its names have \(position) bytes by their lengths")
    }
  }

  /// Checks that ids ascend in the order that is stored, so that no row is missing from it.
  private func verifyRowsByID() throws(GazetteerError) {
    var last = -1
    for position in indices {
      let row = table.rowNumbers.value(at: position, in: table.rowsByID)
      let id = row < count ? table.id(atRow: row) : -1
      guard id > last else {
        throw Self.invalid("its section BYID does not ascend at position \(position)")
      }
      last = id
    }
  }

  /// Checks that keys ascend, and that the radix tree, if there is one, finds each.
  private func verifyKeys() throws(GazetteerError) {
    let tree = table.radixTree.map(RadixTree.init(region:))
    if let tree, tree.count != count {
      throw Self.invalid("its radix tree has \(tree.count) rows")
    }
    var (row, last, wrong) = (0, [UInt8](), Int?.none)
    forEachKey { key in
      let isFound = tree?.range(of: key).contains(row) ?? true
      if wrong == nil, key.lexicographicallyPrecedes(last) || !isFound { wrong = row }
      row += 1
      swap(&key, &last)
    }
    if let wrong {
      throw Self.invalid("its city at row \(wrong) is not where it is looked for")
    }
  }
}
