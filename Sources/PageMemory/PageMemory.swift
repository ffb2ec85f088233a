#if arch(wasm32)
public import PrefixSearch

// The memory that JavaScript and a module of WebAssembly exchange. Addresses are offsets in the memory of the
// module. JavaScript allocates memory for a request or a file, writes it, and calls; it reads the answer at
// `answer()` before the next call.

/// The bytes of an answer, in memory that JavaScript reads.
///
/// A module has one, and exports its address: Embedded Swift compiles a library into what uses it, with globals of its
/// own.
@safe public final class AnswerBuffer {
  private var start: UnsafeMutableRawPointer?
  private var capacity = 0

  /// Creates a buffer without an answer.
  public init() {}

  /// The address of the last answer.
  public var address: UInt32 { unsafe UInt32(UInt(bitPattern: start)) }

  /// Keeps an answer, in the same memory if there is room, and returns its length.
  public func keep(_ bytes: [UInt8]) -> Int32 {
    if capacity < bytes.count {
      unsafe start?.deallocate()
      capacity = max(bytes.count, 1 << 14)
      unsafe start = .allocate(byteCount: capacity, alignment: 16)
    }
    unsafe bytes.withUnsafeBytes { source in
      // Sound: there is room, by the lines above, and an empty source has nothing to copy.
      if let address = source.baseAddress {
        unsafe start?.copyMemory(from: address, byteCount: source.count)
      }
    }
    return Int32(bytes.count)
  }
}

/// Memory for a request or a file, aligned to 16 bytes.
@_expose(wasm, "allocate") @_cdecl("page_allocate")
func allocate(_ count: Int32) -> UInt32 {
  UInt32(UInt(bitPattern: UnsafeMutableRawPointer.allocate(byteCount: Int(count), alignment: 16)))
}

/// Frees the memory of a request.
@_expose(wasm, "free") @_cdecl("page_free")
func free(_ address: UInt32) {
  unsafe UnsafeMutableRawPointer(bitPattern: UInt(address))?.deallocate()
}

/// The seed of the hashes of Swift, in place of random numbers of a system: a page has no other's input to fear, and
/// the module needs nothing from outside.
@_cdecl("arc4random_buf")
func fill(_ start: UnsafeMutableRawPointer, _ count: Int) {
  // Sound: the caller passes memory of so many bytes.
  for offset in 0..<count {
    unsafe start.storeBytes(of: UInt8(0x5A), toByteOffset: offset, as: UInt8.self)
  }
}

/// What the sine of the C library calls for angles above a million, of which a page has none: 7 kB of digits of pi.
@_cdecl("__rem_pio2_large")
func reduceLargeAngle(
  _: UnsafeMutablePointer<Double>, _: UnsafeMutablePointer<Double>, _: Int32, _: Int32, _: Int32
) -> Int32 { preconditionFailure("An angle must be less than a million.") }

/// Calls a function with the bytes of a request in allocated memory.
public func withRequest<Result>(
  at address: UInt32, count: Int32, _ body: (Span<UInt8>) -> Result
) -> Result {
  // Sound: JavaScript allocated so many bytes, and frees them after this call; a request has at least one.
  let start = unsafe UnsafeRawPointer(bitPattern: UInt(address))
  let bytes = unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(count))
  return body(unsafe bytes.bindMemory(to: UInt8.self).span)
}

/// The memory of a file, which is freed with its last region.
@safe private final class FileMemory {
  private let start: UnsafeMutableRawPointer

  init(_ start: UnsafeMutableRawPointer) { unsafe self.start = start }

  deinit { unsafe start.deallocate() }
}

extension ByteRegion {
  /// A file in allocated memory, which from now on belongs to the region; `nil` if it is not there or its address is
  /// not aligned.
  public init?(fileAt address: UInt32, count: Int32) {
    guard let start = unsafe UnsafeMutableRawPointer(bitPattern: UInt(address)) else { return nil }
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: Int(count))
    // Sound: JavaScript does not write the bytes after this call, and the region retains their owner.
    unsafe self.init(bytes, keptBy: FileMemory(start))
  }
}
#else
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
