public import Foundation
public import PrefixSearch

/// Why a gazetteer could not be loaded or built.
///
/// `file` is the path as it was passed, or the name of data in memory.
public enum GazetteerError: Error, Sendable, Hashable {
  /// The file could not be read.
  case unreadable(file: String, reason: String)
  /// The file could not be written.
  case unwritable(file: String, reason: String)
  /// The file has no content.
  case empty(file: String)
  /// The content is compressed, by `gzip` or another program, and must be unpacked first.
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

extension GazetteerError: CustomStringConvertible, LocalizedError {
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

  /// The description, for users.
  public var errorDescription: String? { description }
}

/// Declared here, because PrefixSearch does not import Foundation.
extension SortedKeysError: LocalizedError {
  /// The description, for users.
  public var errorDescription: String? { description }
}

/// A malformed record: its position, and the reason.
public struct MalformedRecord: Sendable, Hashable {
  /// The path of the file as it was passed; `nil` if the cities did not come from a file.
  public var file: String?
  /// The position of the record.
  public var position: Position
  /// The malformed part of the record; `nil` for the record as a whole.
  public var column: Column?
  /// Why it is malformed.
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
    /// Its name in the source.
    public var name: String
    /// Its position in a line, counted from 1; `nil` if the parts have no order.
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
