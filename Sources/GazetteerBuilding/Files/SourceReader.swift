internal import CitySearch
package import Foundation
internal import PrefixSearch
internal import SystemFiles

/// A source that is read in blocks of whole lines, so that no more than a block is in memory, or as a whole;
/// through the program `gzip` if it is compressed.
///
/// A block ends after a line that is not blank. So blank lines at the end of the text, which are ignored,
/// are all in the last block. Compressed bytes of a pipe, or in memory, are first copied to a file without a
/// name: a program that reads a file needs nobody who writes to it.
final class SourceReader {
  /// The path as it was given or the name of the data, for messages.
  let name: String
  /// The open file; `nil` for bytes in memory.
  private let file: InputFile?
  /// Decompresses the file; `nil` to read it as it stands.
  private var program: ProgramOutput?
  /// The greatest number of bytes that the program may give.
  private var unpackedLimit = 0
  /// The bytes of the block and those that were read after it.
  private let buffer = GrowingBuffer()
  /// The block in the buffer, without the byte order mark of the first one.
  private var block = 0..<0
  /// Whether the block is the beginning of a line that is longer than a line may be.
  private(set) var isWithinLine = false
  /// The bytes before the buffer.
  private var byteCountBefore = 0
  private var isAtEnd = false
  /// The size in bytes, as far as it is known: what is compressed says it itself.
  private var size = 0
  /// The least size of a block, unless the text is shorter.
  private let leastSize: Int
  private var sha = SHA256()

  /// The greatest length of a line in bytes; without a limit, a small compressed file could fill the memory.
  static let longestLine = 1 << 24
  /// How many times as many bytes as before what is compressed may have.
  ///
  /// Texts of cities have up to ten times as many, zeros a thousand times; what is made to fill the memory is refused.
  static let greatestRatio = 100
  /// The bytes that what is compressed may have in any case: a line that is too long is an error of its own.
  static let leastUnpackedLimit = 2 * longestLine
  /// How many bytes are read at once.
  private static let stride = 1 << 20
  /// The first bytes of what `gzip` has compressed.
  fileprivate static let magicBytes: [UInt8] = [0x1F, 0x8B]

  /// Opens a source, and reads the first block.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - leastSize: The least size of a block.
  ///   - monitor: Tells of cancellation.
  ///   - patience: How long to wait for a writer of a pipe, in steps of 50 ms.
  ///   - gzip: The program that decompresses.
  /// - Throws: ``/CitySearch/GazetteerError/unreadable(file:reason:)``, ``/CitySearch/GazetteerError/cancelled(file:)``
  init(
    _ source: LoadingSource, leastSize: Int = stride, _ monitor: inout LoadingMonitor,
    patience: Int = 40, unpackingBy gzip: String = "gzip"
  ) throws(GazetteerError) {
    name = source.name
    self.leastSize = leastSize
    file = try InputFile(source, patience: patience)
    if let file, !file.isPipe {
      // Room for a block, for the rest of the read that completes it, and for one byte more, which lets
      // the end of the file be read.
      size = file.length
      buffer.reserve(min(size, leastSize + Self.stride) + 1)
      if file.has(Self.magicBytes, at: 0) {
        unpackedLimit = Self.unpackedLimit(of: size)
        size = file.unpackedLength
        program = try start(gzip, reading: file.file)
      }
    } else {
      if case .data(let data, _) = source {
        buffer.append(data.span)
        sha.update(data.span)
        size = data.count
      }
      // A pipe may give single bytes.
      while buffer.count < Self.magicBytes.count, try readMore(&monitor) {}
      if buffer.withContent({ $0.starts(with: Self.magicBytes) }) {
        try unpackCopy(by: gzip, &monitor)
      }
    }
    try readBlock(&monitor)
    block = withBlock { $0.byteOrderMarkLength }..<block.upperBound
  }
}

extension SourceReader {
  /// Calls a closure with the block.
  func withBlock<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try buffer.withContent { bytes throws(Failure) in try body(bytes.extracting(block)) }
  }

  /// Goes to the next block.
  ///
  /// - Returns: Whether there is one.
  /// - Throws: ``/CitySearch/GazetteerError`` if the source cannot be read.
  func advance(_ monitor: inout LoadingMonitor) throws(GazetteerError) -> Bool {
    byteCountBefore += block.upperBound
    buffer.removeFirst(block.upperBound)
    try readBlock(&monitor)
    return !block.isEmpty
  }

  /// Reads the rest of the source after its first block.
  ///
  /// - Returns: The whole, in memory once, without a byte order mark, and followed by zeros.
  /// - Throws: ``/CitySearch/GazetteerError`` if the source cannot be read.
  func content(_ monitor: inout LoadingMonitor) throws(GazetteerError) -> ByteRegion {
    buffer.reserve(size + 1)
    repeat { try monitor.reach(share(read: buffer.count)) } while try readMore(&monitor)
    let region = buffer.region()
    return region.part(block.lowerBound..<region.count - ByteRegion.padding) ?? region
  }

  /// How much of the source was read before an offset in the block, as a share of its size; 1 if that is
  /// unknown.
  func share(read offset: Int) -> Double {
    let read = byteCountBefore + offset
    return Double(read) / Double(max(1, size, read))
  }

  /// The SHA-256 of all bytes that were read.
  var digest: [UInt8] { sha.finish() }

  /// Reads until the buffer has a block.
  private func readBlock(_ monitor: inout LoadingMonitor) throws(GazetteerError) {
    var least = leastSize
    while true {
      while buffer.count < least, try readMore(&monitor) {}
      block = 0..<(isAtEnd ? buffer.count : buffer.withContent { $0.endOfLines })
      if isAtEnd || !block.isEmpty { return }
      guard buffer.count < Self.longestLine else {
        (block, isWithinLine) = (0..<buffer.count, true)
        return
      }
      least = min(least * 2, Self.longestLine)
    }
  }

  /// Reads the next bytes.
  ///
  /// - Returns: Whether there were some.
  private func readMore(_ monitor: inout LoadingMonitor) throws(GazetteerError) -> Bool {
    guard !isAtEnd else { return false }
    let start = buffer.count
    if let program {
      try program.file.readNext(Self.stride, into: buffer, named: name, &monitor)
      if buffer.count == start { try check(program) }
      guard byteCountBefore + buffer.count <= unpackedLimit else {
        throw .unreadable(
          file: name,
          reason:
            "it has more than \(Self.greatestRatio) times as many bytes when it is decompressed")
      }
    } else {
      try file?.readNext(Self.stride, into: buffer, &monitor)
    }
    buffer.withContent { sha.update($0.extracting(start...)) }
    isAtEnd = buffer.count == start
    return !isAtEnd
  }
}

// MARK: - Compressed sources

extension SourceReader {
  /// Copies the rest of the source to a file, and begins anew with what that decompresses to.
  private func unpackCopy(
    by gzip: String, _ monitor: inout LoadingMonitor
  ) throws(GazetteerError) {
    let folder = FileManager.default.temporaryDirectory
    let copy = try GazetteerError.reading(name) { () throws(SystemCallError) in
      try ScratchFile(beside: folder.appending(path: "compressed").path)
    }
    var length = 0
    repeat {
      length += buffer.count
      do throws(SystemCallError) {
        _ = try buffer.withContent { bytes throws(SystemCallError) in try copy.append(bytes) }
      } catch {
        throw .unreadable(name, error)
      }
      buffer.removeFirst(buffer.count)
    } while try readMore(&monitor)
    (isAtEnd, size, sha, unpackedLimit) = (false, 0, SHA256(), Self.unpackedLimit(of: length))
    program = try start(gzip, reading: copy.file)
  }

  private static func unpackedLimit(of length: Int) -> Int {
    max(leastUnpackedLimit, length * greatestRatio)
  }

  private func start(
    _ gzip: String, reading file: borrowing OpenFile
  ) throws(GazetteerError) -> ProgramOutput {
    do throws(SystemCallError) {
      return try ProgramOutput(of: gzip, ["-dc"], reading: file)
    } catch {
      guard error.code == ENOENT else { throw .unreadable(name, error) }
      throw .unreadable(
        file: name, reason: "it is compressed, and there is no program \(gzip) to decompress it")
    }
  }

  /// Throws what the program said, unless it decompressed everything.
  private func check(_ program: ProgramOutput) throws(GazetteerError) {
    let failure = try GazetteerError.reading(name) { () throws(SystemCallError) in
      try program.failure()
    }
    if let failure { throw .unreadable(file: name, reason: failure) }
  }
}

extension Data {
  /// Whether this begins as what `gzip` has compressed, with two bytes.
  package var isGzip: Bool { starts(with: SourceReader.magicBytes) }

  /// This, decompressed by the program `gzip` if it is compressed.
  ///
  /// - Throws: Why it cannot be decompressed.
  package func unpacked() throws(UnpackingError) -> Data {
    guard isGzip else { return self }
    do throws(GazetteerError) {
      var monitor = LoadingMonitor.none
      let reader = try SourceReader(.data(self, name: "the data"), &monitor)
      return Data(try reader.content(&monitor).content)
    } catch {
      guard case .unreadable(_, let reason) = error else {
        throw UnpackingError(errorDescription: error.description)
      }
      throw UnpackingError(errorDescription: "\(reason).")
    }
  }
}

/// Why data cannot be decompressed, as the end of a sentence about their file.
package struct UnpackingError: LocalizedError {
  /// The reason, with a period.
  package let errorDescription: String?
}

extension URL {
  /// The name of the text in a file: without its folder, and without the extension of gzip.
  package var textName: String {
    (pathExtension == "gz" ? deletingPathExtension() : self).lastPathComponent
  }
}

// MARK: - Files and pipes

/// An open file or pipe.
///
/// It is opened without blocking, because otherwise opening a named pipe waits for a writer, without limit.
private final class InputFile {
  let file: OpenFile
  let isPipe: Bool
  /// The length in bytes; 0 for a pipe, and for virtual files of the system.
  let length: Int
  private let name: String
  /// Whether reading blocks: an inherited descriptor may be shared with other processes, so its mode is not
  /// changed.
  private let isBlocking: Bool
  /// How long to wait for a writer of a pipe, in steps of 50 ms.
  private let patience: Int
  private var hasBegun = false

  /// Opens a file or a pipe, or takes standard input, which may also be a socket; `nil` for bytes in memory.
  init?(_ source: LoadingSource, patience: Int) throws(GazetteerError) {
    let name = source.name
    switch source {
    case .data: return nil
    case .file(let url):
      file = try OpenFile.reading(url)
      isBlocking = false
    case .standardInput:
      file = try GazetteerError.reading(name) { () throws(SystemCallError) in
        try OpenFile.standardInput()
      }
      isBlocking = true
    }
    let attributes = try file.attributes(
      named: name, among: isBlocking ? [.file, .pipe, .socket] : [.file, .pipe])
    isPipe = attributes.kind != .file
    length = attributes.length
    self.name = name
    self.patience = patience
  }

  /// Whether some bytes stand at an offset; false for a pipe.
  func has(_ bytes: [UInt8], at offset: Int) -> Bool {
    var found = [UInt8](repeating: 0, count: bytes.count)
    return (try? file.read(into: &found, at: offset)) == bytes.count && found == bytes
  }

  /// How many bytes a compressed file has when it is decompressed, as its last four bytes say.
  ///
  /// Memory is reserved for so many, so it is at most eight times the length, which few texts exceed.
  var unpackedLength: Int {
    var end = [UInt8](repeating: 0, count: 4)
    guard length > 18, (try? file.read(into: &end, at: length - 4)) == 4 else { return length }
    return min(end.reversed().reduce(0) { $0 << 8 | Int($1) }, length * 8)
  }

  /// Reads the next bytes; none at the end.
  func readNext(
    _ count: Int, into buffer: GrowingBuffer, _ monitor: inout LoadingMonitor
  ) throws(GazetteerError) {
    let start = buffer.count
    var attempts = 0
    while true {
      try file.readNext(
        count, into: buffer, named: name, waitingFirst: isPipe && isBlocking, &monitor)
      hasBegun = hasBegun || buffer.count > start
      // A pipe without a writer so far has no bytes either, but no hang-up.
      guard isPipe, !isBlocking, !hasBegun else { return }
      switch file.waitForInput(milliseconds: 50) {
      case .ended: return
      case .some: continue
      case .none: attempts += 1
      }
      guard attempts < patience else {
        throw .unreadable(file: name, reason: "it is a pipe without a writer")
      }
    }
  }
}

extension OpenFile {
  /// Reads the next bytes, at most `count`; none at the end.
  ///
  /// A task can be cancelled while it waits.
  fileprivate func readNext(
    _ count: Int, into buffer: GrowingBuffer, named name: String, waitingFirst: Bool = false,
    _ monitor: inout LoadingMonitor
  ) throws(GazetteerError) {
    while true {
      try monitor.checkCancellation()
      if waitingFirst, waitForInput(milliseconds: 100) == .none { continue }
      buffer.makeRoom()
      let read: Int?
      do throws(SystemCallError) {
        read = try unsafe readNext(into: buffer.space(upTo: count))
      } catch {
        throw .unreadable(name, error)
      }
      if let read {
        buffer.count += read
        return
      }
      // There is a writer, but no bytes yet.
      _ = waitForInput(milliseconds: 100)
    }
  }
}
