#if !arch(wasm32)
public import Foundation

/// What a native program has in place of the memory of a module: so both can be compared byte for byte.
public enum NativeExchange {
  /// The file of the gazetteer, the only argument of the program; without it, the program ends with its usage.
  public static func gazetteerFile(requests: String) -> URL {
    guard CommandLine.arguments.count == 2 else {
      let name = URL(filePath: CommandLine.arguments[0]).lastPathComponent
      let usage = "usage: \(name) GAZETTEER < \(requests) > ANSWERS\n"
      FileHandle.standardError.write(Data(usage.utf8))
      exit(64)
    }
    return URL(filePath: CommandLine.arguments[1])
  }

  /// Answers requests from standard input until its end: each is its length, four bytes, little-endian, and its bytes,
  /// and so is each answer.
  ///
  /// - Parameter answer: Answers a request.
  /// - Throws: Errors of reading and writing.
  public static func answerAll(with answer: (Span<UInt8>) -> [UInt8]) throws {
    while true {
      let head = try read(4)
      guard head.count == 4 else { break }
      let request = try read(head.reversed().reduce(0) { $0 << 8 | Int($1) })
      let answer = answer(request.span)
      let length = (0..<4).map { UInt8(truncatingIfNeeded: answer.count >> (8 * $0)) }
      try FileHandle.standardOutput.write(contentsOf: Data(length + answer))
    }
  }

  /// Reads exactly so many bytes; fewer at the end.
  private static func read(_ count: Int) throws -> [UInt8] {
    [UInt8](try FileHandle.standardInput.read(upToCount: count) ?? Data())
  }
}
#endif
