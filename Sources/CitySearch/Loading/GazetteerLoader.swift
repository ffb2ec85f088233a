internal import FlatStorage
internal import Foundation
internal import PrefixSearch

/// Reads files into a builder, and decides what becomes of records that break a rule.
struct GazetteerLoader {
  /// Whether to skip what breaks a rule instead of throwing at the first.
  let isLenient: Bool
  /// What was skipped, in the order of the records.
  private(set) var skipped: [MalformedRecord] = []

  init(isLenient: Bool) { self.isLenient = isLenient }
}

extension GazetteerLoader {
  /// Loads the cities, and the names of places where their files are given.
  mutating func load(
    _ cities: URL, admin1Codes: URL?, countryInfo: URL?, regions: URL?,
    names selection: NameSelection
  ) throws(GazetteerError) -> Gazetteer {
    var places = PlaceNames()
    if let countryInfo {
      let data = try content(of: countryInfo)
      try readCountryInfo(data.text, file: countryInfo.lastPathComponent, into: &places)
    }
    if let admin1Codes {
      let data = try content(of: admin1Codes)
      try readAdmin1Codes(data.text, file: admin1Codes.lastPathComponent, into: &places)
    }
    if let regions {
      let data = try content(of: regions)
      try readRegions(data.text, file: regions.lastPathComponent, into: &places)
    }
    if !selection.hasRegions { places.regions = [] }
    switch try readCities(cities) {
    case .finished(let gazetteer):
      guard admin1Codes == nil, countryInfo == nil, regions == nil,
        selection.otherNamesFromPopulation == 0
      else {
        throw .placesNotJoinable(file: cities.lastPathComponent)
      }
      return gazetteer
    case .unsorted(let builder, let digest):
      return try builder.finish(
        places: places, names: selection, sourceDigest: digest)
    }
  }

  /// What a file of cities held.
  private enum Content {
    /// A gazetteer.
    case finished(Gazetteer)
    /// Cities in any order, and the SHA-256 of the file.
    case unsorted(GazetteerBuilder, digest: [UInt8])
  }

  /// Reads the cities; the content of a text file is freed before they are sorted.
  private mutating func readCities(_ url: URL) throws(GazetteerError) -> Content {
    let data = try content(of: url)
    let file = url.lastPathComponent
    var builder = GazetteerBuilder()
    switch ContentForm(data.text) {
    case .gazetteer:
      let region = ByteRegion(copying: Array(data.dropLast(ByteRegion.padding)))
      return .finished(Gazetteer(try Gazetteer.Table(region, file: file)))
    case .columns: try readGeoNames(data.text, file: file, into: &builder)
    case .json: try readChallengeJSON(data.text, file: file, into: &builder)
    case nil: throw .unrecognized(file: file)
    }
    var digest = SHA256()
    digest.update(data.span)
    return .unsorted(builder, digest: digest.finish())
  }

  /// Throws `record`, or remembers it if the loader is lenient.
  mutating func report(_ record: MalformedRecord) throws(GazetteerError) {
    guard isLenient else { throw .malformed(record) }
    skipped.append(record)
  }

  /// Throws or remembers what is wrong with a line of text.
  mutating func report(
    _ line: borrowing TabSeparatedLine, of file: String, _ column: MalformedRecord.Column?,
    _ reason: String
  ) throws(GazetteerError) {
    try report(
      MalformedRecord(file: file, position: .line(line.number), column: column, reason: reason))
  }

  /// The bytes of a file, which must not be blank.
  func content(of url: URL) throws(GazetteerError) -> Data {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw Self.unreadable(url, error)
    }
    guard !data.text.allSatisfy(\.isBlank) else { throw .empty(file: url.lastPathComponent) }
    return data
  }

  /// What to throw if a file cannot be read.
  static func unreadable(_ url: URL, _ error: any Error) -> GazetteerError {
    .unreadable(file: url.isFileURL ? url.path : url.absoluteString, reason: reason(of: error, url))
  }

  /// Why a file cannot be read; the system's own words differ from one system to the next.
  private static func reason(of error: any Error, _ url: URL) -> String {
    if (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true {
      return "it is a folder"
    }
    switch ((error as? CocoaError)?.code, (error as NSError).systemCode) {
    case (.fileReadNoSuchFile, _), (_, .ENOENT): return "there is no such file"
    case (.fileReadNoPermission, _), (_, .EACCES): return "permission denied"
    default: return error.localizedDescription
    }
  }
}

extension NSError {
  /// The system's own number, which is all that mapping a file gives on Linux.
  fileprivate var systemCode: POSIXErrorCode? {
    domain == NSPOSIXErrorDomain ? Int32(exactly: code).flatMap(POSIXErrorCode.init) : nil
  }
}

extension UInt8 {
  /// Whether this is a space or the end of a line.
  fileprivate var isBlank: Bool {
    self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") || self == UInt8(ascii: " ")
  }
}

extension Data {
  /// The bytes after the byte order mark, if there is one.
  fileprivate var text: Data { starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self }
}

/// The forms of a file of cities.
private enum ContentForm {
  case columns, json, gazetteer

  /// Looks at the first line that is not blank; `nil` if it is of neither form.
  init?(_ text: Data) {
    if text.starts(with: GazetteerHeader.magicBytes) {
      self = .gazetteer
      return
    }
    guard let start = text.firstIndex(where: { !$0.isBlank }) else { return nil }
    let line = text[start...].prefix { $0 != UInt8(ascii: "\n") }
    if line.first == UInt8(ascii: "[") || line.first == UInt8(ascii: "{") {
      self = .json
    } else if line.contains(UInt8(ascii: "\t")) {
      self = .columns
    } else {
      return nil
    }
  }
}
