#if SQLite
internal import CitySearch
internal import CitySession
internal import DurableStorage
internal import Foundation
internal import GRDB

extension FavoritesDatabase {
  /// The tables, with triggers that notice the changes of other programs, too.
  static let schema = """
    CREATE TABLE favorite (
      position INTEGER PRIMARY KEY, id INTEGER NOT NULL UNIQUE, name TEXT NOT NULL,
      placemark TEXT NOT NULL);
    CREATE TABLE revision (number INTEGER NOT NULL);
    INSERT INTO revision VALUES (0);
    CREATE TRIGGER favorite_inserted AFTER INSERT ON favorite
      BEGIN UPDATE revision SET number = random(); END;
    CREATE TRIGGER favorite_updated AFTER UPDATE ON favorite
      BEGIN UPDATE revision SET number = random(); END;
    CREATE TRIGGER favorite_deleted AFTER DELETE ON favorite
      BEGIN UPDATE revision SET number = random(); END
    """

  /// The distance of the positions of two favorites that were added one after the other: so many times
  /// can one be moved between them, halving the gap, as this has binary digits.
  private nonisolated static let stride = 1 << 16

  /// The list and the revision of the table, which is read if the revision is another than is known.
  ///
  /// It is read after a look at the version, and at every page.
  nonisolated func favorites(
    in table: Database, knowing known: (list: FavoriteList, revision: Int)?
  ) throws -> (list: FavoriteList, revision: Int) {
    try database.checkVersion(of: table)
    let revision = try revision(of: table)
    if let known, known.revision == revision { return known }
    try database.checkAll(of: table)
    let decoder = JSONDecoder()
    let rows = try Row.fetchAll(
      table, sql: "SELECT id, placemark FROM favorite ORDER BY position")
    let cities = try rows.map { row in
      guard let id = Int.fromDatabaseValue(row["id"]),
        let text = String.fromDatabaseValue(row["placemark"]),
        let placemark = try? decoder.decode(Placemark.self, from: Data(text.utf8))
      else { throw database.damaged("the row \(row) is no favorite") }
      return FavoriteCity(id: id, placemark: placemark)
    }
    var list = FavoriteList()
    for city in cities where !list.apply(.add(city)) {
      throw database.damaged("it has the city \(city.id) twice")
    }
    return (list, revision)
  }

  /// Makes changes in the table.
  ///
  /// - Returns: The list after the changes, which is given, and its revision.
  nonisolated func save(
    _ changes: [FavoritesChange], as list: FavoriteList, in table: Database
  ) throws -> (list: FavoriteList, revision: Int) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for change in changes {
      switch change {
      case .add(let city):
        let placemark = String(decoding: try encoder.encode(city.placemark), as: UTF8.self)
        try table.cachedStatement(
          sql: """
            INSERT INTO favorite (position, id, name, placemark)
            VALUES ((SELECT coalesce(max(position), 0) + ? FROM favorite), ?, ?, ?)
            """
        ).execute(arguments: [Self.stride, city.id, city.name, placemark])
      case .remove(let id):
        try table.cachedStatement(sql: "DELETE FROM favorite WHERE id = ?").execute(arguments: [id])
      case .move(let id, let index):
        try move(id, to: index, in: table)
      }
    }
    return (list, try revision(of: table))
  }

  private nonisolated func revision(of table: Database) throws -> Int {
    guard let number = try Int.fetchOne(table, sql: "SELECT number FROM revision") else {
      throw database.damaged("it has no revision")
    }
    return number
  }

  /// Gives a favorite a position between those that are to be before and behind it.
  private nonisolated func move(_ id: City.ID, to index: Int, in table: Database) throws {
    func neighbors() throws -> [Int] {
      try Int.fetchAll(
        table,
        sql: "SELECT position FROM favorite WHERE id <> ? ORDER BY position LIMIT 2 OFFSET ?",
        arguments: [id, max(index - 1, 0)])
    }
    var found = try neighbors()
    if index > 0, found.count == 2, found[1] - found[0] < 2 {
      try spread(table)
      found = try neighbors()
    }
    guard let first = found.first else { return }
    let position =
      if index == 0 { first - Self.stride } else if found.count == 1 { first + Self.stride } else {
        first + (found[1] - first) / 2
      }
    try table.execute(
      sql: "UPDATE favorite SET position = ? WHERE id = ?", arguments: [position, id])
  }

  /// Gives all favorites positions that are far from each other, behind those of now.
  private nonisolated func spread(_ table: Database) throws {
    let ids = try Int.fetchAll(table, sql: "SELECT id FROM favorite ORDER BY position")
    var last = try Int.fetchOne(table, sql: "SELECT max(position) FROM favorite") ?? 0
    let update = try table.makeStatement(sql: "UPDATE favorite SET position = ? WHERE id = ?")
    for id in ids {
      last += Self.stride
      try update.execute(arguments: [last, id])
    }
  }
}
#endif
