#if SQLite
import CitySearch
import PrefixSearch

/// SQLite in memory: one table of folded names and rows that is its own index, and a range of it.
///
/// The cities themselves come from the gazetteer, as with the engines. SQLite knows no way to count a
/// range but to walk through it.
final class SQLiteRange: SQLiteSubject {
  let gazetteer: Gazetteer
  private let count: SQLiteStatement
  private let first: SQLiteStatement
  let memoryFootprint: MemoryFootprint?

  init(_ input: SubjectInput) throws {
    gazetteer = input.gazetteer
    let database = try SQLiteDatabase()
    try database.execute(
      """
      CREATE TABLE name (key TEXT NOT NULL, row INTEGER NOT NULL, PRIMARY KEY (key, row))
        WITHOUT ROWID;
      BEGIN;
      """)
    try database.insertKeys(of: input, "INSERT INTO name (key, row) VALUES (?1, ?2)")
    try database.execute("COMMIT")
    count = try SQLiteStatement(
      "SELECT count(*) FROM name WHERE key >= ?1 AND key < ?2", in: database)
    first = try SQLiteStatement(
      "SELECT row FROM name WHERE key >= ?1 AND key < ?2 ORDER BY key, row LIMIT ?3", in: database)
    memoryFootprint = try database.memoryFootprint()
  }

  func locate(_ query: PreparedQuery) -> Int {
    withRange(of: query.folded, count) { count.singleNumber() }
  }

  func forEachRow(of query: FoldedQuery, limit: Int?, _ body: (Int) -> Void) {
    withRange(of: query, first) {
      // A negative limit is none.
      first.bind(limit ?? -1, at: 3)
      while first.step() { body(first.number()) }
      first.reset()
    }
  }

  /// Binds both ends of the range of a query while `body` runs.
  private func withRange<Result>(
    of query: FoldedQuery, _ statement: SQLiteStatement, _ body: () -> Result
  ) -> Result {
    query.withBytes { lower in
      // Folded text is UTF-8, in which no byte is 0xFF: every key with the prefix sorts below.
      var upper = query.bytes
      upper.append(0xFF)
      return statement.withText(lower, at: 1) {
        statement.withText(upper.span, at: 2, body)
      }
    }
  }
}

// Only one thread at a time asks it: `isSafeToShare` says that no more may.
extension SQLiteRange: @unchecked Sendable {}
#endif
