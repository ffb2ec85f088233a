internal import CityExplorer
internal import CityFavorites
internal import CitySearch
internal import CitySession
internal import JSONText

/// Answers the calls of a page: texts in, JSON out.
final class PageCalls {
  private let model = PageModel()
  private var view = PageView()

  /// Takes a gazetteer.
  func open(_ gazetteer: Gazetteer, areAll: Bool) -> [UInt8] {
    model.use(gazetteer, areAll: areAll)
    return view.answer(of: model)
  }

  /// Answers a call; a wrong one with `{"error": reason}`.
  func answer(to request: Span<UInt8>) -> [UInt8] {
    do throws(PageError) {
      var arguments = try PageArguments(request)
      return try answer(to: &arguments)
    } catch {
      return Self.answer(error)
    }
  }

  static func answer(_ error: PageError) -> [UInt8] {
    var json = JSONText()
    json.object { $0.member("error", error.reason) }
    return json.bytes
  }

  func answer(to arguments: inout PageArguments) throws(PageError) -> [UInt8] {
    let name = try arguments.text()
    if let answer = try function(name, &arguments) { return answer }
    try perform(name, &arguments)
    return view.answer(of: model)
  }

  /// Calls that change nothing, and have answers of their own.
  private func function(_ name: String, _ arguments: inout PageArguments) throws(PageError)
    -> [UInt8]?
  {
    switch name {
    case "cities":
      let limit = try arguments.count()
      return cities(in: try arguments.rectangle(), limit: limit)
    case "citiesWithIDs":
      var ids: [City.ID] = []
      while arguments.restCount > 0 { ids.append(try arguments.id()) }
      return cities(withIDs: ids)
    case "changeFavorites":
      let change = try FavoritesChange(&arguments)
      return change.answer(to: arguments.records(), limit: PageModel.favoritesLimit).bytes
    case "csv": return Array(AddressExport(model: model).csv.utf8)
    case "geojson": return AddressExport(model: model).geoJSON.bytes
    case "answers":
      let (start, count) = (try arguments.count(), try arguments.count())
      return Array(KeptAnswers.part(of: model, from: start, count: count).utf8)
    case "table":
      let table = try arguments.text()
      var json = JSONText()
      json.object {
        switch AddressFile(table: table) {
        case .lines(let lines): $0.member("lines", lines)
        case .noColumn: $0.member("problem", "noAddressColumn")
        }
      }
      return json.bytes
    default: return nil
    }
  }

  private func perform(_ name: String, _ arguments: inout PageArguments) throws(PageError) {
    switch name {
    case "start": try start(&arguments)
    case "type":
      model.type(try arguments.text().prefix(codePoints: SearchQuery.textLength))
    case "enter": model.send(.firstCompletionChosen)
    case "choose": model.choose(key: try arguments.text())
    case "place": model.choose(try arguments.id())
    case "visit": model.visit(try PageAddress(&arguments))
    case "close": model.send(.selectionCleared)
    case "more": model.send(.moreRequested)
    case "retry": model.send(.retried)
    case "order": model.use(try CityOrder(&arguments))
    case "marker": model.selectMarker(try arguments.text())
    case "moved": model.moved(to: CoordinateRegion(try arguments.rectangle()))
    case "here": model.searchHere(CoordinateRegion(try arguments.rectangle()))
    case "star":
      model.send(.favorites(.starred(try arguments.id(), isFavorite: try arguments.flag())))
    case "move": model.send(.favorites(.moved(try arguments.id(), to: try arguments.number())))
    case "page": model.show(try ListPage(&arguments))
    case "dismiss": model.send(.favorites(.failureDismissed))
    case "addresses":
      let text = try arguments.text()
      model.addAddresses(text, isFirst: try arguments.flag())
    case "knownAnswers": model.knownAnswers.add(try arguments.text())
    case "step":
      // Lines that are looked up one after the other, and one answer.
      for _ in 0..<(try arguments.count()) where !model.stepAddresses() { break }
      model.reportAddresses()
    case "pauseAddresses": model.pauseAddresses()
    case "resumeAddresses": model.send(.geocoding(.resumed))
    case "forgetAddresses": model.forgetAddresses()
    default: try performAnswer(name, &arguments)
    }
  }

  /// What the page did for its model.
  private func performAnswer(_ name: String, _ arguments: inout PageArguments) throws(PageError) {
    switch name {
    case "searched":
      let (number, total): (Int, Int) = (try arguments.number(), try arguments.number())
      var lines: [ServerLine] = []
      while arguments.restCount > 0 { lines.append(try ServerLine(&arguments)) }
      model.searched(lines, total: total, number: number)
    case "searchFailed":
      let number: Int = try arguments.number()
      model.searchFailed(try arguments.text(), number: number)
    case "favorites":
      model.favoritesChanged(arguments.records())
    case "favoritesUnreadable":
      model.favoritesUnreadable(try arguments.text())
    case "kept":
      let (id, number) = (try arguments.id(), try arguments.number() as Int)
      model.favoriteKept(id, nil, number: number)
    case "notKept":
      let (id, number) = (try arguments.id(), try arguments.number() as Int)
      model.favoriteKept(id, try FavoritesError(&arguments), number: number)
    case "movedFavorite":
      let (id, position) = (try arguments.id(), try arguments.number() as Int)
      let error = arguments.restCount > 0 ? try FavoritesError(&arguments) : nil
      model.favoriteMoved(id, to: position, error)
    default: throw PageError("there is no call '\(name)'")
    }
  }

  private func start(_ arguments: inout PageArguments) throws(PageError) {
    var languages: [String] = []
    for _ in 0..<(try arguments.count()) { languages.append(try arguments.text()) }
    let address = try PageAddress(&arguments)
    model.start(
      languages: languages, address, recentPlaces: arguments.records().items)
  }

  /// The largest cities of a rectangle.
  private func cities(in rectangle: CoordinateRectangle, limit: Int) -> [UInt8] {
    guard let cities = model.cities else { return Array("[]".utf8) }
    return list(
      cities.gazetteer.cities(in: rectangle, limit: limit).map {
        let placemark = Placemark(
          coordinate: $0.coordinate, name: $0.name, population: $0.population)
        return cities.titled(MapItem(id: $0.id, placemark: placemark))
      })
  }

  /// The cities with some ids.
  private func cities(withIDs ids: [City.ID]) -> [UInt8] {
    list(model.cities?.items(withIDs: ids) ?? [])
  }

  private func list(_ items: [MapItem]) -> [UInt8] {
    var json = JSONText(capacity: 128 * items.count + 2)
    json.array {
      for item in items {
        $0.object {
          $0.member("id", "\(item.id)")
          $0.member("name", item.placemark.name)
          $0.members(of: item.placemark.coordinate)
          $0.member("population", item.placemark.population ?? 0)
        }
      }
    }
    return json.bytes
  }
}

extension PageAddress {
  fileprivate init(_ arguments: inout PageArguments) throws(PageError) {
    query = try arguments.text()
    let place = try arguments.text()
    self.place = place.isEmpty ? nil : City.ID(place)
  }
}

extension CityOrder {
  fileprivate init(_ arguments: inout PageArguments) throws(PageError) {
    switch try arguments.text() {
    case "relevance": self = .relevance
    case "name": self = .name
    case "population": self = .population
    default: throw PageError("the order is unknown")
    }
  }
}

extension CoordinateRegion {
  fileprivate init(_ rectangle: CoordinateRectangle) {
    let width = rectangle.east - rectangle.west
    let longitudes = width < 0 ? width + 360 : width
    let middle = rectangle.west + longitudes / 2
    self.init(
      center: Coordinate(
        latitude: (rectangle.south + rectangle.north) / 2,
        longitude: middle > 180 ? middle - 360 : middle),
      latitudeDelta: rectangle.north - rectangle.south, longitudeDelta: longitudes)
  }
}

extension FavoritesError {
  /// A limit, if the favorites are full, or another reason.
  fileprivate init(_ arguments: inout PageArguments) throws(PageError) {
    let reason = try arguments.text()
    if let limit = Int64(reason).flatMap({ Int(exactly: $0) }) {
      self = .full(limit: limit)
    } else {
      self = .failed(UnderlyingError(pageReason: reason))
    }
  }
}

extension ServerLine {
  /// A record of the place, the name that was found with its highlight and its grade, what was not understood, and
  /// the distance in meters, negative if there is none.
  fileprivate init(_ arguments: inout PageArguments) throws(PageError) {
    item = try MapItem(&arguments)
    let matched = try arguments.text()
    let (location, length): (Int, Int) = (try arguments.number(), try arguments.number())
    let edits: Int = try arguments.number()
    let grade = MatchGrade(rawValue: try arguments.text())
    let notUnderstood = try arguments.text()
    let meters: Int = try arguments.number()
    let address = MatchedAddress(
      unmatchedParts: notUnderstood.isEmpty ? [] : [notUnderstood],
      distance: meters < 0 ? nil : Double(meters))
    guard location >= 0, length >= 0, edits >= 0 else {
      throw PageError("a highlight has a negative number")
    }
    let marks = length > 0 ? [HighlightRange(location: location, length: length)] : []
    let isOwn = matched == item.placemark.name || matched.isEmpty
    let regions = [item.placemark.division, item.placemark.countryName]
    completion = SearchCompletion(
      kind: .city(item.id), title: item.placemark.name, matchedName: isOwn ? nil : matched,
      subtitle: regions.compactMap { $0 }.joined(separator: ", "),
      titleHighlightRanges: isOwn ? marks : [], matchedNameHighlightRanges: isOwn ? [] : marks,
      edits: edits, grade: grade, address: address)
  }
}
