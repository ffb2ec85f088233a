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
