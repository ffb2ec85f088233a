#if Server
import CityGeocoding
import CityFavorites
import CityExplorer
import CitySearch
import CitySession
import Foundation
import Observation

/// A page in a browser: its model and its rendered parts.
///
/// A change of the model is rendered part by part when a stream is about to send it, so a page without a
/// stream costs nothing. Each part has the version of its latest change, so a browser that reconnects
/// gets only the parts that changed meanwhile.
actor Page {
  nonisolated let visitor: Visitor
  private let model: ExplorerModel
  private let context: PageContext
  private let meter = SearchMeter()
  private var settings = SearchSettings()
  /// The region that the map of the browser reported last.
  private var reportedRegion: CoordinateRegion?
  /// The person who reads the page.
  private var reader: PageReader
  /// Why the latest change of addresses failed; `nil` if it succeeded.
  private var addressError: String?
  /// The position of the first favorite that is shown.
  private var firstFavorite = 0
  /// The number of the latest text or address from the browser.
  private var newestNumber = 0
  private let isScripted: Bool

  private var rendered = RenderedParts()
  /// Whether the page has changed since it was rendered.
  private var isStale = true
  private var readers: [Int: AsyncStream<Wake>.Continuation] = [:]
  private var readerCount = 0
  /// The readers that are streams of browsers, the oldest first.
  private var streams: [Int] = []
  private var isClosed = false
  /// Whether a change is being delayed, because the model changes often.
  private var isDelayed = false
  /// Whether the map moves to the addresses when all are found.
  private var showsAddresses = false
  /// The number of engine switches in progress.
  private var switchCount = 0
  /// The number of visits in progress, during which the rendered page stays.
  private var visitCount = 0

  /// Why a reader is woken.
  enum Wake: Sendable {
    /// The page changed, or a search ended.
    case changed
    /// A fixed interval has passed.
    case interval
  }

  /// Creates a page without readers.
  ///
  /// - Parameters:
  ///   - visitor: The visitor, retained for this page; closing the page releases it.
  ///   - context: The state that all pages share.
  ///   - client: The initial search client.
  ///   - recent: The recent places, the latest first.
  ///   - isScripted: Whether a script updates the page.
  init(
    visitor: Visitor, context: PageContext, client: SearchClient, recent: [City.ID],
    isScripted: Bool = true
  ) {
    self.visitor = visitor
    self.context = context
    self.isScripted = isScripted
    reader = context.reader([])
    model = ExplorerModel(
      state: ExplorerState(recentPlaces: context.gazetteer.mapItems(withIDs: recent)),
      search: meter.measuring(client), favorites: visitor.favorites, geocoding: visitor.geocoding)
  }

  /// The state of the page.
  var state: ExplorerState { model.state }

  /// Visits an address, and begins to observe favorites and addresses.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - languages: The languages of the person, the preferred one first.
  func open(_ address: PageAddress, in languages: [String] = []) async {
    if !languages.isEmpty {
      reader = context.reader(languages)
      settings.languages = languages
      model.replaceSearch(
        with: meter.measuring(await context.sources.client(for: settings)))
    }
    observe()
    model.send(.favorites(.appeared))
    // A stopped server may have left addresses in the queue.
    model.send(.geocoding(.resumed))
    await visit(address)
    await settled()
    changed()
  }

  /// Ends all streams and effects; pending changes are saved.
  func close() async {
    guard !isClosed else { return }
    isClosed = true
    model.stop()
    endStreams()
    await context.visitors.release(visitor)
  }

  /// Ends all streams of changes; browsers reconnect, perhaps to another server.
  func endStreams() {
    for number in readers.keys { endChanges(number) }
  }

  /// Ends one stream of changes.
  func endChanges(_ number: Int) {
    streams.removeAll { $0 == number }
    readers.removeValue(forKey: number)?.finish()
  }

  /// Performs an action, and returns when its effects have ended and changes are saved.
  ///
  /// - Returns: Why a change of favorites or addresses was not saved; `nil` if it was, and for all other
  ///   actions.
  @discardableResult
  func perform(_ action: PageAction) async -> (any Error)? {
    var failure: (any Error)?
    switch action {
    case .typed(let text, let number):
      guard number > newestNumber else { return nil }
      newestNumber = number
      if text.isEmpty { model.send(.cleared) } else { model.send(.queryChanged(text)) }
    case .visited(let address, let number):
      guard number > newestNumber else { return nil }
      newestNumber = number
      await visit(address)
    case .chosen(let key): choose(key)
    case .markerSelected(let id): selectMarker(id)
    case .closed: model.send(.selectionCleared)
    case .more:
      if PageView.more(of: model.state.completions) != nil { model.send(.moreRequested) }
    case .retried: model.send(.retried)
    case .favoriteSelected(let id): model.send(.favorites(.selected(id)))
    case .favoritesShown(let position): firstFavorite = position
    case .switched(let settings): await use(settings)
    case .searchedHere(let region):
      reportedRegion = region
      model.send(.regionChanged(region))
      model.send(.userMoved(to: SearchBias(coordinate: region.center)))
    case .kept(let action): failure = await perform(action)
    }
    await settled()
    changed()
    return failure ?? self.failure(of: action)
  }

  /// Why a change of favorites was not saved.
  private func failure(of action: PageAction) -> FavoritesError? {
    let favorites = model.state.favorites
    let hasFailed = favorites.failedChanges.contains { change in
      switch (change, action) {
      case (.star(let one, _), .kept(.starred(let other, _))): one == other
      case (.move(let one, _), .kept(.moved(let other, _))): one == other
      default: false
      }
    }
    return hasFailed ? favorites.failure : nil
  }

  /// Waits until no search, lookup, loading or saving of favorites is in flight.
  func settled() async {
    guard !isSettled else { return }
    for await _ in changes().stream where isSettled { return }
  }

  /// Shows a part of a long list of favorites.
  func showFavorites(from position: Int) { firstFavorite = position }

  /// Requests more completions until the list has `count` of them, or there are no more.
  func extend(to count: Int) async {
    while model.state.completions.count < count,
      PageView.more(of: model.state.completions) != nil
    {
      model.send(.moreRequested)
      await settled()
    }
  }

  private var isSettled: Bool {
    let state = model.state
    if case .loading = state.lookup { return false }
    return !state.phase.isSearching && state.favorites.phase != .loading
      && !state.favorites.isSaving
      && (state.geocoding.isLoaded || state.geocoding.failure != nil)
  }
}

extension Page {
  /// Performs a change of favorites or addresses.
  ///
  /// - Returns: Why addresses were not taken; the model has the failures of favorites.
  private func perform(_ action: VisitorAction) async -> (any Error)? {
    switch action {
    case .starred(let id, let isFavorite):
      model.send(.favorites(.starred(id, isFavorite: isFavorite)))
    case .moved(let id, let position): model.send(.favorites(.moved(id, to: position)))
    case .addressesPasted, .addressesRetried, .addressesForgotten:
      do {
        addressError = nil
        showsAddresses = action != .addressesForgotten
        try await visitor.performOnAddresses(action)
      } catch {
        addressError = "\(error)"
        return error
      }
    }
    return nil
  }

  private func visit(_ address: PageAddress) async {
    visitCount += 1
    defer { visitCount -= 1 }
    model.send(.cleared)
    if !address.query.isEmpty { model.send(.queryChanged(address.query)) }
    guard let place = address.place else { return }
    // The list of the query stays beside the card.
    await settled()
    choose(place)
  }

  private func choose(_ key: String) {
    if let line = model.state.completions.first(where: { $0.id == key }) {
      model.send(.completionTapped(line))
    } else if let id = key.split(separator: ":").last.flatMap({ City.ID($0) }) {
      // A recent place, or a completion of a list that has been replaced.
      choose(id)
    }
  }

  private func choose(_ id: City.ID) {
    let state = model.state
    if let item = state.recentPlaces.first(where: { $0.id == id }) {
      // With the name that was shown; the gazetteer may not have the place.
      model.send(
        .completionTapped(
          SearchCompletion(kind: .city(id), title: reader.placemark(of: item).name)))
    } else if state.favorites.cities.contains(where: { $0.id == id }) {
      model.send(.favorites(.selected(id)))
    } else {
      let item = context.gazetteer.mapItems(withIDs: [id]).first
      let name = item.map { reader.placemark(of: $0).name }
      let title = name ?? (state.query.isEmpty ? "The place" : state.query)
      model.send(.completionTapped(SearchCompletion(kind: .city(id), title: title)))
    }
  }

  private func selectMarker(_ id: String) {
    guard let city = City.ID(id) else { return model.send(.geocoding(.selected(id))) }
    if model.state.mapItems.contains(where: { $0.id == city }) {
      model.send(.citySelected(city))
    } else {
      model.send(.favorites(.selected(city)))
    }
  }

  private func use(_ newSettings: SearchSettings) async {
    var settings = newSettings
    settings.languages = self.settings.languages
    self.settings = settings
    // Building an engine takes up to seconds.
    switchCount += 1
    changed()
    defer { switchCount -= 1 }
    let client = await context.sources.client(for: settings)
    // The settings may have changed while the engine was built.
    if self.settings == settings { model.replaceSearch(with: meter.measuring(client)) }
  }
}

extension Page {
  /// A stream with an element now and at each change, until the page is closed; for a slow reader,
  /// several changes are one element.
  ///
  /// - Returns: The stream, and its number, by which `endChanges(_:)` ends it.
  func changes() -> (number: Int, stream: AsyncStream<Wake>) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Wake.self, bufferingPolicy: .bufferingNewest(1))
    readerCount += 1
    let number = readerCount
    guard !isClosed else {
      continuation.finish()
      return (number, stream)
    }
    readers[number] = continuation
    continuation.onTermination = { [weak self] _ in Task { await self?.endChanges(number) } }
    continuation.yield(.changed)
    return (number, stream)
  }

  /// A stream as of ``changes()`` for a browser, which ends the oldest one of too many.
  ///
  /// A page is one window. It has more than one stream only while it reconnects.
  func browserChanges() -> (number: Int, stream: AsyncStream<Wake>) {
    let (number, stream) = changes()
    streams.append(number)
    if streams.count > Self.streamLimit { endChanges(streams[0]) }
    return (number, stream)
  }

  /// The largest number of streams of a page.
  static let streamLimit = 4

  /// Wakes all readers, which then write a heartbeat and detect closed connections.
  func wakeReaders(_ wake: Wake = .interval) {
    for reader in readers.values { reader.yield(wake) }
  }

  /// The number of rendered changes.
  var version: Int {
    render()
    return rendered.version
  }

  /// The changes after a version, and the current version.
  func events(after version: Int) -> (events: [PageEvent], version: Int) {
    render()
    return (rendered.events(after: version), rendered.version)
  }

  /// The whole page as a document.
  func document() -> String { context.templates.render("page", view.values) }

  private var view: PageView {
    var view = PageView(state: model.state, reader: reader)
    view.tiles = context.tiles
    view.reportedRegion = reportedRegion
    view.settings = settings
    view.engines = context.sources.engines
    view.firstFavorite = firstFavorite
    view.searchDuration = meter.duration
    view.addressError = addressError
    view.isScripted = isScripted
    view.isSwitching = switchCount > 0
    return view
  }

  /// Wakes the streams after the next change of the model.
  private func observe() {
    withObservationTracking {
      _ = model.state
    } onChange: { [weak self] in
      // Observation reports the change before it happens; it is done when this actor is free.
      Task { await self?.modelChanged() }
    }
  }

  private func modelChanged() async {
    guard !isClosed else { return }
    observe()
    guard visitCount == 0 else { return wakeReaders(.changed) }
    if showsAddresses, case .finished = model.state.geocoding.progress,
      let region = model.state.geocoding.boundingRegion
    {
      showsAddresses = false
      model.send(.regionChanged(region))
    }
    if case .locating = model.state.geocoding.progress {
      // The queue finds hundreds of addresses per second.
      guard !isDelayed else { return wakeReaders(.changed) }
      isDelayed = true
      try? await context.sleep(.milliseconds(100))
      isDelayed = false
      guard !isClosed else { return }
    }
    changed()
  }

  /// Notes a change, which a stream renders and sends.
  private func changed() {
    isStale = true
    // Even without a visible change: `settled()` waits for the end of a search.
    wakeReaders(.changed)
  }

  /// Renders the page if it has changed.
  private func render() {
    guard isStale, visitCount == 0, !isClosed else { return }
    isStale = false
    let view = view
    let fragments = isScripted ? PageView.Fragment.allCases : []
    rendered.update(
      fragments.map { ($0, context.templates.render($0.rawValue, view.values(for: $0))) },
      status: PageStatus(of: view, number: newestNumber))
  }
}
#endif
