#if SQLite
internal import CitySearch
internal import CitySession
internal import DurableStorage
internal import Foundation
internal import GRDB

// Saving the difference between two lists.

extension FavoritesDatabase {
  /// The gap between the positions of two favorites that were added one after the other.
  ///
  /// Each move into the gap halves it, so it has room for 16 moves.
  private nonisolated static let stride = 1 << 16

  /// Writes the difference between two lists to the table.
  ///
  /// As few rows as possible get another position: those that are not part of the longest sequence of
  /// cities that has the same order in both lists.
  ///
  /// - Returns: The new content.
  nonisolated func save(
    _ list: FavoriteList, replacing old: Table, in table: Database
  ) throws -> Table {
    let deletion = try table.cachedStatement(sql: "DELETE FROM favorite WHERE id = ?")
    var rows: [City.ID: (city: FavoriteCity, index: Int)] = [:]
    for (index, city) in old.list.cities.enumerated() {
      if list.contains(city.id) {
        rows[city.id] = (city, index)
      } else {
        try deletion.execute(arguments: [city.id.rawValue])
      }
    }
    let positions = try positions(of: list.cities.map { rows[$0.id]?.index }, in: old)
    let insertion = try table.cachedStatement(
      sql: "INSERT INTO favorite (position, id, name, placemark) VALUES (?, ?, ?, ?)")
    let move = try table.cachedStatement(sql: "UPDATE favorite SET position = ? WHERE id = ?")
    let edit = try table.cachedStatement(
      sql: "UPDATE favorite SET name = ?, placemark = ? WHERE id = ?")
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func text(of city: FavoriteCity) throws -> String {
      String(decoding: try encoder.encode(city.placemark), as: UTF8.self)
    }
    for (city, position) in zip(list.cities, positions) {
      guard let row = rows[city.id] else {
        try insertion.execute(arguments: [
          position, city.id.rawValue, city.name, try text(of: city),
        ])
        continue
      }
      if old.positions[row.index] != position {
        try move.execute(arguments: [position, city.id.rawValue])
      }
      if row.city != city {
        try edit.execute(arguments: [city.name, try text(of: city), city.id.rawValue])
      }
    }
    return Table(list: list, positions: positions, revision: try revision(of: table))
  }

  /// The positions of a list, in order.
  ///
  /// - Parameters:
  ///   - indices: The index of each city in the old list; `nil` for new ones.
  ///   - old: The old list.
  /// - Returns: The positions; as few as possible differ from the old ones.
  /// - Throws: ``/DurableStorage/StorageError/damaged(file:reason:)`` if the old ones leave no room.
  private nonisolated func positions(of indices: [Int?], in old: Table) throws -> [Int] {
    let kept = indices.indices.filter { indices[$0] != nil }
    var positions = [Int?](repeating: nil, count: indices.count)
    for number in longestIncreasingSubsequence(of: kept.map { indices[$0] ?? 0 }) {
      positions[kept[number]] = indices[kept[number]].map { old.positions[$0] }
    }
    // The rows are changed one by one, so no new position may be that of a row that moves later.
    let moved = kept.filter { positions[$0] == nil }.compactMap { indices[$0] }
    let taken = Set(moved.map { old.positions[$0] })
    var (result, start) = ([Int](), 0)
    while start < positions.count {
      if let position = positions[start] {
        result.append(position)
        start += 1
        continue
      }
      let end = positions[start...].firstIndex { $0 != nil } ?? positions.count
      let next = end < positions.count ? positions[end] : nil
      guard let new = try fill(end - start, between: result.last, and: next),
        taken.isDisjoint(with: new)
      else { return try newPositions(indices.count, behind: old.positions.last) }
      result += new
      start = end
    }
    return result
  }

  /// As many positions as `count`, in order between two others and with equal gaps; `nil` if there is
  /// no room.
  private nonisolated func fill(
    _ count: Int, between first: Int?, and next: Int?
  ) throws -> [Int]? {
    guard let next else { return try newPositions(count, behind: first) }
    guard let first else {
      return try (1...count).reversed().map { try sum(next, -Self.stride, times: $0) }
    }
    let gap = try distance(from: first, to: next) / (count + 1)
    return gap < 1 ? nil : (1...count).map { first + $0 * gap }
  }

  /// As many positions as `count`, after another one and with full gaps.
  private nonisolated func newPositions(_ count: Int, behind last: Int?) throws -> [Int] {
    try (0..<count).map { try sum(last ?? 0, Self.stride, times: $0 + 1) }
  }

  // Other programs can write any position, so the arithmetic is checked.

  private nonisolated func sum(_ position: Int, _ offset: Int, times count: Int) throws -> Int {
    let (product, isTooLong) = offset.multipliedReportingOverflow(by: count)
    let (sum, overflow) = position.addingReportingOverflow(product)
    guard !isTooLong, !overflow else { throw outOfRange(position) }
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

/// The indices of a longest subsequence whose elements increase.
///
/// - Complexity: O(*n* log *n*), where *n* is the number of elements.
private func longestIncreasingSubsequence(of elements: [Int]) -> [Int] {
  // For each length, the end of the sequence of that length that ends lowest.
  var ends: [Int] = []
  var previous: [Int?] = []
  for (index, element) in elements.enumerated() {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if elements[ends[middle]] < element { low = middle + 1 } else { high = middle }
    }
    previous.append(low > 0 ? ends[low - 1] : nil)
    if low == ends.count { ends.append(index) } else { ends[low] = index }
  }
  var result: [Int] = []
  var next = ends.last
  while let index = next {
    result.append(index)
    next = previous[index]
  }
  return result.reversed()
}
#endif
