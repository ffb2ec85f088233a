internal import DurableStorage
public import Foundation

/// A store in a file that only grows: one line of JSON for each change.
///
/// A change is durable when ``apply(_:)`` returns, at the price of one line and one flush. If the
/// program is killed while it writes, the file ends in a part of a line that nobody was told of; it is
/// left out, and cut off before the next line is written.
///
/// Each line has a checksum. If some are damaged, all others are read; the damaged ones are moved to a
/// file beside, with `.damaged-` and a number added to the name, and ``damage`` tells of both. A file
/// without a single whole line is an error, and stays as it is, for ``setAside()`` or for a person with
/// an editor.
///
/// One journal owns the file from its first use until it is closed or released: a second one, in this
/// process or in another, gets ``StorageError/notLockable(file:operation:reason:)`` and changes nothing.
/// So no line of either can be lost, and no address is asked for by two queues at once. Where no lock
/// can be made, on a read-only medium or in a read-only folder, the file is read without one, and
/// writing is an error.
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
  /// What was found damaged when the file was read; `nil` if all could be read, or nothing was yet.
  public private(set) var damage: StorageDamage?

  fileprivate struct State {
    /// The length of the file; `nil` if there is none.
    var length: Int?
    /// The length up to the last whole line, if what follows has to be cut off before a line is written.
    var wholeLength: Int?
    /// Whether the last line has no end.
    var lacksLineEnd = false
    var lineCount = 0
    /// The digests of the addresses that have a record.
    var hashes: Set<String> = []
  }

  /// Names the file of a journal; it may be absent, and so may its folder.
  ///
  /// - Parameter url: Where the file is. A file beside it, with `.lock` added to its name, is the lock.
  public init(at url: URL) { file = DurableFile(url) }

  /// Reads everything; a file that is absent has no records.
  ///
  /// What is damaged is left out, and moved aside if the file can be written; see ``damage``.
  ///
  /// - Throws: ``StorageError``; the file is as it was.
  /// - Complexity: O(*n*), where *n* is the length of the file.
  public func records() throws -> [GeocodingRecord] {
    try takeLockToRead()
    guard let content = try read() else { return [] }
    if lock != nil {
      // If it cannot be written now, it is repaired before the next change is.
      if !content.badBytes.isEmpty { try? rewrite(content) }
      compactIfWorthIt()
    }
    return content.records.all
  }

  /// Writes changes, and returns when they are on the disk.
  ///
  /// - Throws: ``StorageError``; what was in the file before is there.
  /// - Complexity: O(*k*) for *k* changes, on average over many.
  public func apply(_ changes: [GeocodingChange]) throws {
    guard !changes.isEmpty else { return }
    var lines = Data()
    for change in changes { lines += try JournalLine.change(change).encoded() }
    try takeLock()
    if state == nil, let content = try read(), !content.badBytes.isEmpty { try rewrite(content) }
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
    try takeLock()
    if let content = try read() { try rewrite(content) }
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
    (state, damage) = (nil, nil)
    return try file.setAside().map { URL(filePath: $0) }
  }
}

extension GeocodingJournal {
  private func takeLock() throws(StorageError) {
    if lock == nil { lock = try file.lock.hold() }
  }

  /// Takes the lock, unless nothing can be written here: then there is nobody to keep away.
  private func takeLockToRead() throws(StorageError) {
    do throws(StorageError) { try takeLock() } catch {
      guard file.lock.isReadOnly else { throw error }
    }
  }

  /// Reads the file; `nil` if there is none.
  private func read() throws(StorageError) -> JournalContent? {
    state = nil
    guard let data = try file.read() else {
      if lock != nil { state = State() }
      return nil
    }
    let content = try JournalContent(data, file: file.name)
    guard content.badBytes.isEmpty else {
      damage = damage(content, quarantine: nil)
      return content
    }
    // Without the lock, or with damage, it has to be read again before it is written to.
    guard lock != nil else { return content }
    state = State(
      length: data.count, wholeLength: content.wholeLength < data.count ? content.wholeLength : nil,
      lacksLineEnd: content.lacksLineEnd, lineCount: content.lineCount,
      hashes: content.records.hashes)
    return content
  }

  /// Writes the file anew, after what is damaged was moved aside.
  private func rewrite(_ content: JournalContent) throws {
    state = nil
    var data = try Self.header
    for record in content.records.all { data += try JournalLine.change(.put(record)).encoded() }
    if !content.badBytes.isEmpty {
      let quarantine = try keepAside(
        Data(content.badBytes.joined(separator: [ChecksummedLine.end])))
      damage = damage(content, quarantine: URL(filePath: quarantine.path))
    }
    try file.replace(with: data)
    state = State(
      length: data.count, lineCount: content.records.count, hashes: content.records.hashes)
  }

  /// Writes what is damaged to a file beside, unless that was done before the journal could not be
  /// written.
  private func keepAside(_ bytes: Data) throws(StorageError) -> DurableFile {
    let (newest, free) = file.beside(named: "damaged")
    if let newest, (try? newest.read()) == bytes { return newest }
    try free.replace(with: bytes)
    return free
  }

  private func damage(_ content: JournalContent, quarantine: URL?) -> StorageDamage {
    StorageDamage(
      file: file.name, keptCount: content.lineCount, places: content.badPlaces,
      quarantine: quarantine)
  }

  private static var header: Data {
    get throws { try JournalLine.header(version: JournalContent.version).encoded() }
  }

  /// Writes lines behind the last one that is whole.
  private func append(_ lines: Data, to state: inout State) throws {
    guard let length = state.length else {
      // In one step, so that there is no file without its first line.
      let data = try Self.header + lines
      try file.replace(with: data)
      state.length = data.count
      return
    }
    guard try file.length() == length else {
      throw StorageError.damaged(
        file: file.name, reason: "it was changed by others while it was in use")
    }
    if let wholeLength = state.wholeLength { try file.truncate(to: wholeLength) }
    let added = state.lacksLineEnd ? [ChecksummedLine.end] + lines : lines
    state.length = (state.wholeLength ?? length) + added.count
    (state.wholeLength, state.lacksLineEnd) = (nil, false)
    try file.append(added)
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
