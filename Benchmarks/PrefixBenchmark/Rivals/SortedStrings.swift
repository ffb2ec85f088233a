import CitySearch
import PrefixSearch

/// Folded names in a sorted array of texts, with two binary searches by `<` and `hasPrefix`.
///
/// What an app does that has heard of binary search and writes it in ten lines.
struct SortedStrings: Subject {
  private let gazetteer: Gazetteer
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

  var stages: Set<Measure.Stage> { [.locate, .rows, .cities] }

  var memoryFootprint: MemoryFootprint? {
    MemoryFootprint([MemoryFootprint.Part("folded names", textsOf: keys)])
  }

  func locate(_ query: PreparedQuery) -> Int { rows(of: query.folded).count }

  func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest) {
    for row in rows(of: query.folded).prefix(limit ?? .max) {
      digest.add(id: gazetteer.id(atRow: row))
    }
  }

  func cities(_ text: String, limit: Int?, into digest: inout AnswerDigest) {
    let query = FoldedQuery(text)
    for row in rows(of: query).prefix(limit ?? .max) {
      digest.add(CityMatch(of: query, city: gazetteer[row]))
    }
  }

  private func rows(of query: FoldedQuery) -> Range<CityRow> {
    let prefix = String(decoding: query.bytes, as: UTF8.self)
    let lower = first(from: 0) { $0 >= prefix }
    return CityRow(lower)..<CityRow(first(from: lower) { !$0.hasPrefix(prefix) })
  }

  /// The first row from `start` on whose key fulfils a condition that holds for all behind it.
  private func first(from start: Int, where condition: (String) -> Bool) -> Int {
    var (low, high) = (start, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if condition(keys[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
