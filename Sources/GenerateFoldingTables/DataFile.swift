import Foundation

/// The lines of a data file, whose fields are separated by semicolons.
struct DataFile {
  let path: String
  let lines: [Substring]

  init(path: String) throws(GeneratorError) {
    let text: String
    do {
      text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
    } catch {
      throw .unreadable(path: path, reason: error.localizedDescription)
    }
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// An error at the line with this index, counted from 0.
  func malformed(_ index: Int, _ reason: String) -> GeneratorError {
    .malformed(path: path, line: index + 1, reason: reason)
  }

  /// The fields of the line with this index, without blanks around them.
  func fields(of index: Int) -> [Substring] {
    lines[index].split(separator: ";", omittingEmptySubsequences: false).map { field in
      let start = field.drop { $0 == " " }
      return start.lastIndex { $0 != " " }.map { start[...$0] } ?? start.prefix(0)
    }
  }

  /// The scalars in a field: hexadecimal numbers with single blanks between them.
  func scalars(in field: Substring, line index: Int) throws(GeneratorError) -> [UInt32] {
    var scalars: [UInt32] = []
    for number in field.split(separator: " ", omittingEmptySubsequences: false) {
      guard let scalar = UInt32(number, radix: 16), scalar < UnicodeDatabase.scalarCount else {
        throw malformed(index, "must be a list of hexadecimal code points, got '\(field)'")
      }
      scalars.append(scalar)
    }
    return scalars
  }

  /// The one scalar in a field.
  func scalar(in field: Substring, line index: Int) throws(GeneratorError) -> UInt32 {
    let scalars = try scalars(in: field, line: index)
    guard scalars.count == 1 else {
      throw malformed(index, "must be one hexadecimal code point, got '\(field)'")
    }
    return scalars[0]
  }
}
