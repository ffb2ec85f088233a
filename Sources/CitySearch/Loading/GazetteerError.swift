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

/// A record that breaks a rule: where it stands, and what is wrong.
public struct MalformedRecord: Sendable, Hashable {
  /// The path of the file as it was given; `nil` if the cities did not come from one.
  public var file: String?
  /// Which record it is.
  public var position: Position
  /// The part of the record that is wrong; `nil` if it is the record as a whole.
  public var column: Column?
  /// What is wrong with it.
  public var reason: String

  /// The place of a record.
  public enum Position: Sendable, Hashable {
    /// A line of text, counted from 1.
    case line(Int)
    /// An element of an array or sequence, counted from 1, and the line of text in which it begins.
    case element(Int, line: Int? = nil)
  }

  /// A part of a record.
  public struct Column: Sendable, Hashable {
    /// What the source calls it.
    public var name: String
    /// Its place in a line, counted from 1; `nil` if the parts have names and no order.
    public var number: Int?

    /// Creates a column.
    public init(_ name: String, number: Int? = nil) {
      self.name = name
      self.number = number
    }
  }

  /// Creates a report.
  public init(file: String?, position: Position, column: Column?, reason: String) {
    self.file = file
    self.position = position
    self.column = column
    self.reason = reason
  }
}

extension MalformedRecord: CustomStringConvertible {
  /// The place, the column and the reason, in the form of a compiler's message.
  public var description: String {
    let place =
      switch position {
      case .line(let number): file.map { "\($0):\(number)" } ?? "line \(number)"
      case .element(let number, let line?):
        "\(file.map { "\($0):\(line)" } ?? "line \(line)"): element \(number)"
      case .element(let number, nil): "\(file.map { "\($0): " } ?? "")element \(number)"
      }
    guard let column else { return "\(place): \(reason)" }
    let name = column.number.map { "column \($0) (\(column.name))" } ?? column.name
    return "\(place): \(name): \(reason)"
  }
}
