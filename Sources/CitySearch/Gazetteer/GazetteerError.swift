/// Why a gazetteer could not be loaded or built.
///
/// `file` is the path as it was passed, or the name of data in memory.
@nonexhaustive
public enum GazetteerError: Error, Sendable, Hashable {
  /// The file could not be read.
  case unreadable(file: String, reason: String)
  /// The file could not be written.
  case unwritable(file: String, reason: String)
  /// The file has no content.
  case empty(file: String)
  /// The content is compressed by another program than `gzip`, or twice, and must be unpacked first.
  case compressed(file: String, format: String)
  /// The content has another format, or has no valid record.
  case unrecognized(file: String, reason: String)
  /// The file is not well-formed JSON, or not an array.
  case invalidJSON(file: String, reason: String)
  /// The file is not a gazetteer of this version, or a damaged one.
  case invalidFile(file: String, reason: String)
  /// A record is malformed.
  case malformed(MalformedRecord)
  /// The file has records, but all have other feature classes than the requested ones, or excluded
  /// feature codes.
  case noCities(file: String, otherFeatureCount: Int, excludedFeatureCount: Int)
  /// The folded names together have more than `limit` bytes.
  case tooManyKeyBytes(limit: Int)
  /// Files with names of divisions, countries or regions, or a selection of names, were passed with a
  /// gazetteer file, whose names cannot change.
  case placesNotJoinable(file: String)
  /// The task was cancelled.
  case cancelled(file: String)
}

extension GazetteerError: CustomStringConvertible {
  /// A sentence with the file and the reason.
  public var description: String {
    switch self {
    case .unreadable(let file, let reason): "\(file) cannot be read: \(reason)."
    case .unwritable(let file, let reason): "\(file) cannot be written: \(reason)."
    case .empty(let file): "\(file) is empty."
    case .compressed(let file, let format):
      "\(file) is compressed (\(format)): unpack it first."
    case .unrecognized(let file, let reason): "\(file) has the wrong form: \(reason)."
    case .invalidFile(let file, let reason): "\(file) is not a valid gazetteer: \(reason)."
    case .invalidJSON(let file, let reason): "\(file) is not a JSON array of cities: \(reason)."
    case .malformed(let record): record.description
    case .noCities(let file, let others, 0):
      "\(file) has no city: all of its \(others) records have other feature classes than the "
        + "requested ones."
    case .noCities(let file, let others, let excluded):
      "\(file) has no city, but records of other feature classes than the requested ones: \(others), "
        + "and records with excluded feature codes: \(excluded)."
    case .tooManyKeyBytes(let limit):
      "The folded names of all cities must have at most \(limit) bytes together, but have more."
    case .placesNotJoinable(let file):
      "\(file) is a gazetteer, whose names are fixed: "
        + "join in or leave out names when it is built from a text."
    case .cancelled(let file): "Loading \(file) was cancelled."
    }
  }
}
