/// Why the tables could not be made.
enum GeneratorError: Error, CustomStringConvertible {
  /// The command line asks for nothing that the program does.
  case usage(String)
  /// A file is missing, or is not UTF-8.
  case unreadable(path: String, reason: String)
  /// The tables could not be written.
  case unwritable(path: String, reason: String)
  /// A line of a data file is not what its format promises.
  case malformed(path: String, line: Int, reason: String)
  /// The checked file is not what the generator writes.
  case outdated(path: String, line: Int)
  /// A scalar behaves in a way that the form of the tables cannot express.
  case inexpressible(scalar: UInt32, reason: String)

  var description: String {
    switch self {
    case .usage(let text): text
    case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
    case .unwritable(let path, let reason): "\(path): cannot be written: \(reason)"
    case .malformed(let path, let line, let reason): "\(path):\(line): \(reason)"
    case .outdated(let path, let line):
      "\(path):\(line): differs from what these data files give; generate it again"
    case .inexpressible(let scalar, let reason): "U+\(hexadecimal(scalar)): \(reason)"
    }
  }
}

/// The number in the four to six digits that Unicode's files use.
func hexadecimal(_ scalar: UInt32) -> String {
  let digits = String(scalar, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
