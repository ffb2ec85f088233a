internal import CitySearch
internal import DurableStorage
internal import Foundation

/// The form in which favorites are stored: a line for each change, after a line with the version.
///
///     {"format":"favorites","version":1}
///     ["5d0b3c7e",{"add":{"id":2988507,"placemark":{...}}}]
///     ["0e8d1a24",{"move":{"id":2988507,"to":0}}]
///     ["9b51f1c2",{"remove":2988507}]
///
/// Each change has a checksum. What is over goes when the lines are written anew; the lines of the
/// cities that are left are then copied as they are, with keys that this program does not know.
struct FavoritesLog: Sendable {
  /// The list after all changes.
  private(set) var list = FavoriteList()
  /// The number of changes.
  private(set) var lineCount = 0
  /// The length of what was understood, in bytes.
  private(set) var length = 0
  /// Whether a part of a line follows, which a killed process left.
  private(set) var hasTornEnd = false
  /// Whether only the end of the last line is missing.
  private(set) var lacksLineEnd = false
  /// Where the first line is; `nil` before anything was read.
  private var header: Range<Int>?
  /// Where the line is that added each city.
  private var lines: [City.ID: Range<Int>] = [:]
  /// Where the lines come from, for errors.
  private let place: String

  /// The version that is written, and the newest that can be read.
  static let version = 1

  /// The first line of what is begun.
  static let firstLine = Data("{\"format\":\"\(format)\",\"version\":\(version)}\n".utf8)

  private static let format = "favorites"

  private struct Header: Decodable {
    var format: String
    var version: Int
  }

  /// The JSON of a line; one of the three is there.
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

  /// The log of nothing.
  init(place: String) { self.place = place }
}

extension FavoritesLog {
  /// Reads what follows the bytes that were understood.
  ///
  /// Only a line without an end may be incomplete: a process was killed while it wrote. It was not
  /// acknowledged, and is left out.
  ///
  /// - Throws: ``StorageError/damaged(file:reason:)`` or
  ///   ``StorageError/newerVersion(file:found:supported:)``; the log is of no use any more.
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
        guard end == nil else { throw damaged("is not what was written there") }
        hasTornEnd = true
        return
      }
      guard let change = (try? decoder.decode(Entry.self, from: json))?.change else {
        throw damaged("is no change that this program knows")
      }
      guard list.apply(change) else { throw damaged("does not fit the lines before it") }
      lacksLineEnd = end == nil
      note(change, lineLength: line.count + (end == nil ? 0 : 1))
      rest = rest[line.endIndex...].dropFirst()
    }
  }

  private mutating func readHeader(_ rest: inout Data) throws(StorageError) {
    guard !rest.isEmpty else { throw .damaged(file: place, reason: "it has no content") }
    guard let end = rest.firstIndex(of: ChecksummedLine.end),
      let found = try? JSONDecoder().decode(Header.self, from: rest[..<end]),
      found.format == Self.format
    else { throw .damaged(file: place, reason: "it does not begin as favorites do") }
    guard found.version <= Self.version else {
      throw .newerVersion(file: place, found: found.version, supported: Self.version)
    }
    guard found.version == Self.version else {
      throw .damaged(file: place, reason: "there never was a version \(found.version)")
    }
    length = end + 1 - rest.startIndex
    header = 0..<length
    rest = rest[(end + 1)...]
  }

  private func damaged(_ complaint: String) -> StorageError {
    .damaged(file: place, reason: "line \(lineCount + 2) \(complaint)")
  }

  /// Notes where the line of a change is: behind all others.
  private mutating func note(_ change: FavoritesChange, lineLength: Int) {
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
  /// What has to be written behind the bytes that were understood, to make some changes.
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

  /// What has to stand before the lines of new changes.
  var separator: Data {
    if header == nil { return Self.firstLine }
    return lacksLineEnd ? Data([ChecksummedLine.end]) : Data()
  }

  /// Takes note of changes that were written, as ``encode(_:)`` says, behind the ``separator``.
  ///
  /// - Parameters:
  ///   - list: The list after the changes.
  ///   - changes: The changes.
  ///   - newLines: Their lines.
  mutating func written(_ list: FavoriteList, _ changes: [FavoritesChange], _ newLines: [Data]) {
    length += separator.count
    if header == nil { header = 0..<length }
    lacksLineEnd = false
    for (change, line) in zip(changes, newLines) { note(change, lineLength: line.count) }
    self.list = list
  }

  /// Leaves out the lines about what is over.
  ///
  /// - Parameter data: All that was understood.
  /// - Returns: What is to be written instead. Every line of a city is as it was.
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
