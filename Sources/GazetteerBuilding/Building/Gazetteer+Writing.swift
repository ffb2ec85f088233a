public import CitySearch
public import Foundation
internal import PrefixSearch
internal import SystemFiles

extension Gazetteer {
  /// Writes the gazetteer to a file.
  ///
  /// The same cities give the same bytes, on every system. If an error is thrown, an older file stays as it
  /// was, and nothing is left of the new one.
  ///
  /// - Parameter file: Where to write; an older file is replaced in one step. The extension is `gazetteer` by
  ///   convention.
  /// - Throws: ``/CitySearch/GazetteerError/unwritable(file:reason:)``
  /// - Complexity: O(*b*), where *b* is the size of the gazetteer in bytes.
  public func write(to file: URL) throws(GazetteerError) {
    try file.withPathToWrite { path throws(GazetteerError) in
      try NewFile.create(replacing: path).complete(with: fileBytes())
    }
  }

  /// The bytes of a file of this gazetteer: those of its region.
  func fileBytes() -> [UInt8] {
    table.region.content + [UInt8](repeating: 0, count: ByteRegion.padding)
  }
}
