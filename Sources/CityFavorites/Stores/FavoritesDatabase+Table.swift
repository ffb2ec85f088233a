#if SQLite
internal import CitySearch
internal import CitySession
internal import DurableStorage
internal import Foundation
internal import GRDB

extension FavoritesDatabase {
  /// The statements that create the tables.
  ///
  /// The triggers cover the changes of other programs, too.
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

  /// The gap between the positions of two favorites that were added one after the other.
  ///
  /// Each move into the gap halves it, so it has room for 16 moves.
  private nonisolated static let stride = 1 << 16

  /// The list and the revision of the table.
  ///
  /// The rows are read only if the revision differs from the known one, after a check of the version and
  /// of every page.
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
      else { throw database.damaged("row \(row) is no favorite") }
      return FavoriteCity(id: id, placemark: placemark)
    }
    var list = FavoriteList()
    for city in cities where !list.apply(.add(city)) {
      throw database.damaged("it contains the city \(city.id) twice")
    }
    return (list, revision)
  }

  /// Writes changes to the table.
  ///
  /// - Returns: The given list, which is the list after the changes, and its revision.
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
      throw database.damaged("its table revision is empty")
    }
    return number
  }

  /// Gives a favorite a position between those of its new neighbors.
  private nonisolated func move(_ id: City.ID, to index: Int, in table: Database) throws {
    func neighbors() throws -> [Int] {
      try Int.fetchAll(
        table,
        sql: "SELECT position FROM favorite WHERE id <> ? ORDER BY position LIMIT 2 OFFSET ?",
        arguments: [id, max(index - 1, 0)])
    }
    var found = try neighbors()
    if index > 0, found.count == 2, try distance(from: found[0], to: found[1]) < 2 {
      try renumber(table)
      found = try neighbors()
    }
    guard let first = found.first else { return }
    let position =
      if index == 0 {
        try sum(first, -Self.stride)
      } else if found.count == 1 {
        try sum(first, Self.stride)
      } else {
        first + (try distance(from: first, to: found[1])) / 2
      }
    try table.execute(
      sql: "UPDATE favorite SET position = ? WHERE id = ?", arguments: [position, id])
  }

  /// Gives all favorites new positions with full gaps, behind the present ones.
  private nonisolated func renumber(_ table: Database) throws {
    let ids = try Int.fetchAll(table, sql: "SELECT id FROM favorite ORDER BY position")
    var last = try Int.fetchOne(table, sql: "SELECT max(position) FROM favorite") ?? 0
    let update = try table.makeStatement(sql: "UPDATE favorite SET position = ? WHERE id = ?")
    for id in ids {
      last = try sum(last, Self.stride)
      try update.execute(arguments: [last, id])
    }
  }

  // Other programs can write any position, so the arithmetic is checked.

  private nonisolated func sum(_ position: Int, _ offset: Int) throws -> Int {
    let (sum, overflow) = position.addingReportingOverflow(offset)
    guard !overflow else { throw outOfRange(position) }
    return sum
  }

  private nonisolated func distance(from first: Int, to second: Int) throws -> Int {
    let (distance, overflow) = second.subtractingReportingOverflow(first)
    guard !overflow else { throw outOfRange(first) }
    return distance
  }

  private nonisolated func outOfRange(_ position: Int) -> StorageError {
    database.damaged("the position \(position) leaves no room for another")
  }
}
#endif
