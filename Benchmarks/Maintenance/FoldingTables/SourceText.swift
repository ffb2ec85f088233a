/// Numbers as literals of words of four, the first in the lowest bits.
func words(of numbers: [UInt16]) -> [String] {
  stride(from: 0, to: numbers.count, by: 4).map { start in
    let word = numbers[start...].prefix(4).reversed().reduce(UInt64(0)) { $0 << 16 | UInt64($1) }
    return "0x\(String(word, radix: 16))"
  }
}

/// Pieces of source on indented lines of at most 100 columns.
func lines(of pieces: [String], separator: String, lineEnd: String) -> String {
  var lines: [String] = []
  var line = ""
  for piece in pieces {
    if line.utf8.count + piece.utf8.count > 93 {
      lines.append(line)
      line = ""
    }
    line += (line.isEmpty ? "" : separator) + piece
  }
  return (lines + [line]).map { "    " + $0 }.joined(separator: lineEnd + "\n")
}
