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
      let content = try GazetteerLoader(isLenient: false).content(of: file)
      throw .invalidFile(file: name, reason: "it has \(content.count) bytes, fewer than a header")
    }
    self.init(try Table(region, file: name))
  }

  /// Writes the gazetteer and a radix tree over its names to a file, which replaces an older one in
  /// one step.
  ///
  /// The same cities give the same bytes, on every system. Sections of a newer format, which this
  /// program passed over when it opened the gazetteer, are left out; those that an older format did
  /// not have are made.
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
      } else if section == .ranking, table.ranking == nil {
        writer.add(section, newRanking().region.content)
      } else if let region = table.part(section) {
        let entry = table.header.sections.first { $0.code == section.code }
        writer.add(section, region.content, checksum: entry?.checksum)
      }
    }
    return writer.finish() + [UInt8](repeating: 0, count: ByteRegion.padding)
  }
}
