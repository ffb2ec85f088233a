#if SQLite
import CitySearch
import GRDB
import PrefixSearch

extension DatabaseQueue {
  /// Makes a database of the keys in one transaction: creates the table, inserts each key, the first
  /// argument of `insertion`, with each row, the second, and runs `end`.
  fileprivate static func holding(
    _ input: SubjectInput, table: String, insertion: String, end: String? = nil
  ) throws -> DatabaseQueue {
    try explained {
      let queue = try DatabaseQueue()
      try queue.write { database in
        try database.execute(sql: table)
        let statement = try database.makeStatement(sql: insertion)
        let keys = input.keys
        for rank in 0..<keys.distinctCount {
          let key = String(decoding: keys.bytes[keys.byteRange(ofRank: rank)], as: UTF8.self)
          for row in keys.rows(ofRank: rank) { try statement.execute(arguments: [key, row]) }
        }
        if let end { try database.execute(sql: end) }
      }
      return queue
    }
  }

  /// Prepares statements that are kept.
  fileprivate func prepared(_ sql: String) throws -> Statement {
    try explained { try unsafeReentrantWrite { try $0.makeStatement(sql: sql) } }
  }

  /// The bytes of the pages that are in use.
  fileprivate func footprint() throws -> MemoryFootprint {
    try explained {
      let numbers = try unsafeReentrantWrite { database in
        try ["page_count", "freelist_count", "page_size"].map {
          try Int.fetchOne(database, sql: "PRAGMA \($0)") ?? 0
        }
      }
      return MemoryFootprint([
        MemoryFootprint.Part("pages", byteCount: (numbers[0] - numbers[1]) * numbers[2])
      ])
    }
  }

  /// The number in the one row of a statement; `nil` if there is none.
  fileprivate func number(_ statement: Statement, _ arguments: StatementArguments) -> Int? {
    answered {
      try inDatabase { _ in
        statement.setUncheckedArguments(arguments)
        return try Int.fetchOne(statement)
      }
    }
  }

  /// Calls `body` with the numbers of all rows of a statement.
  fileprivate func forEachNumber(
    _ statement: Statement, _ arguments: StatementArguments, _ body: (Int) -> Void
  ) {
    answered {
      try inDatabase { _ in
        statement.setUncheckedArguments(arguments)
        let numbers = try Int.fetchCursor(statement)
        while let number = try numbers.next() { body(number) }
      }
    }
  }
}

/// Converts errors of SQLite to `BenchFailure`, which leaves the rival out of the run.
private func explained<Result>(_ action: () throws -> Result) throws -> Result {
  do {
    return try action()
  } catch let error as DatabaseError {
    throw BenchFailure("SQLite refuses: \(error.description)")
  }
}

/// Prepared statements over private tables do not fail.
private func answered<Result>(_ action: () throws -> Result) -> Result {
  do {
    return try action()
  } catch {
    preconditionFailure("SQLite fails while it answers: \(error).")
  }
}

/// A range of one table of folded names and rows that is its own index; the cities come from the
/// gazetteer, as with the engines.
///
/// The database is in memory, statements are prepared once, and each query is one access to the queue of
/// the database, as every user of GRDB needs. SQLite counts a range by reading all of it; but rows are
/// numbered in the order of keys, so the first and the last give the count.
final class SQLiteRange: RowSubject {
  let gazetteer: Gazetteer
  let memoryFootprint: MemoryFootprint?
  private let queue: DatabaseQueue
  private let lowest: Statement
  private let highest: Statement
  private let first: Statement

  init(_ input: SubjectInput) throws {
    gazetteer = input.gazetteer
    queue = try DatabaseQueue.holding(
      input,
      table: """
        CREATE TABLE name (key TEXT NOT NULL, row INTEGER NOT NULL, PRIMARY KEY (key, row))
          WITHOUT ROWID;
        """, insertion: "INSERT INTO name (key, row) VALUES (?, ?)")
    lowest = try queue.prepared("SELECT row FROM name WHERE key >= ? ORDER BY key, row LIMIT 1")
    highest = try queue.prepared(
      "SELECT row FROM name WHERE key < ? ORDER BY key DESC, row DESC LIMIT 1")
    first = try queue.prepared(
      "SELECT row FROM name WHERE key >= ? AND key < ? ORDER BY key, row LIMIT ?")
    memoryFootprint = try queue.footprint()
  }

  func locate(_ query: PreparedQuery) -> Int {
    let text = query.folded.text
    let first = queue.number(lowest, [text]) ?? gazetteer.count
    let last = queue.number(highest, [Self.upperBound(of: text)]) ?? -1
    return max(0, last + 1 - first)
  }

  func forEachRow(of query: PreparedQuery, limit: Int?, _ body: (CityRow) -> Void) {
    let text = query.folded.text
    // A negative limit is none.
    queue.forEachNumber(first, [text, Self.upperBound(of: text), limit ?? -1]) { body(CityRow($0)) }
  }

  /// An upper bound of all keys with the prefix: no name has the last character of Unicode.
  private static func upperBound(of text: String) -> String { text + "\u{10FFFF}" }
}

// The statements are used in the queue of their database alone, by one thread at a time.
extension SQLiteRange: @unchecked Sendable {}

/// Full-text search of folded names by FTS5, with indexes of prefixes.
///
/// The index keeps no copy of the names. Rows come in the order of their numbers, which is canonical.
final class SQLiteFullText: RowSubject {
  let gazetteer: Gazetteer
  let memoryFootprint: MemoryFootprint?
  private let queue: DatabaseQueue
  private let count: Statement
  private let first: Statement

  init(_ input: SubjectInput) throws {
    gazetteer = input.gazetteer
    // Marks belong to words here, as they do to keys.
    queue = try DatabaseQueue.holding(
      input,
      table: """
        CREATE VIRTUAL TABLE name USING fts5(
          key, content = '', columnsize = 0, prefix = '1 2 3',
          tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'");
        """, insertion: "INSERT INTO name (key, rowid) VALUES (?, ?)",
      end: "INSERT INTO name (name) VALUES ('optimize')")
    count = try queue.prepared("SELECT count(*) FROM name WHERE name MATCH ?")
    first = try queue.prepared(
      "SELECT rowid FROM name WHERE name MATCH ? ORDER BY rowid LIMIT ?")
    memoryFootprint = try queue.footprint()
  }

  func locate(_ query: PreparedQuery) -> Int {
    // FTS5 has no expression that matches everything.
    guard !query.folded.isEmpty else { return gazetteer.count }
    return queue.number(count, [expression(of: query.folded)]) ?? 0
  }

  func forEachRow(of query: PreparedQuery, limit: Int?, _ body: (CityRow) -> Void) {
    guard !query.folded.isEmpty else {
      return gazetteer.indices.prefix(limit ?? .max).forEach(body)
    }
    // A negative limit is none.
    queue.forEachNumber(first, [expression(of: query.folded), limit ?? -1]) { body(CityRow($0)) }
  }

  /// The query as a phrase at the beginning of a name, whose last word may go on, unless a separator has ended it.
  private func expression(of query: FoldedQuery) -> String {
    "^\"\(query.text)\"" + (query.endsInSeparator ? "" : "*")
  }
}

// The statements are used in the queue of their database alone, by one thread at a time.
extension SQLiteFullText: @unchecked Sendable {}
#endif
