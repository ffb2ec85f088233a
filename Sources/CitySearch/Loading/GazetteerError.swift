public import Foundation
public import PrefixSearch

/// Why a gazetteer could not be made.
///
/// `file` is the path as it was given, or the name of data that came from elsewhere.
public enum GazetteerError: Error, Sendable, Hashable {
  /// The file could not be read.
  case unreadable(file: String, reason: String)
  /// The file has no content.
  case empty(file: String)
  /// The content is compressed, by `gzip` or another program, and has to be unpacked first.
  case compressed(file: String, format: String)
  /// The content has not the form that it should have, or nothing of it has.
  case unrecognized(file: String, reason: String)
  /// The file is not well-formed JSON, or no array.
  case invalidJSON(file: String, reason: String)
  /// The file is a gazetteer that cannot be read, or a damaged one.
  case invalidFile(file: String, reason: String)
  /// A record breaks a rule.
  case malformed(MalformedRecord)
  /// The file has records, but none of the feature classes that were asked for.
  case noCities(file: String, otherFeatureCount: Int)
  /// The folded names together have more than `limit` bytes.
  case tooManyKeyBytes(limit: Int)
  /// Files with names of divisions, countries or regions were given with a gazetteer, or names were to
  /// be left out; a gazetteer has the names that it will ever have.
  case placesNotJoinable(file: String)
  /// The task that loads was cancelled.
  case cancelled(file: String)
}

extension GazetteerError: CustomStringConvertible, LocalizedError {
  /// What is wrong and where, as a sentence.
  public var description: String {
    switch self {
    case .unreadable(let file, let reason): "\(file) cannot be read: \(reason)."
    case .empty(let file): "\(file) is empty."
    case .compressed(let file, let format):
      "\(file) is compressed (\(format)): unpack it first."
    case .unrecognized(let file, let reason): "\(file) has the wrong form: \(reason)."
    case .invalidFile(let file, let reason): "\(file) is no gazetteer that can be read: \(reason)."
    case .invalidJSON(let file, let reason): "\(file) is not a JSON array of cities: \(reason)."
    case .malformed(let record): record.description
    case .noCities(let file, let count):
      "\(file) has no city: all of its \(count) records belong to other feature classes than were "
        + "asked for."
    case .tooManyKeyBytes(let limit):
      "The folded names of all cities must have at most \(limit) bytes together, and have more."
    case .placesNotJoinable(let file):
      "\(file) is a gazetteer, in which no names can be joined or left out: "
        + "do so when it is made from a text."
    case .cancelled(let file): "Loading \(file) was cancelled."
    }
  }

  /// The same sentence, for people.
  public var errorDescription: String? { description }
}

/// Said here, since PrefixSearch does without Foundation.
extension SortedKeysError: LocalizedError {
  /// The description, for people.
  public var errorDescription: String? { description }
}
