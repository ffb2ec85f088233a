#if SQLite
internal import CitySearch
internal import Foundation
internal import GRDB

extension FavoritesDatabase {
  /// Reads the table, after a look at the version, at every page and at the order.
  func favorites(in database: Database) throws -> [FavoriteCity] {
    try self.database.checkAll(of: database)
    let decoder = JSONDecoder()
    let rows = try Row.fetchAll(
      database, sql: "SELECT position, id, placemark FROM favorite ORDER BY position")
    return try rows.enumerated().map { index, row in
      // Saving takes positions for places in the list: a gap would cost a favorite.
      guard Int.fromDatabaseValue(row["position"]) == index else {
        throw self.database.damaged("the row \(row) is not at position \(index)")
      }
      guard let id = Int.fromDatabaseValue(row["id"]),
        let text = String.fromDatabaseValue(row["placemark"]),
        let placemark = try? decoder.decode(Placemark.self, from: Data(text.utf8))
      else { throw self.database.damaged("the row \(row) is no favorite") }
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
}
#endif
