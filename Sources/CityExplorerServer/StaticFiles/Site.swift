#if Server
import CitySearch
import Foundation
import NIOCore
import SystemFiles

/// The page as static files, for this server or any other: City Explorer runs in the browser.
///
/// The files are the resources of the target. `Sources/CityExplorerPage/build` makes its script, style sheet and module,
/// and `bench build` its cities; the others are written by hand. The page gets the addresses of all with the digests of
/// their content, so that caches keep them forever, and all files of a visit belong together.
struct Site: Sendable {
  /// The files, by name.
  let files: [String: SiteFile]

  /// The name of the page.
  static let index = "index.html"
  /// The files of the largest cities, the smallest first, with which a page begins.
  private static let largeCities = ["largest-cities.gazetteer", "large-cities.gazetteer"]
  /// All cities in one file, for whoever wants it; the page takes their parts.
  static let allCities = "cities.gazetteer"
  /// The bytes of a part of all cities: a page that is closed while it loads has lost a few seconds of a slow line.
  private static let partLength = 1 << 20

  /// Reads the files.
  ///
  /// - Parameters:
  ///   - cities: All cities of the page.
  ///   - areShipped: Whether they are the shipped ones, of which there are files of the largest.
  ///   - tiles: The address of the pictures of the map; `nil` for the outline of the world.
  ///   - hasService: Whether the server of the files answers searches.
  /// - Throws: ``MissingResources`` if the bundle was not copied with the program, and errors of reading.
  init(cities: Gazetteer, areShipped: Bool, tiles: String?, hasService: Bool) throws {
    let folder = try ResourceBundle(ofTarget: "CityExplorerServer").url(named: "Site")
    var files: [String: SiteFile] = [:]
    for file in try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    {
      let name = file.lastPathComponent
      if !areShipped, Self.largeCities.contains(name) { continue }
      files[name] = SiteFile(name: name, bytes: ByteBuffer(bytes: try Data(contentsOf: file)))
    }
    let all = SiteFile(name: Self.allCities, cities: cities)
    let parts = all.parts(ofLength: Self.partLength)
    for part in parts { files[part.name] = part }
    let steps = Self.largeCities.compactMap { files[$0] }.map { [$0] } + [parts]
    files[Self.allCities] = all
    let page = try Self.page(files, steps: steps, tiles: tiles, hasService: hasService)
    files[Self.index] = SiteFile(name: Self.index, bytes: ByteBuffer(string: page))
    self.files = files
  }

  /// What the page knows of its files, as JSON in the page.
  private struct Description: Encodable {
    /// The addresses of all files that make the page work without a network, but for the cities.
    let files: [String]
    let wasm: String
    let wasmByteCount: Int
    let outlines: [String]
    /// The texts of the page in the languages that it has beside English, by the codes of these.
    let texts: [String: String]
    /// The names of first-level divisions in the same languages.
    let divisions: [String: String]
    /// The cities, each with more than the one before; the last has all.
    let cities: [Cities]
    let service: String?
    let tiles: String?
  }

  /// A file of cities, in parts that are loaded and kept one by one.
  private struct Cities: Encodable {
    let parts: [String]
    /// The bytes of each part but the last.
    let partLength: Int
    let byteCount: Int
  }

  /// The page with the addresses of the files.
  private static func page(
    _ files: [String: SiteFile], steps: [[SiteFile]], tiles: String?, hasService: Bool
  ) throws -> String {
    func address(_ name: String) throws -> String {
      guard let file = files[name] else { throw MissingSiteFile(name: name) }
      return file.address
    }
    /// The addresses of files such as "texts-de.json", by the language.
    func addressesByLanguage(of content: String) -> [String: String] {
      var addresses: [String: String] = [:]
      for (name, file) in files where name.hasPrefix("\(content)-") && name.hasSuffix(".json") {
        addresses[String(name.dropFirst(content.count + 1).dropLast(".json".count))] = file.address
      }
      return addresses
    }
    let outlines = ["world.svg", "world-fine.svg"]
    let description = Description(
      files: try ["city-explorer.js", "city-explorer.css", "city-explorer.wasm", "icon.svg"]
        .map(address) + outlines.map(address),
      wasm: try address("city-explorer.wasm"),
      wasmByteCount: files["city-explorer.wasm"]?.byteCount ?? 0,
      outlines: try outlines.map(address),
      texts: addressesByLanguage(of: "texts"), divisions: addressesByLanguage(of: "divisions"),
      cities: steps.map { parts in
        Cities(
          parts: parts.map(\.address), partLength: parts.first?.byteCount ?? 0,
          byteCount: parts.reduce(0) { $0 + $1.byteCount })
      }, service: hasService ? "v1/search" : nil, tiles: tiles)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // A tag in a text would end the script.
    let json = String(decoding: try encoder.encode(description), as: UTF8.self)
      .replacing("<", with: "\\u003c")
    guard let template = files[index] else { throw MissingSiteFile(name: index) }
    var page = String(buffer: template.bytes).replacing("{{site}}", with: json)
    for name in ["city-explorer.js", "city-explorer.css", "city-explorer.wasm", "icon.svg"] {
      page = page.replacing("\"\(name)\"", with: "\"\(try address(name))\"")
    }
    let images = tiles.flatMap(SiteHeaders.origin(ofTiles:)).map { " \($0)" } ?? ""
    return page.replacing("img-src 'self' data:", with: "img-src 'self' data:\(images)")
  }

  /// Writes the files of the page into a folder for any server of static files, each with its compressed forms beside
  /// it.
  ///
  /// - Parameters:
  ///   - folder: The folder, which is made if there is none.
  ///   - progress: Receives the name of each file before it is compressed, its number, and how many there are. Small
  ///     compressed forms take minutes for all cities.
  /// - Throws: Errors of writing.
  func export(
    to folder: URL, progress: (_ name: String, _ number: Int, _ count: Int) -> Void = { _, _, _ in }
  ) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let written = files.values.filter { $0.name != Self.allCities }.sorted { $0.name < $1.name }
    for (index, file) in written.enumerated() {
      progress(file.name, index + 1, written.count)
      let path = folder.appending(path: file.name)
      let bytes = file.bytes
      try Data(bytes.readableBytesView).write(to: path)
      for coding in ContentCoding.allCases {
        guard let compressed = coding.compress(bytes, .greatest) else { continue }
        try Data(compressed.readableBytesView).write(
          to: path.appendingPathExtension(coding.fileExtension))
      }
    }
  }
}

/// A file is not among the resources of the server.
struct MissingSiteFile: Error, CustomStringConvertible {
  let name: String

  var description: String {
    "The file \(name) of the page is missing."
  }
}
#endif
