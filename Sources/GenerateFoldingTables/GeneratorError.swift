/// Why the tables could not be generated.
enum GeneratorError: Error, CustomStringConvertible {
  /// The arguments are invalid; the text is the usage.
  case usage(String)
  /// A file is missing, or is not UTF-8.
  case unreadable(path: String, reason: String)
  /// The tables could not be written.
  case unwritable(path: String, reason: String)
  /// A line of a data file is malformed.
  case malformed(path: String, line: Int, reason: String)
  /// The checked file differs from the generated tables, first at `line`.
  case outdated(path: String, line: Int)
  /// The tables cannot express the folding of a scalar.
  case inexpressible(scalar: UInt32, reason: String)

  var description: String {
    switch self {
    case .usage(let text): text
    case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
    case .unwritable(let path, let reason): "\(path): cannot be written: \(reason)"
    case .malformed(let path, let line, let reason): "\(path):\(line): \(reason)"
    case .outdated(let path, let line):
      "\(path):\(line): differs from the tables of these data files; generate it again"
    case .inexpressible(let scalar, let reason): "U+\(hexadecimal(scalar)): \(reason)"
    }
  }
}

/// A code point in four to six hexadecimal digits, as in Unicode's files.
func hexadecimal(_ scalar: UInt32) -> String {
  let digits = String(scalar, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
