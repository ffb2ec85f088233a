internal import CitySearch
internal import DurableStorage
internal import Foundation

/// The append-only log in which favorites are stored: one line for each change, after a header line.
///
///     {"format":"favorites","version":1}
///     ["5d0b3c7e",{"add":{"id":2988507,"placemark":{...}}}]
///     ["0e8d1a24",{"move":{"id":2988507,"to":0}}]
///     ["9b51f1c2",{"remove":2988507}]
///
/// Each change has a checksum. Compaction drops obsolete lines and copies the others byte by byte,
/// including JSON keys that this version does not know.
struct FavoritesLog: Sendable {
  /// The list after all changes.
  private(set) var list = FavoriteList()
  /// The number of changes.
  private(set) var lineCount = 0
  /// The length of the complete lines in bytes.
  private(set) var length = 0
  /// Whether a torn write follows: a part of a line that a killed process left.
  private(set) var hasTornEnd = false
  /// Whether only the line feed of the last line is missing.
  private(set) var lacksLineEnd = false
  /// The byte range of the header line; `nil` before anything was read.
  private var header: Range<Int>?
  /// The byte range of the line that added each city.
  private var lines: [City.ID: Range<Int>] = [:]
  /// The name of the file or setting, for errors.
  private let source: String

  /// The version that is written, and the newest that can be read.
  static let version = 1

  /// The header line of a new log.
  static let firstLine = Data("{\"format\":\"\(format)\",\"version\":\(version)}\n".utf8)

  private static let format = "favorites"

  private struct Header: Decodable {
    var format: String
    var version: Int
  }

  /// The JSON of a line; it has exactly one of the three keys.
  private struct Entry: Codable {
    var add: FavoriteCity?
    var remove: City.ID?
    var move: Move?

    struct Move: Codable {
      var id: City.ID
      var to: Int
    }

    var change: FavoritesChange? {
      switch (add, remove, move) {
      case (let city?, nil, nil): .add(city)
      case (nil, let id?, nil): .remove(id)
      case (nil, nil, let move?): .move(move.id, to: move.to)
      default: nil
      }
    }
  }

  /// Creates an empty log.
  init(source: String) { self.source = source }
}

extension FavoritesLog {
  /// Reads the bytes that follow the complete lines.
  ///
  /// Only the last line may be incomplete, without its line feed: the process was killed while it wrote.
  /// That change was never acknowledged, and is ignored.
  ///
  /// - Throws: ``/DurableStorage/StorageError/damaged(file:reason:)`` or
  ///   ``/DurableStorage/StorageError/newerVersion(file:found:supported:)``; the log must not be used after that.
  /// - Complexity: O(*k*), where *k* is the length of `data`.
  mutating func read(_ data: Data) throws(StorageError) {
    hasTornEnd = false
    var rest = data[...]
    if header == nil { try readHeader(&rest) }
    if lacksLineEnd, rest.first == ChecksummedLine.end {
      rest.removeFirst()
      length += 1
      lacksLineEnd = false
    }
    let decoder = JSONDecoder()
    while !rest.isEmpty {
      let end = rest.firstIndex(of: ChecksummedLine.end)
      let line = rest[..<(end ?? rest.endIndex)]
      guard let json = lacksLineEnd ? nil : ChecksummedLine.decode(line) else {
        guard end == nil else { throw damaged("has a wrong checksum") }
        hasTornEnd = true
        return
      }
      guard let change = (try? decoder.decode(Entry.self, from: json))?.change else {
        throw damaged("is no known change")
      }
      guard list.apply(change) else { throw damaged("contradicts the lines before it") }
      lacksLineEnd = end == nil
      didAdd(change, lineLength: line.count + (end == nil ? 0 : 1))
      rest = rest[line.endIndex...].dropFirst()
    }
  }

  private mutating func readHeader(_ rest: inout Data) throws(StorageError) {
    guard !rest.isEmpty else { throw .damaged(file: source, reason: "it is empty") }
    guard let end = rest.firstIndex(of: ChecksummedLine.end),
      let found = try? JSONDecoder().decode(Header.self, from: rest[..<end]),
      found.format == Self.format
    else { throw .damaged(file: source, reason: "its first line is no header of favorites") }
    guard found.version <= Self.version else {
      throw .newerVersion(file: source, found: found.version, supported: Self.version)
    }
    guard found.version == Self.version else {
      throw .damaged(file: source, reason: "its version must be at least 1, got \(found.version)")
    }
    length = end + 1 - rest.startIndex
    header = 0..<length
    rest = rest[(end + 1)...]
  }

  private func damaged(_ reason: String) -> StorageError {
    .damaged(file: source, reason: "line \(lineCount + 2) \(reason)")
  }

  /// Updates the counts and byte ranges for a change whose line is the last one.
  private mutating func didAdd(_ change: FavoritesChange, lineLength: Int) {
    switch change {
    case .add(let city): lines[city.id] = length..<length + lineLength
    case .remove(let id): lines[id] = nil
    case .move: break
    }
    lineCount += 1
    length += lineLength
  }
}

extension FavoritesLog {
  /// The lines of some changes.
  ///
  /// - Complexity: O(*k*) for *k* changes.
  static func encode(_ changes: [FavoritesChange]) throws -> [Data] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try changes.map { change in
      let entry =
        switch change {
        case .add(let city): Entry(add: city)
        case .remove(let id): Entry(remove: id)
        case .move(let id, let position): Entry(move: Entry.Move(id: id, to: position))
        }
      return ChecksummedLine.encode(try encoder.encode(entry))
    }
  }

  /// The bytes to write before the lines of new changes.
  var separator: Data {
    if header == nil { return Self.firstLine }
    return lacksLineEnd ? Data([ChecksummedLine.end]) : Data()
  }

  /// Takes over changes whose lines were written behind the ``separator``.
  ///
  /// - Parameters:
  ///   - newLines: The lines, from ``encode(_:)``.
  ///   - changes: The changes.
  ///   - list: The list after the changes.
  mutating func didAppend(
    _ newLines: [Data], for changes: [FavoritesChange], resultingIn list: FavoriteList
  ) {
    length += separator.count
    if header == nil { header = 0..<length }
    lacksLineEnd = false
    for (change, line) in zip(changes, newLines) { didAdd(change, lineLength: line.count) }
    self.list = list
  }

  /// Drops obsolete lines.
  ///
  /// - Parameter data: The bytes of all complete lines.
  /// - Returns: The bytes to write in their place. The line of each remaining city is unchanged.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  mutating func compact(_ data: Data) -> Data {
    guard let header else { return data }
    var compacted = Data(data[header])
    var moved: [City.ID: Range<Int>] = [:]
    for city in list.cities {
      guard let line = lines[city.id] else { preconditionFailure("\(city.id) has no line.") }
      let start = compacted.count
      compacted.append(data[line])
      if compacted.last != ChecksummedLine.end { compacted.append(ChecksummedLine.end) }
      moved[city.id] = start..<compacted.count
    }
    lines = moved
    lineCount = moved.count
    length = compacted.count
    lacksLineEnd = false
    return compacted
  }
}
