#if Server
import CityFavorites
import CityExplorer
import CitySearch
import CitySession
import Foundation

extension PageView {
  /// The list below the field.
  var resultsValues: [String: Any] {
    let groups = groups
    var position = 0
    let groupValues = groups.enumerated().map { number, group -> [String: Any] in
      let lines = group.lines.map { line in
        defer { position += 1 }
        return line.merging(["position": position]) { old, _ in old }
      }
      var values: [String: Any] = ["number": number, "lines": lines]
      values["heading"] = group.heading
      return values
    }
    var values: [String: Any] = [
      "groups": groupValues, "hasLines": !groups.isEmpty, "query": listText,
    ]
    values["count"] = count
    values["note"] = groups.isEmpty ? note : nil
    if isBlank {
      values["hasExamples"] = true
      values["examples"] = Self.examples.map {
        ["text": $0, "link": PageAddress(query: $0).path]
      }
    }
    if case .failed(_, let error, _) = state.phase { values["failure"] = "\(error)" }
    if let more = Self.more(of: state.completions) {
      values["hasMore"] = true
      values["moreLimit"] = more.limit
    }
    return values
  }

  /// The announcement for screen readers when the list changes.
  var status: String {
    if let item = state.selectedItem {
      return texts["chosen", ["name": title(of: item)]]
    }
    if let marker = state.geocoding.selectedMarker {
      return texts["chosen", ["name": marker.placemark.name]]
    }
    if state.mapItems.count > 1 { return texts["chosenSeveral", ["count": state.mapItems.count]] }
    return switch state.phase {
    case .results: count ?? ""
    case .noResults, .tooShort: note ?? ""
    case .failed(_, let error, _): "\(error)"
    case .idle, .searching: ""
    }
  }

  /// The text that the list belongs to; the field may have a newer text, or the name of a chosen
  /// place.
  var listText: String { state.completions.isEmpty ? state.query : state.completedText }

  /// What a screen reader says of a place: its name and its region.
  private func title(of item: MapItem) -> String {
    let placemark = reader.placemark(of: item)
    return [placemark.name, placemark.regionText].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// Texts that show what can be typed: other languages, typos, regions, short forms.
  private static let examples = ["München", "東京", "القاهرة", "new yrok", "rome, it", "nyc"]

  /// The number of cities, shown above the list.
  private var count: String? {
    let completions = state.completions
    guard !completions.isEmpty else { return nil }
    if !completions.contains(where: { $0.grade == .exact }) {
      return texts["notCalled", ["text": listText]]
    }
    let (shown, total) = (completions.cityCount, completions.total)
    if total == .exactly(shown) {
      return shown == 1 ? texts["oneCity"] : texts["cities", ["count": shown]]
    }
    // A total that is not larger, and not exact, is a lower bound.
    if total.count <= shown { return texts["firstCities", ["count": shown]] }
    return texts[
      total.isExact ? "citiesOf" : "citiesOfMore",
      ["count": shown, "total": Self.text(total.count)]]
  }

  /// The heading of lines that match a text in one way.
  private func heading(of grade: MatchGrade) -> String {
    switch grade {
    case .exact: texts["exact"]
    case .corrected: texts["similar"]
    case .partial: texts["partial"]
    case .phonetic: texts["phonetic"]
    }
  }

  /// The text in place of a list.
  private var note: String? {
    switch state.phase {
    case .noResults(let query): texts["nothing", ["text": query]]
    case .tooShort(_, let minimum): texts["tooShort", ["count": minimum]]
    case .idle, .searching, .results, .failed: nil
    }
  }

  /// Whether there is nothing to search for, so that favorites and recent places are offered.
  private var isBlank: Bool {
    guard case .idle = state.phase else { return false }
    return state.query.allSatisfy(\.isWhitespace)
  }

  /// The lines of the list, with a heading where it says more than the list itself.
  private var groups: [(heading: String?, lines: [[String: Any]])] {
    if isBlank, state.completions.isEmpty {
      let favorites = state.favorites.cities.prefix(20).filter { state.favorites.contains($0.id) }
      let ids = Set(favorites.map(\.id))
      let recent = state.recentPlaces.filter { !ids.contains($0.id) }
      return [
        (texts["favorites"], favorites.map { line(for: $0.mapItem) }),
        (texts["recent"], recent.map { line(for: $0) }),
      ].filter { !$0.lines.isEmpty }
    }
    var groups: [(heading: String?, lines: [[String: Any]])] = []
    var grade: MatchGrade?
    for completion in state.completions {
      if completion.grade != grade || groups.isEmpty {
        grade = completion.grade
        groups.append((heading(of: completion.grade), []))
      }
      groups[groups.count - 1].lines.append(line(for: completion))
    }
    // A list of exact matches only needs no heading.
    if groups.count == 1, grade == .exact { groups[0].heading = nil }
    return groups
  }

  private func line(for completion: SearchCompletion) -> [String: Any] {
    var line: [String: Any] = [
      "key": completion.id,
      "title": Self.parts(of: completion.title, completion.titleHighlightRanges),
    ]
    let subtitle = subtitle(of: completion)
    line["subtitle"] = Self.parts(of: subtitle.text, subtitle.marks)
    if let name = completion.matchedName {
      line["hasMatchedName"] = true
      line["matchedName"] = Self.parts(of: name, completion.matchedNameHighlightRanges)
    }
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

  /// The subtitle in the language of the reader: the name of the country, and the number of places.
  private func subtitle(
    of completion: SearchCompletion
  ) -> (text: String, marks: [HighlightRange]) {
    let (text, marks) = (completion.subtitle, completion.subtitleHighlightRanges)
    if case .sharedName(let ids) = completion.kind {
      return (texts["places", ["count": Self.text(ids.count)]], [])
    }
    guard case .city(let id) = completion.kind, let names = reader.countryNames(ofCity: id),
      names.own != names.local, let range = text.range(of: names.own, options: .backwards)
    else { return (text, marks) }
    let start = text.utf16.distance(from: text.startIndex, to: range.lowerBound)
    return (
      text.replacingCharacters(in: range, with: names.local),
      marks.filter { $0.location + $0.length <= start }
    )
  }

  private func line(for item: MapItem) -> [String: Any] {
    let placemark = reader.placemark(of: item)
    return [
      "key": PageAction.key(ofPlace: item.id),
      "title": Self.parts(of: placemark.name, []),
      "subtitle": Self.parts(of: placemark.regionText, []),
      "isFavorite": state.favorites.contains(item.id),
      "link": PageAddress(query: placemark.name, place: item.id).path,
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
