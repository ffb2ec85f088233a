package import CitySearch
package import PrefixSearch

/// The records of a dataset, one for each row of an index.
package enum Records: Sendable {
  case cities(Gazetteer)
  case keys(KeyLines)

  package var count: Int {
    switch self {
    case .cities(let gazetteer): gazetteer.count
    case .keys(let lines): lines.count
    }
  }

  /// The names or the keys in the order of rows.
  package func text(atRow row: Int) -> String {
    switch self {
    case .cities(let gazetteer): gazetteer[CityRow(row)].name
    case .keys(let lines): lines.text(atRow: row)
    }
  }

  /// Makes the keys of an index: folded names, or the bytes of lines.
  package func sortedKeys() throws -> SortedKeys {
    switch self {
    case .cities(let gazetteer): gazetteer.sortedKeys()
    case .keys(let lines): try lines.sortedKeys()
    }
  }

  /// The query of an index for a text.
  package func query(_ text: String) -> PreparedQuery {
    switch self {
    case .cities: PreparedQuery(text)
    case .keys: PreparedQuery(unfolded: text)
    }
  }

  /// The populations of rows, which weight draws; empty for keys.
  var populations: [Int] {
    guard case .cities(let gazetteer) = self else { return [] }
    return gazetteer.indices.map { gazetteer.population(atRow: $0) }
  }
}
