import Algorithms
import CitySearch
import PrefixSearch

/// Folded names in a sorted array of strings, with two binary searches by `<` and `hasPrefix`.
///
/// The ten lines of an app that implements binary search itself.
struct SortedStrings: RowSubject {
  let gazetteer: Gazetteer
  private let keys: [String]

  /// Takes the folded names.
  ///
  /// - Throws: `BenchFailure` if the names are not in the order of `String`, which compares by
  ///   canonical equivalence: then the rows of a prefix would not be neighbors.
  init(_ input: SubjectInput) throws {
    gazetteer = input.gazetteer
    keys = input.foldedTexts()
    for (key, next) in zip(keys, keys.dropFirst()) where next < key {
      throw BenchFailure("As texts, \"\(next)\" sorts before \"\(key)\"; as bytes it does not.")
    }
  }

  var memoryFootprint: MemoryFootprint? {
    MemoryFootprint([MemoryFootprint.Part("folded names", textsOf: keys)])
  }

  func count(of prefix: FoldedQuery) -> Int { rows(of: prefix).count }

  func forEachRow(of prefix: FoldedQuery, limit: Int?, _ body: (CityRow) -> Void) {
    for row in rows(of: prefix).prefix(limit ?? .max) { body(row) }
  }

  private func rows(of query: FoldedQuery) -> Range<CityRow> {
    let prefix = query.text
    let lower = keys.partitioningIndex { $0 >= prefix }
    let upper = keys[lower...].partitioningIndex { !$0.hasPrefix(prefix) }
    return CityRow(lower)..<CityRow(upper)
  }
}
