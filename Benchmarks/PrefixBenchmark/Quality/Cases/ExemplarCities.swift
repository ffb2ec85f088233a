import Foundation

/// The cities that stand for time zones in the Unicode CLDR, in many languages.
///
/// The XML is cut at its opening brackets, not parsed: all that is read are elements without children
/// in files that a program wrote, and the library for XML would be loaded by every process whose start
/// `bench run` measures.
struct ExemplarCities {
  /// The name of a zone's city in a language.
  struct Name: Equatable {
    /// The zone's name in the CLDR, which is an old one for some.
    let zone: String
    let text: String
    /// The locale, such as `de` or `zh_Hant`.
    let language: String
  }

  /// By file name, and in the order of each file.
  private(set) var names: [Name] = []
  /// Where the city's English name is not the end of the zone's name.
  private(set) var englishNames: [String: String] = [:]
  /// For each name of a zone all its names.
  private(set) var aliases: [String: [String]] = [:]

  /// Reads the files of a folder that has the CLDR's `common`.
  ///
  /// - Throws: `BenchFailure` if there is no such folder or no city in it.
  init(inFolder folder: URL) throws {
    let common = folder.appending(path: "common", directoryHint: .isDirectory)
    let main = common.appending(path: "main", directoryHint: .isDirectory)
    let files: [URL]
    do {
      files = try FileManager.default.contentsOfDirectory(
        at: main, includingPropertiesForKeys: nil)
    } catch {
      throw BenchFailure("\(folder.path) has no folder common/main of the Unicode CLDR.")
    }
    // A folder lists its files in any order.
    let sorted = files.filter { $0.pathExtension == "xml" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    for file in sorted { try readNames(in: file) }
    guard !names.isEmpty else {
      throw BenchFailure("The files in \(main.path) have no exemplar cities.")
    }
    try readAliases(in: common.appending(path: "bcp47/timezone.xml"))
  }

  private mutating func readNames(in file: URL) throws {
    let language = file.deletingPathExtension().lastPathComponent
    var zone: String?
    for piece in try Self.pieces(of: file) {
      if piece.starts(with: "zone ".utf8) {
        zone = Self.attribute("type", of: piece)
      } else if piece.starts(with: "/zone>".utf8) {
        zone = nil
      } else if let zone, piece.starts(with: "exemplarCity>".utf8) {
        // Names that are drafts or alternatives have attributes, and so are not seen here.
        let text = Self.unescaped(
          String(decoding: piece.dropFirst("exemplarCity>".utf8.count), as: UTF8.self))
        if language == "en" {
          englishNames[zone] = text
        } else {
          names.append(Name(zone: zone, text: text, language: language))
        }
      }
    }
  }

  private mutating func readAliases(in file: URL) throws {
    for piece in try Self.pieces(of: file) where piece.starts(with: "type ".utf8) {
      guard let alias = Self.attribute("alias", of: piece) else { continue }
      let zones = alias.split(separator: " ").map(String.init)
      for zone in zones { aliases[zone] = zones }
    }
  }

  /// A file cut at its opening brackets: each piece is a tag and the text behind it.
  private static func pieces(of file: URL) throws -> [ArraySlice<UInt8>] {
    let data = try explaining("\(file.path) cannot be read") { try Data(contentsOf: file) }
    return [UInt8](data).split(separator: UInt8(ascii: "<"))
  }

  private static func attribute(_ name: String, of tag: ArraySlice<UInt8>) -> String? {
    let parts = String(decoding: tag, as: UTF8.self).split(separator: " \(name)=\"", maxSplits: 1)
    return parts.dropFirst().first?.split(separator: "\"", maxSplits: 1).first
      .map { unescaped(String($0)) }
  }

  private static func unescaped(_ text: String) -> String {
    guard text.contains("&") else { return text }
    // The ampersand last, or unescaped text could be taken for an entity.
    return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
      .reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}
