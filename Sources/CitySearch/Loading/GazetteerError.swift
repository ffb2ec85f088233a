/// Why a gazetteer could not be made.
public enum GazetteerError: Error, Sendable, Hashable {
  /// The file could not be read.
  case unreadable(file: String, reason: String)
  /// The file has no content.
  case empty(file: String)
  /// The content is neither a gazetteer nor GeoNames' tab-separated columns nor JSON.
  case unrecognized(file: String)
  /// The file is not well-formed JSON, or no array.
  case invalidJSON(file: String, reason: String)
  /// The file is a gazetteer that cannot be read, or a damaged one.
  case invalidFile(file: String, reason: String)
  /// A record breaks a rule.
  case malformed(MalformedRecord)
  /// The folded names together have more than `limit` bytes.
  case tooManyKeyBytes(limit: Int)
  /// Files with names of divisions, countries or regions were given with a gazetteer, or names were to
  /// be left out; a gazetteer has the names that it will ever have.
  case placesNotJoinable(file: String)
}

extension GazetteerError: CustomStringConvertible {
  /// What is wrong and where, as a sentence.
  public var description: String {
    switch self {
    case .unreadable(let file, let reason): "\(file) cannot be read: \(reason)."
    case .empty(let file): "\(file) is empty."
    case .unrecognized(let file):
      "\(file) is neither a gazetteer nor a GeoNames file (19 columns with tabs between them) nor a "
        + "JSON array."
    case .invalidFile(let file, let reason): "\(file) is no gazetteer that can be read: \(reason)."
    case .invalidJSON(let file, let reason): "\(file) is not a JSON array of cities: \(reason)."
    case .malformed(let record): record.description
    case .tooManyKeyBytes(let limit):
      "The folded names of all cities have more than \(limit) bytes together."
    case .placesNotJoinable(let file):
      "\(file) is a gazetteer, in which no names can be joined or left out: "
        + "do so when it is made from a text."
    }
  }
}
