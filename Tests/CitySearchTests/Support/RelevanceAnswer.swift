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

// MARK: - Names that sound alike

extension RelevanceAnswer {
  /// Whether a text in another script than Latin has no city as typed, but some by sound, which the reference lacks:
  /// corrections are ordered together with these, and one of the same city is none.
  func isBySound(in matches: CityMatches) -> Bool {
    count == 0 && cities.allSatisfy { $0.grade == "~" }
      && query.unicodeScalars.contains { $0.value >= 0x370 }
      && matches.contains { $0.grade == .phonetic }
  }

  /// A sentence about the first match that is neither one of these nor found by sound.
  func firstOther(in matches: CityMatches) -> String? {
    let corrected = Set(cities.map(\.id))
    return matches.first { $0.grade != .phonetic && !corrected.contains($0.id) }
      .map { "\(query): \($0.id) is no correction" }
  }
}
