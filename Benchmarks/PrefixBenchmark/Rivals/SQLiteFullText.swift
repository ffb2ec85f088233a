#if SQLite
import CitySearch
import PrefixSearch

/// SQLite in memory: full-text search of folded names by FTS5, with indexes of prefixes.
///
/// The index keeps no copy of the names, and the cities come from the gazetteer, as with the engines.
/// Rows come in the order of their numbers, which is canonical.
final class SQLiteFullText: SQLiteSubject {
  /// Where in a name a query may match.
  enum Words {
    /// At its first word: the same question as that of the engines.
    case first
    /// At any word.
    case any
  }

  let gazetteer: Gazetteer
  private let words: Words
  private let count: SQLiteStatement
  private let first: SQLiteStatement
  let memoryFootprint: MemoryFootprint?

  init(_ input: SubjectInput, words: Words) throws {
    gazetteer = input.gazetteer
    self.words = words
    let database = try SQLiteDatabase()
    // Marks belong to words here, as they do to keys.
    try database.execute(
      """
      CREATE VIRTUAL TABLE name USING fts5(
        key, content = '', columnsize = 0, prefix = '1 2 3',
        tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'");
      BEGIN;
      """)
    try database.insertKeys(of: input, "INSERT INTO name (key, rowid) VALUES (?1, ?2)")
    try database.execute("COMMIT; INSERT INTO name (name) VALUES ('optimize');")
    count = try SQLiteStatement("SELECT count(*) FROM name WHERE name MATCH ?1", in: database)
    first = try SQLiteStatement(
      "SELECT rowid FROM name WHERE name MATCH ?1 ORDER BY rowid LIMIT ?2", in: database)
    memoryFootprint = try database.memoryFootprint()
  }

  func locate(_ query: PreparedQuery) -> Int {
    // FTS5 knows no expression for everything.
    guard !query.folded.isEmpty else { return gazetteer.count }
    let expression = expression(of: query.folded)
    return count.withText(expression.span, at: 1) { count.singleNumber() }
  }

  func forEachRow(of query: FoldedQuery, limit: Int?, _ body: (CityRow) -> Void) {
    guard !query.isEmpty else { return gazetteer.indices.prefix(limit ?? .max).forEach(body) }
    // A negative limit is none.
    first.bind(limit ?? -1, at: 2)
    let expression = expression(of: query)
    first.withText(expression.span, at: 1) {
      while first.step() { body(CityRow(first.number())) }
      first.reset()
    }
  }

  /// The query as a phrase whose last word may go on, unless a separator has ended it.
  private func expression(of query: FoldedQuery) -> [UInt8] {
    var expression: [UInt8] = []
    if words == .first { expression.append(UInt8(ascii: "^")) }
    expression.append(UInt8(ascii: "\""))
    expression += query.bytes
    expression.append(UInt8(ascii: "\""))
    if !query.endsInSeparator { expression.append(UInt8(ascii: "*")) }
    return expression
  }
}

// Only one thread at a time asks it: `isSafeToShare` says that no more may.
extension SQLiteFullText: @unchecked Sendable {}
#endif
