internal import CitySearch
internal import Foundation
internal import PrefixSearch
internal import SystemFiles

/// A source that is read in blocks of whole lines, so that no more than a block is in memory.
///
/// A block ends after a line that is not blank. So blank lines at the end of the text, which are ignored,
/// are all in the last block.
struct TextBlocks {
  /// The name of the source, for messages.
  let name: String
  private let source: Source
  private let buffer: GrowingBuffer
  /// The bytes of the block in the buffer, the byte order mark of the first one not included.
  private var block = 0..<0
  /// The bytes before the buffer.
  private var byteCountBefore = 0
  private var isAtEnd = false
  private var sha = SHA256()

  private enum Source {
    case file(OpenSource)
    case data(Data)
  }

  /// An open file, to which all blocks refer.
  private final class OpenSource {
    let file: InputFile

    init(_ file: consuming InputFile) { self.file = file }
  }

  /// The least size of a block, unless the text is shorter.
  private let leastSize: Int

  /// Opens a source, and reads the first block.
  ///
  /// - Throws: ``/CitySearch/GazetteerError`` if a file cannot be read.
  init(
    _ source: LoadingSource, leastSize: Int, _ monitor: inout LoadingMonitor
  ) throws(GazetteerError) {
    name = source.name
    self.leastSize = leastSize
    buffer = GrowingBuffer()
    self.source =
      switch source {
      case .file(let url): .file(OpenSource(try InputFile(url)))
      case .standardInput: .file(OpenSource(try InputFile(standardInputNamed: source.name)))
      case .data(let data, let name): .data(try data.decompressed(named: name))
      }
    if case .file(let source) = self.source {
      // Room for a block, for the rest of the read that completes it, and for one byte more, which lets
      // the end of the file be read.
      buffer.reserve(min(source.file.byteCount, leastSize + InputFile.stride) + 1)
    }
    try readBlock(&monitor)
    block = withBlock { $0.byteOrderMarkLength }..<block.upperBound
  }

  /// Calls a closure with the block.
  func withBlock<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch source {
    case .file:
      try buffer.withContent { bytes throws(Failure) in try body(bytes.extracting(block)) }
    case .data(let data): try body(data.span.extracting(block))
    }
  }

  /// Goes to the next block.
  ///
  /// - Returns: Whether there is one.
  /// - Throws: ``/CitySearch/GazetteerError`` if a file cannot be read.
  mutating func advance(_ monitor: inout LoadingMonitor) throws(GazetteerError) -> Bool {
    guard !isAtEnd || block.upperBound < buffer.count, case .file = source else { return false }
    byteCountBefore += block.upperBound
    buffer.removeFirst(block.upperBound)
    try readBlock(&monitor)
    return !block.isEmpty
  }

  /// Reads until the buffer has a block.
  private mutating func readBlock(_ monitor: inout LoadingMonitor) throws(GazetteerError) {
    let file: OpenSource
    switch source {
    case .file(let source): file = source
    case .data(let data):
      sha.update(data.span)
      (isAtEnd, block) = (true, 0..<data.count)
      return
    }
    var size = leastSize
    while true {
      while !isAtEnd, buffer.count < size {
        let start = buffer.count
        isAtEnd = try !file.file.readMore(into: buffer, &monitor)
        buffer.withContent { sha.update($0.extracting(start...)) }
      }
      block = 0..<(isAtEnd ? buffer.count : buffer.withContent { $0.endOfLines })
      if isAtEnd || !block.isEmpty { return }
      size *= 2
    }
  }

  /// Reads the rest of the source after its first block, and returns the whole.
  ///
  /// - Throws: ``/CitySearch/GazetteerError`` if a file cannot be read.
  mutating func content(_ monitor: inout LoadingMonitor) throws(GazetteerError) -> LoadedContent {
    switch source {
    case .data(let data): return .data(data)
    case .file(let file):
      let start = buffer.count
      buffer.reserve(file.file.byteCount + 1)
      let region = try file.file.readToEnd(into: buffer, &monitor)
      isAtEnd = true
      region.withContent { sha.update($0.extracting(start...)) }
      return .region(region)
    }
  }

  /// How much of the source was read before an offset in the block, as a share of its size; 1 if that is
  /// unknown.
  func share(read offset: Int) -> Double {
    let read = byteCountBefore + offset
    let size =
      switch source {
      case .file(let source): source.file.byteCount
      case .data(let data): data.count
      }
    return Double(read) / Double(max(1, size, read))
  }

  /// The SHA-256 of all bytes that were read.
  var digest: [UInt8] { sha.finish() }
}

extension Span<UInt8> {
  /// Where the last line ends that is complete and not blank; 0 if there is none.
  fileprivate var endOfLines: Int {
    var end = count
    while end > 0, self[end - 1] != UInt8(ascii: "\n") { end -= 1 }
    // The line before `end` is complete; it must not be blank.
    var last = end
    while last > 0, self[last - 1].isBlank { last -= 1 }
    guard last > 0 else { return 0 }
    while last < end, self[last] != UInt8(ascii: "\n") { last += 1 }
    return Swift.min(last + 1, end)
  }
}
