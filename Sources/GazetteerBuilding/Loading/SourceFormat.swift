internal import CitySearch
internal import Foundation

/// The formats of a source of cities.
package enum LoadedFormat: Sendable {
  case geoNames, json, gazetteer, table
}

/// The formats of a source of cities, detected by content.
enum SourceFormat {
  case columns, json, gazetteer
  case table(TableHeader)

  /// Detects the format of a source of cities.
  ///
  /// - Parameters:
  ///   - text: Its beginning.
  ///   - encoding: The encoding of a table.
  ///   - columns: The names of columns that the caller knows; a text that has them all is a table.
  ///   - file: The name for messages.
  /// - Throws: ``/CitySearch/GazetteerError`` with the format found instead, if it is not supported.
  init(
    of text: Span<UInt8>, _ encoding: String.Encoding, columns: [PlaceField: String],
    file: String
  ) throws(GazetteerError) {
    guard !text.starts(with: GazetteerHeader.magicBytes) else {
      self = .gazetteer
      return
    }
    let start = try Self.startOfText(text, file: file)
    if text[start] == UInt8(ascii: "[") || text[start] == UInt8(ascii: "{") {
      self = .json
      return
    }
    let names = FieldNames(given: columns)
    // The names are those of one of several files, perhaps.
    let named = columns.isEmpty ? nil : try? TableHeader(of: text, encoding, names, file: file)
    if let header = named ?? nil {
      self = .table(header)
      return
    }
    do throws(GazetteerError) {
      try Self.checkColumns(
        text, count: 19, file: file,
        otherwise: "it is neither a gazetteer nor a GeoNames file (19 columns with tabs between "
          + "them) nor JSON nor a table whose first line names its columns (name, latitude, "
          + "longitude)")
      self = .columns
    } catch {
      guard let header = try TableHeader(of: text, encoding, names, file: file) else { throw error }
      self = .table(header)
    }
  }

  /// Checks that a text has lines of a number of columns.
  ///
  /// - Throws: ``/CitySearch/GazetteerError`` with the format found instead.
  static func check(_ text: Span<UInt8>, columns: Int, file: String) throws(GazetteerError) {
    _ = try startOfText(text, file: file)
    try checkColumns(
      text, count: columns, file: file,
      otherwise: "lines must have \(columns) columns with tabs between them, and have one")
  }
}

extension SourceFormat {
  /// The format without what was read of it.
  var loaded: LoadedFormat {
    switch self {
    case .columns: .geoNames
    case .json: .json
    case .gazetteer: .gazetteer
    case .table: .table
    }
  }

  /// How many bytes are examined to detect the encoding.
  static let sampleSize = 1 << 16
  /// How many lines are examined.
  private static let sampleLineCount = 100

  /// The offset of the first byte that is not blank; archives and texts in UTF-16 are rejected.
  private static func startOfText(
    _ text: Span<UInt8>, file: String
  ) throws(GazetteerError) -> Int {
    let archives: [(start: [UInt8], format: String)] = [
      ([0x1F, 0x8B], "gzip"), ([0x50, 0x4B, 0x03, 0x04], "zip"), ([0x42, 0x5A, 0x68], "bzip2"),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz"), ([0x28, 0xB5, 0x2F, 0xFD], "zstd"),
    ]
    if let archive = archives.first(where: { text.starts(with: $0.start) }) {
      throw .compressed(file: file, format: archive.format)
    }
    let sample = text.extracting(first: min(text.count, sampleSize))
    guard sample.isLittleEndianUTF16 == nil else {
      throw .unrecognized(
        file: file, reason: "it is text in UTF-16, convert it to UTF-8 first, with iconv, say")
    }
    guard let start = text.indices.first(where: { !text[$0].isBlank }) else {
      throw .empty(file: file)
    }
    return start
  }

  /// Checks that at least a tenth of the lines at the beginning of a text have a number of columns.
  private static func checkColumns(
    _ text: Span<UInt8>, count: Int, file: String, otherwise: String
  ) throws(GazetteerError) {
    guard !text.extracting(first: min(text.count, sampleSize)).hasLinesThatEndInCR else {
      throw .unrecognized(
        file: file,
        reason: "its lines end in CR alone, convert them to LF first, with tr '\\r' '\\n', say")
    }
    var counts: [Int: Int] = [:]
    var (line, lineCount) = (TabSeparatedLine(), 0)
    while lineCount < sampleLineCount, line.advance(in: text) {
      guard !line.isBlank(in: text), !line.isComment(in: text) else { continue }
      lineCount += 1
      counts[line.columnCount, default: 0] += 1
    }
    // Single lines may be malformed.
    let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    guard counts[count, default: 0] * 10 < lineCount, let most else { return }
    throw .unrecognized(
      file: file,
      reason: most.key == 1
        ? otherwise
        : "lines must have \(count) columns with tabs between them, and have \(most.key)")
  }
}
