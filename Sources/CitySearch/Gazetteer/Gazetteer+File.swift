internal import FlatStorage
public import Foundation

extension Gazetteer {
  /// Opens a gazetteer file that ``write(to:)`` made, without reading it.
  ///
  /// The file is mapped: pages are read when a search needs them, and other programs that have opened
  /// it share them. Header and table of sections are checked, and every later access is bounded, so no
  /// file makes a program crash or read outside of it; a damaged one may give wrong answers, which
  /// ``verify()`` finds. The file must not be cut off while it is mapped: the system ends a program
  /// that reads pages which are gone. To be safe from that, load with
  /// ``init(contentsOf:admin1Codes:countryInfo:regions:otherNamesFromPopulation:)``,
  /// which reads the file once and keeps its bytes.
  ///
  /// - Parameter file: The file.
  /// - Throws: ``GazetteerError`` if it cannot be read, is no gazetteer, or has a damaged header.
  /// - Complexity: O(*c*), where *c* is the number of countries and divisions.
  public init(mapping file: URL) throws(GazetteerError) {
    self.init(try Table(ByteRegion.mapping(file), file: file.pathAsGiven))
  }

  /// Writes the gazetteer to a file, which replaces an older one in one step.
  ///
  /// The same cities give the same bytes, on every system.
  ///
  /// - Parameter file: Where to write; the extension is `gazetteer` by convention.
  /// - Throws: What Foundation throws if the file cannot be written.
  /// - Complexity: O(*b*), where *b* is the size of the gazetteer in bytes.
  public func write(to file: URL) throws {
    try Data(fileBytes()).write(to: file, options: .atomic)
  }

  /// The bytes of a file of this gazetteer: those of its region.
  func fileBytes() -> [UInt8] {
    table.region.content + [UInt8](repeating: 0, count: ByteRegion.padding)
  }
}
