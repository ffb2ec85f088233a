#if Server
import CityFavorites
import CityExplorer
import CitySearch
import CitySession

extension PageView {
  /// The list below the field.
  var resultsValues: [String: Any] {
    let lines = lines
    var values: [String: Any] = [
      "lines": lines.enumerated().map { $1.merging(["position": $0]) { old, _ in old } },
      "hasLines": !lines.isEmpty, "query": listText,
    ]
    values["count"] = count
    values["note"] = lines.isEmpty ? note : nil
    if case .failed(_, let error, _) = state.phase { values["failure"] = "\(error)" }
    if let more = Self.more(of: state.completions) {
      values["hasMore"] = true
      values["moreLimit"] = more.limit
    }
    return values
  }

  /// The announcement for screen readers when the list changes.
  var status: String {
    switch state.phase {
    case .results: count ?? ""
    case .noResults, .tooShort: note ?? ""
    case .failed(_, let error, _): "\(error)"
    case .idle, .searching: ""
    }
  }

  /// The text that the list belongs to; the field may have a newer text, or the name of a chosen
  /// place.
  var listText: String { state.completions.isEmpty ? state.query : state.completedText }

  /// The number of cities, shown above the list.
  private var count: String? {
    let completions = state.completions
    guard !completions.isEmpty else { return nil }
    if !completions.contains(where: { $0.grade == .exact }) {
      return "No city is called “\(listText)”. \(Self.heading(of: completions.map(\.grade)))"
    }
    let (shown, total) = (completions.cityCount, completions.total)
    if total == .exactly(shown) { return shown == 1 ? "1 city" : "\(shown) cities" }
    // The total is a lower bound.
    if total.count <= shown { return "The first \(shown) cities" }
    return "\(shown) of \(Self.text(total.count))\(total.isExact ? "" : " or more") cities"
  }

  /// The heading of a list without exact matches.
  private static func heading(of grades: [MatchGrade]) -> String {
    if grades.allSatisfy({ $0 == .partial }) { return "Names that are a part of it:" }
    if grades.allSatisfy({ $0 == .phonetic }) { return "Names that sound like it:" }
    return "Similar names:"
  }

  /// The hint of a line, unless the heading has said so for all lines.
  private func hint(of completion: SearchCompletion) -> String? {
    guard state.completions.contains(where: { $0.grade != completion.grade }) else { return nil }
    return switch completion.grade {
    case .exact: nil
    case .corrected: "Similar"
    case .partial: "Part of the text"
    case .phonetic: "Sounds alike"
    }
  }

  /// The text in place of a list.
  private var note: String? {
    switch state.phase {
    case .noResults(let query): "No city has the name “\(query)” or a similar name."
    case .tooShort(_, let minimum): "Type \(minimum) characters or more."
    case .idle(let query) where query.isEmpty: "Type the name of a city, in any language."
    case .idle, .searching, .results, .failed: nil
    }
  }

  private var lines: [[String: Any]] {
    if !state.completions.isEmpty {
      return state.completions.map { line(for: $0) }
    }
    guard case .idle = state.phase, state.query.allSatisfy(\.isWhitespace) else { return [] }
    let recent = state.recentPlaces.map { line(for: $0, hint: "Recent") }
    let ids = Set(state.recentPlaces.map(\.id))
    let favorites = state.favorites.cities.prefix(20).filter { !ids.contains($0.id) }
      .map { line(for: $0.mapItem, hint: "Favorite") }
    return recent + favorites
  }

  private func line(for completion: SearchCompletion) -> [String: Any] {
    var line: [String: Any] = [
      "key": completion.id,
      "title": Self.parts(of: completion.title, completion.titleHighlightRanges),
      "subtitle": Self.parts(of: completion.subtitle, completion.subtitleHighlightRanges),
    ]
    if let name = completion.matchedName {
      line["hasMatchedName"] = true
      line["matchedName"] = Self.parts(of: name, completion.matchedNameHighlightRanges)
    }
    line["hint"] = hint(of: completion)
    switch completion.kind {
    case .city(let id):
      line["isFavorite"] = state.favorites.contains(id)
      line["link"] = PageAddress(query: listText, place: id).path
    case .sharedName:
      line["isShared"] = true
      line["link"] = PageAddress(query: completion.title).path
    }
    return line
  }

  private func line(for item: MapItem, hint: String) -> [String: Any] {
    [
      "key": PageAction.key(ofPlace: item.id), "hint": hint,
      "title": Self.parts(of: item.placemark.name, []),
      "subtitle": Self.parts(of: item.placemark.regionText, []),
      "isFavorite": state.favorites.contains(item.id),
      "link": PageAddress(query: item.placemark.name, place: item.id).path,
    ]
  }

  /// A text, split at the bounds of its highlights.
  static func parts(of text: String, _ highlights: [HighlightRange]) -> [[String: Any]] {
    var parts: [[String: Any]] = []
    var end = text.startIndex
    func add(_ range: Range<String.Index>, isMarked: Bool) {
      guard !range.isEmpty else { return }
      parts.append(["text": String(text[range]), "isMarked": isMarked])
    }
    for highlight in highlights {
      guard let range = highlight.range(in: text), range.lowerBound >= end else { continue }
      add(end..<range.lowerBound, isMarked: false)
      add(range, isMarked: true)
      end = range.upperBound
    }
    add(end..<text.endIndex, isMarked: false)
    return parts
  }
}
#endif
