/// Why a gazetteer could not be made.
public enum GazetteerError: Error, Sendable, Hashable {
  /// The file could not be read.
  case unreadable(file: String, reason: String)
  /// The file has no content.
  case empty(file: String)
  /// The content is neither GeoNames' tab-separated columns nor JSON.
  case unrecognized(file: String)
  /// The file is not well-formed JSON, or no array.
  case invalidJSON(file: String, reason: String)
  /// A record breaks a rule.
  case malformed(MalformedRecord)
  /// The folded names together have more than `limit` bytes.
  case tooManyKeyBytes(limit: Int)
}

extension GazetteerError: CustomStringConvertible {
  /// What is wrong and where, as a sentence.
  public var description: String {
    switch self {
    case .unreadable(let file, let reason): "\(file) cannot be read: \(reason)."
    case .empty(let file): "\(file) is empty."
    case .unrecognized(let file):
      "\(file) is neither a GeoNames file (19 columns with tabs between them) nor a JSON array."
    case .invalidJSON(let file, let reason): "\(file) is not a JSON array of cities: \(reason)."
    case .malformed(let record): record.description
    case .tooManyKeyBytes(let limit):
      "The folded names of all cities have more than \(limit) bytes together."
    }
  }
}
