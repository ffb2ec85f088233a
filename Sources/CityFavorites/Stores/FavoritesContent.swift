internal import CitySearch
internal import DurableStorage
internal import Foundation

/// The content of a file of favorites: a header line, and a line for each city in order.
///
///     ["3c1f5a90",{"count":2,"format":"favorites","version":2}]
///     ["5d0b3c7e",{"add":{"id":2988507,"placemark":{...}}}]
///     ["e2a90c11",{"add":{"id":2950159,"placemark":{...}}}]
///
/// Each line has a checksum, see ``ChecksummedLine``, so a damaged line costs one city. The header has
/// the number of cities, so a file that lacks lines is told from a shorter list, even if it ends with a
/// whole line.
///
/// Version 1 was a log that grew by a line for each change, after a header without count and checksum:
///
///     {"format":"favorites","version":1}
///     ["5d0b3c7e",{"add":{"id":2988507,"placemark":{...}}}]
///     ["0e8d1a24",{"move":{"id":2988507,"to":0}}]
///     ["9b51f1c2",{"remove":2988507}]
///
/// Such files are read, and become files of version 2 with the next change. An incomplete last line is no
/// damage in them, because a killed process could leave it. Unlike in version 2, nothing tells that whole
/// lines are missing at the end.
///
/// The line of a city that stays is written again byte by byte, with JSON keys that this version does not
/// know; and so are unknown keys of the header.
struct FavoritesContent: Sendable {
  /// The list, without ``FavoriteList/damage``.
  private(set) var list = FavoriteList()
  /// The bytes; `nil` if there is no file.
  private(set) var data: Data?
  /// What is damaged or missing; `nil` if the file is intact.
  private(set) var damage: StorageDamage?
  /// The line of each city, without its line feed.
  private var lines: [City.ID: Line] = [:]
  /// The header; `nil` if it is damaged or there is no file.
  private var header: Header?

  /// The version that is written, and the newest that can be read.
  static let version = 2

  private static let format = "favorites"

  private struct Line {
    let bytes: Data
    let city: FavoriteCity
  }

  private struct Header {
    var json: Data
    var version: Int
    /// The number of cities; `nil` in version 1.
    var count: Int?
  }

  private struct HeaderKeys: Decodable {
    var format: String
    var version: Int
    var count: Int?
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
  }

  /// The content of an absent file.
  init() {}
}

extension FavoritesContent {
  /// Reads a file.
  ///
  /// - Parameters:
  ///   - data: The bytes of the file.
  ///   - file: The name of the file, for errors.
  ///   - old: An earlier content; lines that it has, too, are not decoded again.
  /// - Throws: ``/DurableStorage/StorageError/newerVersion(file:found:supported:)``;
  ///   ``/DurableStorage/StorageError/damaged(file:reason:)`` if the file is damaged and has no city.
  /// - Complexity: O(*n*), where *n* is the length of the file.
  init(
    _ data: Data, file: String, knowing old: FavoritesContent = FavoritesContent()
  ) throws(StorageError) {
    guard !data.isEmpty else { throw .damaged(file: file, reason: "it is empty") }
    self.data = data
    let known = Dictionary(
      old.lines.values.map { ($0.bytes, $0.city) }, uniquingKeysWith: { one, _ in one })
    var isFirst = true
    var damagedBytes = try ChecksummedLine.read(all: data) { (line) throws(StorageError) in
      defer { isFirst = false }
      if let city = known[line] { return add(city, line) }
      guard let json = ChecksummedLine.decode(line) else { return isFirst && readOldHeader(line) }
      if isFirst, try readHeader(json, file: file) { return true }
      return apply(json, line)
    }
    if header?.version == 1 { damagedBytes.dropTornEnd(of: data) }
    guard header != nil || !list.cities.isEmpty else {
      throw .damaged(file: file, reason: "its first line is no header of favorites")
    }
    let (count, keptCount) = (header?.count, list.cities.count)
    guard !damagedBytes.isEmpty || (count ?? keptCount) != keptCount else { return }
    guard keptCount > 0 else {
      throw .damaged(
        file: file, reason: "none of its \(count.map { "\($0) " } ?? "")favorites can be read")
    }
    damage = StorageDamage(
      file: file, keptCount: keptCount, lostCount: count.map { max($0 - keptCount, 0) },
      places: damagedBytes.places, quarantine: nil)
  }

  /// Reads the header of version 2 and of all later ones.
  ///
  /// - Returns: Whether the line is a header.
  private mutating func readHeader(_ json: Data, file: String) throws(StorageError) -> Bool {
    guard let found = try? JSONDecoder().decode(HeaderKeys.self, from: json),
      found.format == Self.format
    else { return false }
    guard found.version <= Self.version else {
      throw .newerVersion(file: file, found: found.version, supported: Self.version)
    }
    guard found.version == Self.version, let count = found.count, count >= 0 else { return false }
    header = Header(json: json, version: found.version, count: count)
    return true
  }

  private mutating func readOldHeader(_ line: Data) -> Bool {
    guard let found = try? JSONDecoder().decode(HeaderKeys.self, from: line),
      found.format == Self.format, found.version == 1
    else { return false }
    header = Header(json: Data(line), version: 1)
    return true
  }

  /// Makes the change of a line.
  ///
  /// - Returns: Whether the line is a change, and fits the lines before it.
  private mutating func apply(_ json: Data, _ line: Data) -> Bool {
    guard let entry = try? JSONDecoder().decode(Entry.self, from: json) else { return false }
    switch (entry.add, entry.remove, entry.move) {
    case (let city?, nil, nil):
      return add(city, line)
    case (nil, let id?, nil):
      lines[id] = nil
      return list.remove(id) != nil
    case (nil, nil, let move?):
      guard list.contains(move.id), list.cities.indices.contains(move.to) else { return false }
      list.move(move.id, to: move.to)
      return true
    default:
      return false
    }
  }

  private mutating func add(_ city: FavoriteCity, _ line: Data) -> Bool {
    guard list.add(city) else { return false }
    // A copy, because a slice would keep the whole file in memory.
    lines[city.id] = Line(bytes: Data(line), city: city)
    return true
  }
}

extension FavoritesContent {
  /// The content with another list: the bytes to write.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the new file.
  func replacing(_ list: FavoriteList) throws -> FavoritesContent {
    var new = FavoritesContent()
    new.list = list
    let json = try headerJSON(count: list.cities.count)
    new.header = Header(json: json, version: Self.version, count: list.cities.count)
    var data = ChecksummedLine.encode(json)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for city in list.cities {
      var line = lines[city.id]
      if line?.city != city {
        let bytes = ChecksummedLine.encode(try encoder.encode(Entry(add: city))).dropLast()
        line = Line(bytes: Data(bytes), city: city)
      }
      guard let line else { continue }
      new.lines[city.id] = line
      data.append(line.bytes)
      data.append(ChecksummedLine.end)
    }
    new.data = data
    return new
  }

  /// The header with a count, and with the unknown keys of the present one.
  private func headerJSON(count: Int) throws -> Data {
    let object = try header.map { try JSONSerialization.jsonObject(with: $0.json) }
    var keys = object as? [String: Any] ?? [:]
    keys["format"] = Self.format
    keys["version"] = Self.version
    keys["count"] = count
    return try JSONSerialization.data(
      withJSONObject: keys, options: [.sortedKeys, .withoutEscapingSlashes])
  }
}
