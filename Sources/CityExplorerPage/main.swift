#if !arch(wasm32)
internal import CitySearch
internal import Foundation

// Without WebAssembly, this program answers the same calls from standard input, so that both can be compared byte for
// byte: each is its length, four bytes, and its bytes, and so is each answer. Its argument is the file of the
// gazetteer.

/// Reads exactly so many bytes; fewer at the end.
func read(_ count: Int) throws -> [UInt8] {
  [UInt8](try FileHandle.standardInput.read(upToCount: count) ?? Data())
}

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: CityExplorerPage GAZETTEER < CALLS > ANSWERS\n".utf8))
  exit(64)
}
let calls = PageCalls()
_ = calls.open(try Gazetteer(mapping: URL(filePath: CommandLine.arguments[1])), areAll: true)
while true {
  let head = try read(4)
  guard head.count == 4 else { break }
  let request = try read(head.reversed().reduce(0) { $0 << 8 | Int($1) })
  let answer = calls.answer(to: request.span)
  let length = (0..<4).map { UInt8(truncatingIfNeeded: answer.count >> (8 * $0)) }
  try FileHandle.standardOutput.write(contentsOf: Data(length + answer))
}
#endif
