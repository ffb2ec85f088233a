#if SQLite
internal import CitySearch
internal import Foundation
internal import GRDB

extension FavoritesDatabase {
  /// Reads the table, after a look at the version and at every page.
  func favorites(in database: Database) throws -> [FavoriteCity] {
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    if version > Self.version {
      throw StorageError.newerVersion(
        file: file.path, found: version, supported: Self.version)
    }
    guard version == Self.version else { throw damaged("it is no database of favorites") }
    let complaint = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)")
    guard complaint == "ok" else { throw damaged(complaint ?? "it cannot be checked") }
    let decoder = JSONDecoder()
    let rows = try Row.fetchAll(
      database, sql: "SELECT id, placemark FROM favorite ORDER BY position")
    return try rows.map { row in
      guard let id = Int.fromDatabaseValue(row["id"]),
        let text = String.fromDatabaseValue(row["placemark"]),
        let placemark = try? decoder.decode(Placemark.self, from: Data(text.utf8))
      else { throw damaged("the row \(row) is no favorite") }
      return FavoriteCity(id: id, placemark: placemark)
    }
  }

  /// Writes the rows behind the part that stays.
  func save(
    _ cities: [FavoriteCity], inPlaceOf old: [FavoriteCity], in database: Database
  ) throws {
    let kept = zip(cities, old).prefix { $0 == $1 }.count
    try database.execute(sql: "DELETE FROM favorite WHERE position >= ?", arguments: [kept])
    let insertion = try database.makeStatement(
      sql: "INSERT INTO favorite (position, id, name, placemark) VALUES (?, ?, ?, ?)")
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for (position, city) in cities.enumerated().dropFirst(kept) {
      let placemark = String(decoding: try encoder.encode(city.placemark), as: UTF8.self)
      try insertion.execute(arguments: [position, city.id, city.name, placemark])
    }
  }

  /// Makes the database elsewhere and renames it, so that there is never one without its table.
  func makeDatabase() throws {
    let new = file.path + ".new"
    try file.writing { () throws(SystemError) in
      try OpenFile.remove(new)
      try OpenFile.remove(new + "-journal")
    }
    try connected(to: new) { queue in
      try queue.write { database in
        try database.execute(
          sql: """
            CREATE TABLE favorite (
              position INTEGER PRIMARY KEY, id INTEGER NOT NULL UNIQUE, name TEXT NOT NULL,
              placemark TEXT NOT NULL);
            PRAGMA user_version = \(Self.version)
            """)
      }
    }
    try file.writing { () throws(SystemError) in
      try OpenFile.rename(new, to: file.path)
      try OpenFile.flushFolder(file.folder)
    }
  }
}
#endif
