#if SQLite
import CitySearch
import PrefixSearch

/// A rival that has SQLite find the rows of a query; the cities come from the gazetteer, as with the
/// engines.
protocol SQLiteSubject: Subject {
  /// The cities of the rows.
  var gazetteer: Gazetteer { get }

  /// Calls `body` with the rows of the first matches in canonical order, of all without a limit.
  func forEachRow(of query: FoldedQuery, limit: Int?, _ body: (CityRow) -> Void)
}

extension SQLiteSubject {
  var stages: Set<Measure.Stage> { [.locate, .rows, .cities] }

  /// A connection is used by one thread at a time.
  var isSafeToShare: Bool { false }

  func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest) {
    forEachRow(of: query.folded, limit: limit) { digest.add(id: gazetteer.id(atRow: $0)) }
  }

  func cities(_ text: String, limit: Int?, into digest: inout AnswerDigest) {
    let query = FoldedQuery(text)
    forEachRow(of: query, limit: limit) { row in
      digest.add(CityMatch(of: query, city: gazetteer[row]))
    }
  }
}

extension SQLiteDatabase {
  /// Executes a statement once for every row, with the key as its first parameter and the row as its
  /// second.
  func insertKeys(of input: SubjectInput, _ sql: String) throws {
    let insertion = try SQLiteStatement(sql, in: self)
    let keys = input.keys
    for rank in 0..<keys.distinctCount {
      for row in keys.rows(ofRank: rank) {
        insertion.bind(row, at: 2)
        insertion.withText(keys.bytes.span.extracting(keys.byteRange(ofRank: rank)), at: 1) {
          _ = insertion.step()
          insertion.reset()
        }
      }
    }
  }

  /// The pages that are in use.
  func memoryFootprint() throws -> MemoryFootprint {
    MemoryFootprint([MemoryFootprint.Part("pages", byteCount: try byteCount())])
  }
}
#endif
