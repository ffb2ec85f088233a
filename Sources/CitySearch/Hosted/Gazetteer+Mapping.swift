#if !hasFeature(Embedded)
public import Foundation
internal import PrefixSearch
internal import SystemFiles

extension Gazetteer {
  /// Opens a gazetteer file made by `write(to:)` of GazetteerBuilding, without reading it.
  ///
  /// The file is memory-mapped: pages are read on demand, and shared with other processes that have
  /// opened it. The header and the table of sections are checked, and every later access is bounds-checked,
  /// so no file makes a program crash or read outside of it; a damaged file may give wrong answers, which
  /// `verify()` of GazetteerBuilding detects. The file must not be truncated while it is mapped: the system terminates a
  /// program that reads missing pages. To avoid that risk, read the file and pass its content to
  /// ``init(bytes:name:)``.
  ///
  /// - Parameter file: The file.
  /// - Throws: ``GazetteerError`` if it cannot be read, is not a gazetteer, or has a damaged header.
  /// - Complexity: O(*c*), where *c* is the number of countries and divisions.
  public init(mapping file: URL) throws(GazetteerError) {
    let region = try ByteRegion.mapping(file)
    do throws(GazetteerError) {
      self.init(try Table(region, file: file.pathAsGiven))
    } catch .invalidFile(let path, let reason)
      where region.uint64(at: 0) != GazetteerHeader.magic
    {
      // Whoever has cities in another form tries it first.
      throw .invalidFile(
        file: path,
        reason: "\(reason); bench build makes one of a table, JSON, GeoJSON or a GeoNames file")
    }
  }
}

extension ByteRegion {
  /// Maps a file, so that its pages are read on demand and belong to the system's cache.
  ///
  /// - Throws: ``GazetteerError`` if the file cannot be read, or is smaller than a region can be.
  static func mapping(_ url: URL) throws(GazetteerError) -> ByteRegion {
    let path = url.pathAsGiven
    let file = try OpenFile.reading(url)
    let attributes = try file.attributes(named: path, among: [.file, .pipe])
    guard attributes.kind == .file else {
      throw .unreadable(file: path, reason: "it is a pipe, which cannot be mapped")
    }
    guard attributes.length > 0 else { throw .empty(file: path) }
    guard attributes.length >= padding else {
      throw .invalidFile(
        file: path, reason: "it has \(attributes.length) bytes, fewer than a header")
    }
    // Sound: the region retains the mapping, whose pages are read-only. The documentation of
    // `Gazetteer(mapping:)` states what happens if the file itself is changed or truncated.
    guard let mapping = try? file.mapping(byteCount: attributes.length),
      let region = unsafe ByteRegion(mapping.bytes, keptBy: mapping)
    else { throw .unreadable(file: path, reason: "the system cannot map it") }
    return region
  }
}

extension URL {
  /// The path of a file as it was given, relative to the working folder if it was; else the whole URL.
  package var pathAsGiven: String {
    guard isFileURL else { return absoluteString }
    let folder = URL(
      filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
    return baseURL?.standardizedFileURL.path == folder.standardizedFileURL.path
      ? relativePath : path
  }
}
#endif
