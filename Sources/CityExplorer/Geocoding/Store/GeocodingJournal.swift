public import Foundation

/// A store in a file that only grows: one line of JSON for each change.
///
/// A change is durable when ``apply(_:)`` returns, at the price of one line and one flush. If the
/// program is killed while it writes, the file ends in a part of a line that nobody was told of; it is
/// left out, and cut off before the next line is written. Any other damage is an error, and the file
/// stays as it is, for ``setAside()`` or for a person with an editor. Each line has a checksum.
///
/// One journal owns the file from its first use until it is closed or released: a second one, in this
/// process or in another, gets ``StorageError/notLockable(file:operation:reason:)`` and changes nothing.
/// So no line of either can be lost, and no address is asked for by two queues at once.
///
/// When most lines are about what is over, the file is written anew and takes the place of the old
/// one, in one step.
public actor GeocodingJournal: GeocodingStore {
  private let file: DurableFile
  /// The lock, from the first use on.
  private var lock: FileLock.Holder?
  /// What is known of the file; `nil` if it has to be read before it is written to.
  private var state: State?
  private var failedCompactionCount = 0

  fileprivate struct State {
    /// The length of the file; `nil` if there is none.
    var length: Int?
    /// What has to be done before a line can be written.
    var repair = Repair.none
    var lineCount = 0
    /// The digests of the addresses that have a record.
    var hashes: Set<String> = []
  }

  fileprivate enum Repair {
    case none
    /// A line that is not whole has to go.
    case cut(to: Int)
    /// The last line has no end.
    case endLine
  }

  /// Names the file of a journal; it may be absent, and so may its folder.
  ///
  /// - Parameter url: Where the file is. A file beside it, with `.lock` added to its name, is the lock.
  public init(at url: URL) { file = DurableFile(url) }

  /// Reads everything; a file that is absent has no records.
  ///
  /// - Throws: ``StorageError``; the file is as it was.
  /// - Complexity: O(*n*), where *n* is the length of the file.
  public func records() throws -> [GeocodingRecord] {
    guard let content = try read() else { return [] }
    compactIfWorthIt()
    return content.records.all
  }

  /// Writes changes, and returns when they are on the disk.
  ///
  /// - Throws: ``StorageError``; what was in the file before is there.
  /// - Complexity: O(*k*) for *k* changes, on average over many.
  public func apply(_ changes: [GeocodingChange]) throws {
    guard !changes.isEmpty else { return }
    var lines = Data()
    for change in changes { lines += try JournalLine.encode(change) }
    if state == nil { _ = try read() }
    var next = state ?? State()
    // If anything goes wrong from here on, the file is read again before it is written to.
    state = nil
    try append(lines, to: &next)
    next.lineCount += changes.count
    for change in changes {
      switch change {
      case .put(let record): next.hashes.insert(record.addressHash)
      case .remove(let hash): next.hashes.remove(hash)
      }
    }
    state = next
    compactIfWorthIt()
  }

  /// Writes the file anew, without what is over.
  ///
  /// That happens by itself when it is worth it.
  ///
  /// - Throws: ``StorageError``; the old file is still there.
  /// - Complexity: O(*n*), where *n* is the length of the file.
  public func compact() throws {
    guard let records = try read()?.records else { return }
    state = nil
    var data = JournalContent.header
    for record in records.all { data += try JournalLine.encode(.put(record)) }
    try file.replace(with: data)
    state = State(length: data.count, lineCount: records.count, hashes: records.hashes)
  }

  /// Lets others use the file, until this journal is used again.
  public func close() {
    state = nil
    lock = nil
  }

  /// Gives the file another name, so that a new one can be begun: for one that cannot be read.
  ///
  /// - Returns: Where it is now; `nil` if there is no file.
  /// - Throws: ``StorageError``; the file is where it was.
  public func setAside() throws -> URL? {
    try takeLock()
    state = nil
    return try file.setAside().map { URL(filePath: $0) }
  }
}

extension GeocodingJournal {
  private func takeLock() throws(StorageError) {
    if lock == nil { lock = try file.lock.hold() }
  }

  /// Takes the lock, and reads the file; `nil` if there is none.
  private func read() throws(StorageError) -> JournalContent? {
    try takeLock()
    state = nil
    guard let data = try file.read() else {
      state = State()
      return nil
    }
    let content = try JournalContent(data, file: file.path)
    var next = State(
      length: data.count, lineCount: content.lineCount, hashes: content.records.hashes)
    if content.wholeLength < data.count {
      next.repair = .cut(to: content.wholeLength)
    } else if content.lacksLineEnd {
      next.repair = .endLine
    }
    state = next
    return content
  }

  /// Writes lines behind the last one that is whole.
  private func append(_ lines: Data, to state: inout State) throws(StorageError) {
    guard let length = state.length else {
      // In one step, so that there is no file without its first line.
      let data = JournalContent.header + lines
      try file.replace(with: data)
      state.length = data.count
      return
    }
    guard try file.length() == length else {
      throw .damaged(file: file.path, reason: "it was changed by others while it was in use")
    }
    var lines = lines
    switch state.repair {
    case .none:
      state.length = length + lines.count
    case .cut(let wholeLength):
      try file.truncate(to: wholeLength)
      state.length = wholeLength + lines.count
    case .endLine:
      lines.insert(JournalLine.end, at: lines.startIndex)
      state.length = length + lines.count
    }
    state.repair = .none
    try file.append(lines)
  }

  /// Writes the file anew if most of its lines are about what is over.
  private func compactIfWorthIt() {
    guard let state, state.lineCount > max(1_000, 4 * state.hashes.count) << failedCompactionCount
    else { return }
    do {
      try compact()
      failedCompactionCount = 0
    } catch {
      // The longer file is as good. The next attempt is made when it is twice as long.
      failedCompactionCount += 1
    }
  }
}
