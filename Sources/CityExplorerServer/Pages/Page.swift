#if Server
import CityExplorer
import CitySearch
import CitySession
import Foundation
import Observation

/// A page in a browser: its model, and what the browser has of it.
///
/// Whatever changes in the model is rendered in parts. Each part has the number of the version that it
/// changed in last, so a browser that was away gets what it missed, and nothing else.
actor Page {
  nonisolated let visitor: Visitor
  private let model: ExplorerModel
  private let server: PageServer
  private let meter = SearchMeter()
  private var settings = SearchSettings()
  private var complaint: String?
  /// The number of the newest text or address that came from the browser.
  private var newestNumber = 0
  private let isScripted: Bool

  private var parts: [PageView.Fragment: Part] = [:]
  private var status: (value: PageStatus, version: Int)?
  /// How often something changed.
  private(set) var version = 0
  private var readers: [Int: AsyncStream<Wake>.Continuation] = [:]
  private var readerCount = 0
  private var isClosed = false
  /// Whether the next look is put off, because much is happening.
  private var isDelayed = false
  /// Whether the map is to show all addresses when they are found.
  private var showsAddresses = false
  /// The number of switches under way.
  private var switchCount = 0
  /// The number of visits under way, of which only the end is shown.
  private var visitCount = 0

  private struct Part {
    var html: String
    var version: Int
  }

  /// Why a reader wakes.
  enum Wake: Sendable {
    case changed
    /// Some time has passed.
    case interval
  }

  /// Creates a page that nobody sees yet.
  ///
  /// - Parameters:
  ///   - visitor: Whose page it is, which was taken for it; closing the page gives it back.
  ///   - server: What all pages share.
  ///   - client: What is searched at first.
  ///   - recent: The places that were looked at before, the newest first.
  ///   - isScripted: Whether a script keeps the page up to date.
  init(
    visitor: Visitor, server: PageServer, client: SearchClient, recent: [City.ID],
    isScripted: Bool = true
  ) {
    self.visitor = visitor
    self.server = server
    self.isScripted = isScripted
    model = ExplorerModel(
      state: ExplorerState(recentPlaces: server.gazetteer.mapItems(withIDs: recent)),
      client: meter.measuring(client), favorites: visitor.favorites, geocoding: visitor.geocoding)
  }

  /// What the page shows.
  var state: ExplorerState { model.state }

  /// Shows an address, and begins to follow what the visitor keeps.
  func open(_ address: PageAddress) async {
    observe()
    model.send(.favorites(.appeared))
    // Addresses that a server that stopped has left are looked for now.
    model.send(.geocoding(.resumed))
    await visit(address)
    await settled()
    render()
  }

  /// Ends all streams and effects; changes under way are saved.
  func close() async {
    guard !isClosed else { return }
    isClosed = true
    model.stop()
    endStreams()
    await server.visitors.release(visitor)
  }

  /// Ends all streams of changes; browsers come back, perhaps to another server.
  func endStreams() {
    for number in readers.keys { endChanges(number) }
  }

  /// Ends one stream of changes.
  func endChanges(_ number: Int) { readers.removeValue(forKey: number)?.finish() }

  /// Takes an action, and returns when what follows from it is known.
  func perform(_ action: PageAction) async {
    switch action {
    case .typed(let text, let number):
      guard number > newestNumber else { return }
      newestNumber = number
      if text.isEmpty { model.send(.cleared) } else { model.send(.queryChanged(text)) }
    case .visited(let address, let number):
      guard number > newestNumber else { return }
      newestNumber = number
      await visit(address)
    case .chosen(let key): choose(key)
    case .markerSelected(let id): selectMarker(id)
    case .closed: model.send(.selectionCleared)
    case .more: model.send(.moreRequested)
    case .retried: model.send(.retry)
    case .favoriteSelected(let id): model.send(.favorites(.selected(id)))
    case .switched(let settings): await use(settings)
    case .kept(let action): await perform(action)
    }
    await settled()
    render()
  }

  /// Waits until nothing is searched for or looked up any more.
  func settled() async {
    guard !isSettled else { return }
    for await _ in changes().stream where isSettled { return }
  }

  /// Asks for more until the list has so many lines, or there are no more.
  func extend(to count: Int) async {
    while model.state.completions.count < count, model.state.completions.more != nil {
      model.send(.moreRequested)
      await settled()
    }
  }

  private var isSettled: Bool {
    let state = model.state
    if case .loading = state.lookup { return false }
    return !state.phase.isSearching && state.favorites.phase != .loading
      && (state.geocoding.isKnown || state.geocoding.failure != nil)
  }
}

extension Page {
  private func perform(_ action: VisitorAction) async {
    switch action {
    case .starred(let id, let isFavorite):
      // What counts is the star that was seen and tapped.
      guard model.state.favorites.contains(id) != isFavorite else { return }
      model.send(.favorites(.toggled(id)))
    case .moved(let id, let position): model.send(.favorites(.moved(id, to: position)))
    case .addressesRetried: model.send(.geocoding(.retried(nil)))
    case .addressesPasted, .addressesForgotten:
      do {
        complaint = nil
        showsAddresses = action != .addressesForgotten
        try await visitor.perform(action)
      } catch {
        complaint = "\(error)"
      }
    }
  }

  private func visit(_ address: PageAddress) async {
    visitCount += 1
    defer { visitCount -= 1 }
    model.send(.cleared)
    if !address.query.isEmpty { model.send(.queryChanged(address.query)) }
    guard let place = address.place else { return }
    // The list of what was typed stays beside the card.
    await settled()
    choose(place)
  }

  private func choose(_ key: String) {
    if let line = model.state.completions.first(where: { $0.id == key }) {
      model.send(.completionTapped(line))
    } else if let id = key.split(separator: ":").last.flatMap({ Int($0) }) {
      // A recent place, or a line of a list that is another already.
      choose(id)
    }
  }

  private func choose(_ id: City.ID) {
    let state = model.state
    if let item = state.recentPlaces.first(where: { $0.id == id }) {
      // As it was seen, though it may be known nowhere else any more.
      model.send(.completionTapped(SearchCompletion(kind: .city(id), title: item.placemark.name)))
    } else if state.favorites.cities.contains(where: { $0.id == id }) {
      model.send(.favorites(.selected(id)))
    } else {
      let name = server.gazetteer.mapItems(withIDs: [id]).first?.placemark.name
      let title = name ?? (state.query.isEmpty ? "The place" : state.query)
      model.send(.completionTapped(SearchCompletion(kind: .city(id), title: title)))
    }
  }

  private func selectMarker(_ id: String) {
    guard let city = Int(id) else { return model.send(.geocoding(.selected(id))) }
    if model.state.mapItems.contains(where: { $0.id == city }) {
      model.send(.citySelected(city))
    } else {
      model.send(.favorites(.selected(city)))
    }
  }

  private func use(_ settings: SearchSettings) async {
    self.settings = settings
    // To make an engine takes a while.
    switchCount += 1
    render()
    defer { switchCount -= 1 }
    let client = await server.sources.client(for: settings)
    // Another switch may have come while an engine was made.
    if self.settings == settings { model.replaceClient(meter.measuring(client)) }
  }
}

extension Page {
  /// An element now, and one at each change, until the page is closed; a reader that is slow gets one for
  /// several.
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

  /// Wakes all readers, so that they notice whether anybody is there.
  func wakeReaders(_ wake: Wake = .interval) {
    for reader in readers.values { reader.yield(wake) }
  }

  /// What changed after a version, and the version that it makes.
  func events(after version: Int) -> (events: [PageEvent], version: Int) {
    var events = PageView.Fragment.allCases.compactMap { fragment in
      parts[fragment].flatMap { $0.version > version ? PageEvent.part($0.html) : nil }
    }
    if let status, status.version > version { events.append(.status(status.value)) }
    return (events, self.version)
  }

  /// The whole page as a document.
  func document() -> String { server.templates.render("page", view.values) }

  private var view: PageView {
    var view = PageView(state: model.state)
    view.settings = settings
    view.searchDuration = meter.duration
    view.complaint = complaint
    view.isScripted = isScripted
    view.isSwitching = switchCount > 0
    return view
  }

  /// Looks at the model after its next change.
  private func observe() {
    withObservationTracking {
      _ = model.state
    } onChange: { [weak self] in
      // It is called before the change, which is over when this actor is free.
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
      // Hundreds of addresses are found in a second.
      guard !isDelayed else { return wakeReaders(.changed) }
      isDelayed = true
      try? await server.sleep(.milliseconds(100))
      isDelayed = false
      guard !isClosed else { return }
    }
    render()
  }

  /// Renders what the model has now, and wakes readers if that is another.
  private func render() {
    let view = view
    var changed = false
    for fragment in PageView.Fragment.allCases where isScripted {
      let html = server.templates.render(fragment.rawValue, view.values(for: fragment))
      guard parts[fragment]?.html != html else { continue }
      parts[fragment] = Part(html: html, version: version + 1)
      changed = true
    }
    let value = PageStatus(of: view, number: newestNumber)
    if status?.value != value {
      status = (value, version + 1)
      changed = true
    }
    if changed { version += 1 }
    // Also if nothing changed that is seen: somebody may wait for the end of a search.
    wakeReaders(.changed)
  }
}
#endif
