internal import CityExplorer
internal import CityFavorites
internal import CityGeocoding
internal import CitySearch
internal import CitySession
internal import JSONText

extension JSONText {
  /// The field, its list, and what a screen reader says.
  mutating func results(of model: PageModel) {
    let view = ResultsView(model)
    let state = model.state
    object {
      $0.member("query", state.query)
      // The text that the list answers.
      $0.member("answered", view.listText)
      $0.member("place", (state.selection ?? model.awaitedPlace).map { "\($0)" })
      $0.member("title", state.selectedItem?.placemark.name ?? state.query)
      $0.member("isBusy", view.isBusy)
      $0.member("status", view.status)
      $0.member("count", view.count)
      $0.member("note", view.groups.isEmpty ? view.note : nil)
      if case .failed(_, .searchCompletionFailed(let error), _) = state.phase {
        $0.member("failure", error.reason)
      }
      $0.member("hasMore", view.hasMore)
      $0.member("isBlank", view.isBlank)
      $0.key("groups")
      $0.array {
        for group in view.groups {
          $0.object {
            $0.member("heading", group.heading)
            $0.key("lines")
            $0.array {
              for line in group.lines { $0.line(line, of: model) }
            }
          }
        }
      }
    }
  }

  private mutating func line(_ line: ResultsView.Line, of model: PageModel) {
    let state = model.state
    switch line {
    case .completion(let completion):
      object {
        $0.member("key", completion.id)
        $0.member("title", completion.title)
        $0.member("titleMarks", completion.titleHighlightRanges)
        $0.member("matched", completion.matchedName)
        $0.member("matchedMarks", completion.matchedNameHighlightRanges)
        switch completion.kind {
        case .city(let id):
          $0.member("id", "\(id)")
          $0.member("subtitle", completion.subtitle)
          $0.member("subtitleMarks", completion.subtitleHighlightRanges)
          if let people = model.cities?.population(ofCity: id) { $0.member("population", people) }
          // Division and country have other names in the language of the person.
          if let region = model.cities?.region(ofCity: id) {
            $0.member("division", region.division)
            $0.member("country", region.country)
            $0.member("countryCode", region.countryCode)
          } else if let placemark = model.answeredPlacemark(ofCity: id) {
            $0.regionMembers(of: placemark)
          }
          $0.member("isFavorite", state.favorites.contains(id))
          if let address = completion.address {
            if !address.unmatchedParts.isEmpty {
              $0.member("notUnderstood", address.unmatchedParts.joined(separator: ", "))
            }
            if let distance = address.distance { $0.member("meters", Int(distance.rounded())) }
          }
        case .sharedName(let ids): $0.member("placeCount", ids.count)
        }
      }
    case .place(let item):
      object {
        $0.member("key", "place:\(item.id)")
        $0.member("id", "\(item.id)")
        $0.member("title", item.placemark.name)
        if let people = item.placemark.population { $0.member("population", people) }
        $0.regionMembers(of: item.placemark)
        $0.member("isFavorite", state.favorites.contains(item.id))
      }
    }
  }
}

/// What the list of results shows.
private struct ResultsView {
  let state: ExplorerState
  let groups: [Group]
  private let announcesPlace: Bool

  enum Line {
    case completion(SearchCompletion)
    case place(MapItem)
  }

  struct Group {
    /// The key of the heading; `nil` for none.
    var heading: String?
    var lines: [Line]
  }

  init(_ model: PageModel) {
    state = model.state
    announcesPlace = model.announcesPlace
    groups = Self.groups(of: model.state)
  }

  /// The greatest number of lines that are asked for.
  private static let longestList = 160

  var hasMore: Bool {
    state.completions.more.map { ($0.query.limit ?? .max) <= Self.longestList } ?? false
  }

  /// The text that the list belongs to.
  var listText: String { state.completions.isEmpty ? state.query : state.completedText }

  var isBusy: Bool {
    if case .loading = state.lookup { return true }
    return state.phase.isSearching
  }

  /// Whether the field is empty, and its list offers favorites and recent places.
  var isBlank: Bool { Self.isBlank(state) }

  private static func isBlank(_ state: ExplorerState) -> Bool {
    guard case .idle = state.phase else { return false }
    return SearchPhase.isBlank(state.query)
  }

  /// What a screen reader says after a change.
  var status: Message? {
    // The list of a text that was typed counts more than the card of before.
    guard announcesPlace else { return count ?? note }
    if let item = state.selectedItem { return Message("chosen", item.placemark) }
    if let marker = state.geocoding.selectedMarker {
      return Message("chosen", "name", marker.placemark.name)
    }
    if state.mapItems.count > 1 { return Message("chosenSeveral", count: state.mapItems.count) }
    return note
  }

  /// How many cities are listed, of how many.
  var count: Message? {
    let completions = state.completions
    guard !completions.isEmpty else { return nil }
    if !completions.contains(where: { $0.grade == .exact }) {
      return Message("notCalled", "name", listText)
    }
    let (shown, total) = (completions.cityCount, completions.total)
    if total == .exactly(shown) {
      return shown == 1 ? Message("oneCity") : Message("cities", count: shown)
    }
    // A total that is not larger, and not exact, is a lower bound.
    if total.count <= shown { return Message("firstCities", count: shown) }
    return Message(total.isExact ? "citiesOf" : "citiesOfMore", count: shown, total: total.count)
  }

  var note: Message? {
    switch state.phase {
    case .noResults(let query): Message("nothing", "name", query)
    case .tooShort(_, let minimum): Message("tooShort", count: minimum)
    case .idle, .searching, .results, .failed: nil
    }
  }

  private static func groups(of state: ExplorerState) -> [Group] {
    if isBlank(state), state.completions.isEmpty {
      let favorites = state.favorites.cities.prefix(20).filter { state.favorites.contains($0.id) }
      let ids = Set(favorites.map { $0.id })
      let recent = state.recentPlaces.filter { !ids.contains($0.id) }
      return [
        Group(heading: "favorites", lines: favorites.map { .place($0.mapItem) }),
        Group(heading: "recent", lines: recent.map { .place($0) }),
      ].filter { !$0.lines.isEmpty }
    }
    var groups: [Group] = []
    var grade: MatchGrade?
    for completion in state.completions {
      if completion.grade != grade || groups.isEmpty {
        grade = completion.grade
        groups.append(Group(heading: heading(of: completion.grade), lines: []))
      }
      groups[groups.count - 1].lines.append(.completion(completion))
    }
    // A list of exact matches only needs no heading.
    if groups.count == 1, grade == .exact { groups[0].heading = nil }
    return groups
  }

  private static func heading(of grade: MatchGrade) -> String {
    switch grade {
    case .exact: "exact"
    case .corrected: "similar"
    case .partial: "partial"
    case .phonetic: "phonetic"
    }
  }
}
