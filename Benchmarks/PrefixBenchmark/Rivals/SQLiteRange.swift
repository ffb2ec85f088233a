#if SQLite
import CitySearch
import PrefixSearch

/// SQLite in memory: one table of folded names and rows that is its own index, and a range of it.
///
/// The cities themselves come from the gazetteer, as with the engines. SQLite counts a range by walking
/// through it; but rows are numbered in the order of keys, so the first and the last one tell as much.
final class SQLiteRange: SQLiteSubject {
  let gazetteer: Gazetteer
  private let lowest: SQLiteStatement
  private let highest: SQLiteStatement
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
    lowest = try SQLiteStatement(
      "SELECT row FROM name WHERE key >= ?1 ORDER BY key, row LIMIT 1", in: database)
    highest = try SQLiteStatement(
      "SELECT row FROM name WHERE key < ?1 ORDER BY key DESC, row DESC LIMIT 1", in: database)
    first = try SQLiteStatement(
      "SELECT row FROM name WHERE key >= ?1 AND key < ?2 ORDER BY key, row LIMIT ?3", in: database)
    memoryFootprint = try database.memoryFootprint()
  }

  func locate(_ query: PreparedQuery) -> Int {
    query.folded.withBytes { lower in
      let first = lowest.withText(lower, at: 1) { lowest.singleNumber(ifNone: gazetteer.count) }
      let last = highest.withText(Self.upperBound(of: query.folded).span, at: 1) {
        highest.singleNumber(ifNone: -1)
      }
      return max(0, last + 1 - first)
    }
  }

  func forEachRow(of query: FoldedQuery, limit: Int?, _ body: (CityRow) -> Void) {
    query.withBytes { lower in
      first.withText(lower, at: 1) {
        first.withText(Self.upperBound(of: query).span, at: 2) {
          // A negative limit is none.
          first.bind(limit ?? -1, at: 3)
          while first.step() { body(CityRow(first.number())) }
          first.reset()
        }
      }
    }
  }

  /// What every key with the prefix sorts below: folded text is UTF-8, in which no byte is 0xFF.
  private static func upperBound(of query: FoldedQuery) -> [UInt8] { query.bytes + [0xFF] }
}

// Only one thread at a time asks it: `isSafeToShare` says that no more may.
extension SQLiteRange: @unchecked Sendable {}
#endif
