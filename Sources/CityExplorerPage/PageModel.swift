internal import CityExplorer
internal import CityFavorites
internal import CityGeocoding
internal import CitySearch
internal import CitySession

/// City Explorer in a page: the state of an app, and its effects as a page runs them.
///
/// Searches, lookups and addresses are answered at once, in the memory of the page. What only the page can do is a
/// request to it: to ask the server while no cities are there, and to read and write the favorites.
final class PageModel {
  private(set) var state = ExplorerState()
  /// The cities; `nil` until the first file is there.
  private(set) var cities: PageCities?
  /// Whether the cities are all that the page will have.
  private(set) var hasAllCities = false
  private(set) var languages: [String] = []
  private(set) var order = CityOrder.relevance
  /// The region that the map reported itself, to which it need not move.
  private(set) var reportedRegion: CoordinateRegion?
  /// The pages of long lists that are shown.
  private(set) var pages = ListPages()
  private(set) var addresses = AddressRun()
  /// The answers of visits of before.
  var knownAnswers = KeptAnswers()
  /// The ids of all lines in order, of which some may be there several times.
  private(set) var lineIDs: [PostalAddress.ID] = []
  /// The number of lines of the last text that were too many.
  private(set) var refusedLineCount = 0
  /// The number of times that all addresses were forgotten.
  private(set) var addressVersion = 0
  /// A place of the address of the page that the cities of now do not have; more may come.
  private(set) var awaitedPlace: City.ID?
  /// Whether a screen reader says which place is shown, because it was chosen after the last text was typed.
  private(set) var announcesPlace = false
  /// Whether the map shows what the list finds, because nothing was chosen after the last text was typed.
  private(set) var showsFound = false
  /// Whether the map moves to the addresses when all were looked up.
  private var showsAddresses = false
  /// The requests to the page, since the last answer.
  private(set) var requests: [PageRequest] = []
  /// The places of answers of the server, for lookups before there are cities.
  private var answeredItems: [City.ID: MapItem] = [:]
  /// The favorites as they are kept; the state has them with the names of today.
  private var keptFavorites: FavoriteList?
  /// The number of favorites that cannot be read any more.
  private(set) var lostFavoriteCount = 0

  /// The greatest number of favorites.
  static let favoritesLimit = 1_000

  /// Takes the requests to the page.
  func takeRequests() -> [PageRequest] {
    defer { requests = [] }
    return requests
  }

  func send(_ action: ExplorerAction) {
    switch action {
    case .queryChanged, .cleared: (awaitedPlace, announcesPlace, showsFound) = (nil, false, true)
    case .completionTapped, .placeChosen, .firstCompletionChosen:
      (awaitedPlace, announcesPlace, showsFound) = (nil, true, false)
    case .submitted, .moreRequested: announcesPlace = false
    case .citySelected, .favorites(.selected), .geocoding(.selected):
      (awaitedPlace, announcesPlace, showsFound) = (nil, true, false)
    case .selectionCleared: awaitedPlace = nil
    case .geocoding(.cleared): (addressVersion, pages) = (addressVersion + 1, ListPages())
    default: break
    }
    change { $0.apply(action) }
  }

  private func receive(_ event: ExplorerEvent) {
    change { $0.apply(event) }
  }

  private func change(_ transition: (inout ExplorerState) -> [ExplorerEffect]) {
    for effect in transition(&state) { run(effect) }
  }
}

// MARK: - Effects

extension PageModel {
  private func run(_ effect: ExplorerEffect) {
    switch effect {
    case .search(let request):
      guard let cities else { return requests.append(.search(request)) }
      let completions = cities.completions(for: request, in: order)
      receive(.completionsReceived(.success(completions), number: request.number))
    case .lookUp(let completion, let number):
      let items = items(withIDs: completion.cityIDs)
      receive(.placesReceived(.success(items), number: number))
    case .findNearby:
      // No view of the page asks for the cities near a card.
      break
    case .pause, .cancelSearch, .cancelLookup:
      // An answer with another number than the newest changes nothing.
      break
    case .favorites(let effect): run(effect)
    case .geocoding(let effect): run(effect)
    }
  }

  private func run(_ effect: FavoritesEffect) {
    switch effect {
    case .load: requests.append(.readFavorites)
    case .set(let id, let isFavorite, let number):
      guard isFavorite else {
        return requests.append(.changeFavorites(.remove(id), number: number))
      }
      if let item = place(withID: id) {
        requests.append(.changeFavorites(.add(item), number: number))
      } else {
        receive(.favorites(.changeFinished(id, .failure(.unknownCity(id)), number: number)))
      }
    case .move(let id, let position):
      requests.append(.changeFavorites(.move(id, to: position), number: 0))
    }
  }

  private func run(_ effect: GeocodingEffect) {
    switch effect {
    case .run(let open, _, let number): addresses = AddressRun(open, number: number)
    case .cancel: addresses = AddressRun()
    }
  }

  /// The places with some ids, of the cities, or before these are there, of what the server has answered.
  private func items(withIDs ids: [City.ID]) -> [MapItem] {
    cities?.items(withIDs: ids) ?? ids.compactMap { answeredItems[$0] }
  }

  /// Where a city lies that the server has answered before there are cities.
  func answeredPlacemark(ofCity id: City.ID) -> Placemark? { answeredItems[id]?.placemark }

  /// A place that is shown or known, which need not be in the gazetteer.
  private func place(withID id: City.ID) -> MapItem? {
    items(withIDs: [id]).first
      ?? state.mapItems.first { $0.id == id }
      ?? state.favorites.cities.first { $0.id == id }?.mapItem
      ?? state.recentPlaces.first { $0.id == id }
  }
}

// MARK: - Cities, languages and order

extension PageModel {
  /// Searches other cities: the text, the list and the card stay.
  ///
  /// - Parameters:
  ///   - gazetteer: The cities.
  ///   - areAll: Whether they are all that the page will have. A favorite that is not among them is gone.
  func use(_ gazetteer: Gazetteer, areAll: Bool) {
    cities = PageCities(gazetteer, languages: languages)
    hasAllCities = areAll
    receive(.searchReplaced(.immediate))
    reportFavorites()
    if let place = awaitedPlace {
      // A place that was known before there were cities has no list yet.
      if state.completions.isEmpty {
        visit(PageAddress(query: state.query, place: place))
      } else {
        choose(place)
      }
    }
  }

  /// Begins the page: its languages, its address, and the places that were shown before.
  func start(languages: [String], _ address: PageAddress, recentPlaces: [MapItem]) {
    self.languages = languages
    if let gazetteer = cities?.gazetteer {
      cities = PageCities(gazetteer, languages: languages)
    }
    forgetAddresses()
    state = ExplorerState(recentPlaces: recentPlaces)
    send(.favorites(.appeared))
    visit(address)
  }

  /// Lists by another order.
  func use(_ order: CityOrder) {
    self.order = order
    receive(.searchReplaced(.immediate))
  }
}

// MARK: - What the person does

extension PageModel {
  /// Shows what an address of the page says.
  func visit(_ address: PageAddress) {
    send(.cleared)
    if !address.query.isEmpty { send(.queryChanged(address.query)) }
    if let place = address.place { choose(place) }
  }

  /// Searches for a text, and closes the card of an older one.
  func type(_ text: String) {
    let isNew = text != state.query
    send(text.isEmpty ? .cleared : .queryChanged(text))
    if isNew, state.selection != nil || state.geocoding.selection != nil { send(.selectionCleared) }
  }

  /// Chooses a line of the list by its key: a completion, or a place that is offered.
  func choose(key: String) {
    if let line = state.completions.first(where: { $0.id == key }) {
      send(.completionTapped(line))
    } else if let id = key.split(separator: ":").last.flatMap({ City.ID($0) }) {
      choose(id)
    }
  }

  /// Shows a place: as it was shown before, or as the gazetteer has it.
  ///
  /// Wherever it was chosen, the field has its name, and the list is one that has the place.
  func choose(_ id: City.ID) {
    if let item = items(withIDs: [id]).first {
      if !state.completions.contains(where: { $0.cityIDs == [id] }) {
        send(.queryChanged(item.placemark.name))
      }
      send(.completionTapped(SearchCompletion(kind: .city(id), title: item.placemark.name)))
    } else if let item = place(withID: id) {
      send(.placeChosen(item))
      if !hasAllCities { awaitedPlace = id }
    } else if hasAllCities {
      send(.completionTapped(SearchCompletion(kind: .city(id), title: state.query)))
    } else {
      awaitedPlace = id
    }
  }

  /// The places of the list, for the map, while a text is typed; of a name of very many places, the first ones.
  var foundPlaces: [MapItem] {
    guard showsFound else { return [] }
    return items(withIDs: Array(state.completions.flatMap { $0.cityIDs }.prefix(Self.foundLimit)))
  }

  /// The greatest number of places that the map shows while a text is typed.
  private static let foundLimit = 60

  /// Selects a marker of the map.
  func selectMarker(_ id: String) {
    if let city = City.ID(id) {
      if !showsFound, state.mapItems.contains(where: { $0.id == city }) {
        send(.citySelected(city))
      } else {
        choose(city)
      }
    } else if id.utf8.first == UInt8(ascii: "a"),
      let line = Int64(String(id.dropFirst())).flatMap({ Int(exactly: $0) }),
      state.geocoding.markers.indices.contains(line)
    {
      send(.geocoding(.selected(state.geocoding.markers[line].id)))
    }
  }

  /// Searches near the middle of the map from now on.
  func searchHere(_ region: CoordinateRegion) {
    moved(to: region)
    send(.userMoved(to: SearchBias(coordinate: region.center)))
  }

  /// The person moved the map.
  func moved(to region: CoordinateRegion) {
    reportedRegion = region
    send(.regionChanged(region))
  }

  /// Shows another page of a list.
  func show(_ page: ListPage) { pages.show(page) }
}

// MARK: - Answers of the page

extension PageModel {
  /// The server answered a search.
  func searched(_ lines: [ServerLine], total: Int, number: Int) {
    for line in lines { answeredItems[line.item.id] = line.item }
    let completions = SearchCompletions(
      lines.map { $0.completion }, total: total > lines.count ? .atLeast(total) : .exactly(total))
    receive(.completionsReceived(.success(completions), number: number))
  }

  /// The server cannot be asked.
  func searchFailed(_ reason: String, number: Int) {
    let error = LocationSearchError.searchCompletionFailed(UnderlyingError(pageReason: reason))
    receive(.completionsReceived(.failure(error), number: number))
  }

  /// The favorites were read, or changed by any window.
  func favoritesChanged(_ records: (items: [MapItem], lostCount: Int)) {
    keptFavorites = FavoriteList(records.items.map { FavoriteCity($0) })
    lostFavoriteCount = records.lostCount
    reportFavorites()
  }

  /// The favorites cannot be read.
  func favoritesUnreadable(_ reason: String) {
    receive(.favorites(.received(.failure(.failed(UnderlyingError(pageReason: reason))))))
  }

  /// A change of the favorites was kept, after the new list was reported, or failed.
  func favoriteKept(_ id: City.ID, _ error: FavoritesError?, number: Int) {
    receive(.favorites(.changeFinished(id, outcome(error), number: number)))
  }

  /// A favorite was moved, after the new list was reported, or could not be.
  func favoriteMoved(_ id: City.ID, to position: Int, _ error: FavoritesError?) {
    receive(.favorites(.moveFinished(id, to: position, outcome(error))))
  }

  private func outcome(_ error: FavoritesError?) -> Result<FavoriteList, FavoritesError> {
    if let error { .failure(error) } else { .success(namedFavorites ?? FavoriteList()) }
  }

  /// Gives the state the favorites with the names of today, and says which cities are gone.
  private func reportFavorites() {
    if let list = namedFavorites { receive(.favorites(.received(.success(list)))) }
  }

  /// The favorites with the names of today; `nil` before they were read.
  private var namedFavorites: FavoriteList? {
    guard let list = keptFavorites else { return nil }
    var known: [City.ID: MapItem] = [:]
    for item in items(withIDs: list.cities.map { $0.id }) { known[item.id] = item }
    return FavoriteList(
      list.cities.map { city in
        if let item = known[city.id] {
          FavoriteCity(id: city.id, placemark: item.placemark, status: .known)
        } else {
          FavoriteCity(
            id: city.id, placemark: city.placemark, status: hasAllCities ? .missing : .unchecked)
        }
      })
  }
}

// MARK: - Addresses

extension PageModel {
  /// Adds the lines of a text, or of a part of it.
  ///
  /// - Parameters:
  ///   - text: The lines.
  ///   - isFirst: Whether it is the first part of a text.
  func addAddresses(_ text: String, isFirst: Bool = true) {
    if isFirst { refusedLineCount = 0 }
    let lines = PostalAddress.pageLines(of: text)
    let taken = lines.prefix(AddressRun.limit - lineIDs.count)
    refusedLineCount += lines.count - taken.count
    lineIDs += taken.map { $0.id }
    // What was looked up counts, before the rest begins anew with these.
    reportAddresses(isPausing: true)
    showsAddresses = true
    send(.geocoding(.listed(Array(taken))))
    reportAddresses()
  }

  /// Stops for now, with all that was looked up on the screen.
  func pauseAddresses() {
    reportAddresses(isPausing: true)
    send(.geocoding(.paused))
  }

  /// Forgets all addresses.
  func forgetAddresses() {
    refusedLineCount = 0
    (lineIDs, knownAnswers) = ([], KeptAnswers())
    send(.geocoding(.cleared))
  }

  /// Looks up the next line, and says whether more are left.
  ///
  /// In the first cities, most addresses would be found at a wrong place.
  func stepAddresses() -> Bool {
    guard hasAllCities, let gazetteer = cities?.gazetteer else { return false }
    addresses.step(in: gazetteer, knownAnswers)
    return addresses.isRunning
  }

  /// Gives the state what was looked up.
  func reportAddresses(isPausing: Bool = false) {
    for event in addresses.takeEvents(isPausing: isPausing) { receive(.geocoding(event)) }
    // All of them are in view at the end.
    guard showsAddresses, !addresses.isRunning else { return }
    showsAddresses = false
    if let region = state.geocoding.boundingRegion { send(.regionChanged(region)) }
  }
}

/// The part of an address of the page that says what it shows.
struct PageAddress: Equatable {
  var query = ""
  var place: City.ID?
}

/// What a page does for its model.
enum PageRequest {
  /// Ask the server.
  case search(SearchRequest)
  /// Read the favorites.
  case readFavorites
  /// Change the favorites.
  case changeFavorites(FavoritesChange, number: Int)
}

/// A line of an answer of the server.
struct ServerLine {
  let item: MapItem
  let completion: SearchCompletion
}

extension UnderlyingError {
  #if hasFeature(Embedded)
  init(pageReason reason: String) { self.init(reason: reason) }
  #else
  init(pageReason reason: String) { self.init(PageError(reason)) }
  #endif
}
