import CitySearch
import PrefixSearch

/// What was loaded of a dataset: what the rows of an index over it stand for.
enum Records: Sendable {
  case cities(Gazetteer)
  case keys(KeyLines)

  var count: Int {
    switch self {
    case .cities(let gazetteer): gazetteer.count
    case .keys(let lines): lines.count
    }
  }

  /// The names or the keys in the order of rows.
  func text(atRow row: Int) -> String {
    switch self {
    case .cities(let gazetteer): gazetteer[CityRow(row)].name
    case .keys(let lines): lines.text(atRow: row)
    }
  }

  /// Makes the keys of an index: folded names, or the bytes of lines.
  ///
  /// - Throws: `BenchFailure` if there are too many bytes.
  func sortedKeys() throws -> SortedKeys {
    switch self {
    case .cities(let gazetteer): gazetteer.sortedKeys()
    case .keys(let lines): try lines.sortedKeys()
    }
  }

  /// What an index is asked for a text.
  func query(_ text: String) -> PreparedQuery {
    switch self {
    case .cities: PreparedQuery(text)
    case .keys: PreparedQuery(unfolded: text)
    }
  }

  /// The ways to weigh rows: by population, if any is known.
  var populations: [Int] {
    guard case .cities(let gazetteer) = self else { return [] }
    return gazetteer.indices.map { gazetteer.population(atRow: $0) }
  }
}
