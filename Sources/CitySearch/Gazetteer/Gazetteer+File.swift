internal import FlatStorage
public import Foundation
internal import PrefixSearch

extension Gazetteer {
  /// Opens a gazetteer file that ``write(to:)`` made, without reading it.
  ///
  /// The file is mapped: pages are read when a search needs them, and other programs that have opened
  /// it share them. Header and table of sections are checked, and every later access is bounded, so no
  /// file makes a program crash or read outside of it; a damaged one may give wrong answers, which
  /// ``verify()`` finds. The file must not be cut off while it is mapped: the system ends a program
  /// that reads pages which are gone. To be safe from that, load with ``init(contentsOf:admin1Codes:countryInfo:)``,
  /// which reads the file once and keeps its bytes.
  ///
  /// - Parameter file: The file.
  /// - Throws: ``GazetteerError`` if it cannot be read, is no gazetteer, or has a damaged header.
  /// - Complexity: O(*c*), where *c* is the number of countries and divisions.
  public init(mapping file: URL) throws(GazetteerError) {
    let name = file.lastPathComponent
    let region: ByteRegion?
    do {
      region = try ByteRegion.mapping(file)
    } catch {
      throw GazetteerLoader.unreadable(file, error)
    }
    guard let region else {
      // It has fewer bytes than a word, maybe none: the loader knows what to call that.
      self = try Gazetteer(contentsOf: file)
      return
    }
    self.init(try Table(region, file: name))
  }

  /// Writes the gazetteer and a radix tree over its names to a file, which replaces an older one in
  /// one step.
  ///
  /// The same cities give the same bytes, on every system.
  ///
  /// - Parameter file: Where to write; the extension is `gazetteer` by convention.
  /// - Throws: What Foundation throws if the file cannot be written.
  /// - Complexity: O(*b*), where *b* is the length of all names in bytes.
  public func write(to file: URL) throws {
    try Data(fileBytes()).write(to: file, options: .atomic)
  }

  /// The bytes of a file with all sections of this gazetteer and a radix tree.
  func fileBytes() -> [UInt8] {
    var writer = GazetteerWriter(cityCount: count, sourceDigest: table.header.sourceDigest)
    for section in Section.allCases {
      if section == .radixTree, storedTree == nil {
        writer.add(section, RadixTree(sortedKeys()).region.content)
      } else if let region = table.part(section) {
        let entry = table.header.sections.first { $0.code == section.code }
        writer.add(section, region.content, checksum: entry?.checksum)
      }
    }
    return writer.finish() + [UInt8](repeating: 0, count: ByteRegion.padding)
  }

  /// Checks every byte of a gazetteer: the checksum of each section, the order of the cities, and that
  /// the radix tree finds each of them.
  ///
  /// - Throws: ``GazetteerError/invalidFile(file:reason:)`` with the first that is wrong.
  /// - Complexity: O(*b* + *n* log *n*), where *b* is its size in bytes and *n* the number of cities.
  public func verify() throws(GazetteerError) {
    func invalid(_ reason: String) -> GazetteerError {
      .invalidFile(file: "the gazetteer", reason: reason)
    }
    for entry in table.header.sections {
      var checksum = CRC32()
      let part = table.region.part(entry.offset..<entry.offset + entry.length)
      part?.withContent { checksum.update($0) }
      guard checksum.value == entry.checksum else {
        let letters = Self.letters(of: entry.code)
        throw invalid("its section \(letters) has another checksum than was stored")
      }
    }
    let names = (0..<count).reduce(0) { $0 &+ table.nameLength(atRow: $1) }
    guard names == table.names.count - ByteRegion.padding else {
      throw invalid("its names have \(names) bytes by their lengths")
    }
    try verifyKeys()
  }

  /// Checks that keys ascend, and that the radix tree, if there is one, finds each.
  private func verifyKeys() throws(GazetteerError) {
    let tree = table.radixTree.map(RadixTree.init(region:))
    if let tree, tree.count != count {
      throw .invalidFile(file: "the gazetteer", reason: "its radix tree has \(tree.count) rows")
    }
    var (row, last, wrong) = (0, [UInt8](), Int?.none)
    forEachKey { key in
      let isFound = tree?.range(of: key).contains(row) ?? true
      if wrong == nil, key.lexicographicallyPrecedes(last) || !isFound { wrong = row }
      row += 1
      swap(&key, &last)
    }
    if let wrong {
      throw .invalidFile(
        file: "the gazetteer", reason: "its city at row \(wrong) is not where it is looked for")
    }
  }

  /// The four letters of a section, for a message.
  private static func letters(of code: UInt32) -> String {
    String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: code >> ($0 * 8)) }, as: UTF8.self)
  }
}

extension ByteRegion {
  /// A copy of the content.
  fileprivate var content: [UInt8] {
    withContent { content in content.indices.map { content[$0] } }
  }
}
