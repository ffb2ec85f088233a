import CitySearch

/// The answer to a query as the answer key has it.
struct RelevanceAnswer {
  let query: String
  /// The number of cities found as typed.
  let count: Int
  /// The first cities: ten in the answer key.
  let cities: [Shown]

  /// The displayed fields of a city.
  struct Shown: Equatable, CustomStringConvertible {
    var id: City.ID
    /// How it was found: "" as typed, `~` by a correction, `*` by ignoring a part of the text.
    var grade: String
    var kind: String
    var name: String
    var highlight: String

    var description: String { "\(id)\(grade) \(kind) \(name) \(highlight)" }
  }
}
