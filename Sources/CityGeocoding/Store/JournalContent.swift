internal import DurableStorage
internal import Foundation

/// What the file of a journal says.
///
/// Each line stands for itself, so whatever is whole is read: beside flipped bits, torn pages and
/// missing line ends, and after a conversion of the line ends to CRLF.
struct JournalContent {
  /// What is left of all changes.
  var records = GeocodingRecords()
  /// The number of changes.
  var lineCount = 0
  /// The length of the file up to the end of the last line that is whole.
  var wholeLength = 0
  /// Whether only the end of the last line is missing.
  var lacksLineEnd = false
  /// The bytes that are part of no line, piece by piece.
  var badBytes: [Data] = []
  /// Where these are.
  var badPlaces: [StorageDamage.Place] = []

  private var hasHeader = false

  /// The newest version that can be read, and the one that is written.
  static let version = 1

  /// Reads the content of a file.
  ///
  /// Only what stands behind the last line end may be incomplete without being damage: the program was
  /// killed while it wrote. It was not acknowledged, and is left out.
  ///
  /// - Throws: `StorageError.newerVersion`; `StorageError.damaged` if there is no whole line at all.
  /// - Complexity: O(*n*), where *n* is the length of the file.
  init(_ data: Data, file: String) throws(StorageError) {
    guard !data.isEmpty else { throw .damaged(file: file, reason: "it has no bytes") }
    var (start, number) = (data.startIndex, 1)
    while start < data.endIndex {
      let end = data[start...].firstIndex(of: ChecksummedLine.end)
      var line = data[start..<(end ?? data.endIndex)]
      if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
      try read(line, number, of: data, file: file)
      start = end.map { $0 + 1 } ?? data.endIndex
      // The end belongs to the line before it, if that is whole.
      if wholeLength == line.endIndex - data.startIndex { wholeLength = start - data.startIndex }
      lacksLineEnd = end == nil && wholeLength == data.count
      number += 1
    }
    guard hasHeader || lineCount > 0 else {
      throw .damaged(file: file, reason: "it does not begin as a geocoding journal does")
    }
    // What was written last, and not whole.
    if let last = badBytes.last, last.endIndex == data.endIndex {
      badPlaces.removeLast()
      badBytes.removeLast()
      lacksLineEnd =
        wholeLength > 0 && data[data.startIndex + wholeLength - 1] != ChecksummedLine.end
    }
  }

  /// Reads what stands between two line ends: one line, or what is left of it, or several whose ends were
  /// lost.
  private mutating func read(
    _ bytes: Data, _ number: Int, of data: Data, file: String
  ) throws(StorageError) {
    if let line = JournalLine(bytes) {
      try take(line, file: file)
      wholeLength = bytes.endIndex - data.startIndex
      return
    }
    // Each start is followed by one line at most, and by what is left of others.
    let starts = ChecksummedLine.starts(in: bytes)
    var end = bytes.startIndex
    for (start, next) in zip(starts, starts.dropFirst() + [bytes.endIndex]) {
      guard let lineEnd = ChecksummedLine.end(ofFirstIn: bytes[start..<next]),
        let line = JournalLine(bytes[start..<lineEnd])
      else { continue }
      set(aside: bytes[end..<start], number, of: data)
      try take(line, file: file)
      end = lineEnd
      wholeLength = end - data.startIndex
    }
    set(aside: bytes[end...], number, of: data)
  }

  private mutating func set(aside bytes: Data, _ number: Int, of data: Data) {
    guard !bytes.isEmpty else { return }
    badBytes.append(bytes)
    badPlaces.append(
      StorageDamage.Place(
        line: number, offset: bytes.startIndex - data.startIndex, length: bytes.count))
  }

  private mutating func take(_ line: JournalLine, file: String) throws(StorageError) {
    switch line {
    case .change(let change):
      records.apply(change)
      lineCount += 1
    case .header(let version):
      hasHeader = true
      if version > Self.version {
        throw .newerVersion(file: file, found: version, supported: Self.version)
      }
      guard version == Self.version else {
        throw .damaged(file: file, reason: "there never was a version \(version)")
      }
    }
  }
}
