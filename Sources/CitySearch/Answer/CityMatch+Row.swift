/// A match as a row of a list.
///
/// ```swift
/// for match in cities.search(for: "springf", limit: 3) {
///   print(match.title, "–", match.subtitle(in: gazetteer))
/// }
/// ```
extension CityMatch {
  /// The name of the city, and in parentheses the other name that was typed: "Munich (München)".
  ///
  /// - Complexity: That of ``matchedName``.
  public var title: String {
    let name = matchedName
    return name.isOwn ? city.name : "\(city.name) (\(name.text))"
  }

  /// The part of ``title`` that matches what was typed; empty for none.
  ///
  /// - Complexity: That of ``matchedName``, and O(*m*), where *m* is the length of the name of the city in bytes.
  public var titleHighlight: HighlightRange {
    let name = matchedName
    guard !name.isOwn, name.highlight.length > 0 else { return name.highlight }
    return HighlightRange(
      location: city.name.utf16.count + 2 + name.highlight.location, length: name.highlight.length)
  }

  /// Where the city lies: "Illinois, United States", and what tells it from others of its name that lie there, too:
  /// "Sangamon County, Illinois, United States".
  ///
  /// - Parameter gazetteer: The gazetteer that was searched, or another one with the names of the regions.
  /// - Returns: The names of division and country, or their codes where the gazetteer has none.
  /// - Complexity: O(log *n* + *k*), where *n* is the number of cities, and *k* that of those with the same name.
  public func subtitle(in gazetteer: Gazetteer) -> String {
    let regions = gazetteer.regionText(of: city)
    guard let row = gazetteer.row(ofID: id) else { return regions }
    let rows = gazetteer.rows(sharingNameOf: row)
    return gazetteer.distinction(ofRow: row, among: rows)?.added(to: regions) ?? regions
  }
}
