/// A malformed record: its position, and the reason.
public struct MalformedRecord: Sendable, Hashable {
  /// The path of the file as it was passed; `nil` if the cities did not come from a file.
  package var file: String?
  /// The position of the record.
  package var position: Position
  /// The malformed part of the record; `nil` for the record as a whole.
  package var column: Column?
  /// Why it is malformed.
  package var reason: String

  /// The place of a record.
  package enum Position: Sendable, Hashable {
    /// A line of text, counted from 1.
    case line(Int)
    /// An element of an array or a sequence, counted from 1.
    case element(Int)
  }

  /// A part of a record.
  package struct Column: Sendable, Hashable {
    /// Its name in the source.
    package var name: String
    /// Its position in a line, counted from 1; `nil` if the parts have no order.
    package var number: Int?

    /// Creates a column.
    package init(_ name: String, number: Int? = nil) {
      self.name = name
      self.number = number
    }
  }

  /// Creates a report.
  package init(file: String?, position: Position, column: Column?, reason: String) {
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
      case .element(let number): "\(file.map { "\($0): " } ?? "")element \(number)"
      }
    guard let column else { return "\(place): \(reason)" }
    let name = column.number.map { "column \($0) (\(column.name))" } ?? column.name
    return "\(place): \(name): \(reason)"
  }
}
