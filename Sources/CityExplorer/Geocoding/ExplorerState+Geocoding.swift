public import CityGeocoding
public import CitySession
public import DurableStorage

extension ExplorerState {
  /// The addresses on the screen: markers, failures and progress.
  public struct Geocoding: Sendable, Equatable {
    /// The markers, in the order in which the addresses were found.
    public private(set) var markers: [AddressMarker] = []
    /// The addresses that were not found, with their errors.
    public private(set) var failures: [GeocodingFailure] = []
    /// The damage of the stored addresses; `nil` if there is none.
    public private(set) var damage: StorageDamage?
    /// Whether the previous results are loaded.
    public private(set) var isLoaded = false
    /// The progress of the queue.
    public internal(set) var progress = GeocodingProgress.notStarted
    /// The id of the marker whose card is shown.
    public internal(set) var selection: AddressMarker.ID?
    /// Why the addresses cannot be read, or why the latest command failed; `nil` if neither did.
    public internal(set) var failure: GeocodingClientError?
    /// The command that failed, for a retry; `nil` if none did.
    var failedCommand: GeocodingCommand?
    /// The number of the current observation, `nil` for none; updates of older ones are dropped.
    var observationNumber: Int?

    /// The index of each marker.
    private var positions: [AddressMarker.ID: Int] = [:]
    /// The ids of the failures.
    private var failedIDs: Set<GeocodingFailure.ID> = []
  }
}

extension ExplorerState.Geocoding {
  /// The marker whose card is shown.
  ///
  /// - Complexity: O(1)
  public var selectedMarker: AddressMarker? { selection.flatMap { marker($0) } }

  /// The bounding region of all markers; `nil` if there are none.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of markers.
  public var boundingRegion: CoordinateRegion? {
    CoordinateRegion(bounding: markers.map(\.placemark.coordinate))
  }

  /// The marker with an id.
  func marker(_ id: AddressMarker.ID) -> AddressMarker? { positions[id].map { markers[$0] } }

  /// Applies an update of the queue.
  ///
  /// - Complexity: O(*k*) for *k* addresses that were found, O(*n*) if any of *n* were removed,
  ///   O(*f*) if any of *f* failures are over.
  mutating func take(_ update: GeocodingUpdate) {
    switch update {
    case .found(let addresses), .uncertain(let addresses):
      // The first update of a queue has what was found, even if that is nothing.
      isLoaded = true
      for marker in addresses.compactMap(AddressMarker.init) { put(marker) }
      removeFailures(addresses.compactMap(\.found?.addressHash))
    case .failed(let failures):
      removeFailures(failures.map(\.id))
      self.failures += failures
      failedIDs.formUnion(failures.map(\.id))
    case .retried(let hashes):
      removeFailures(hashes)
    case .removed(let hashes):
      let gone = Set(hashes)
      removeMarkers { gone.contains($0.id) }
      removeFailures(hashes)
    case .damaged(let damage):
      self.damage = damage
    }
  }

  /// Removes all addresses.
  mutating func removeAll() {
    removeMarkers { _ in true }
    (failures, failedIDs, damage, isLoaded) = ([], [], nil, false)
  }

  private mutating func removeFailures(_ ids: [GeocodingFailure.ID]) {
    let gone = failedIDs.intersection(ids)
    guard !gone.isEmpty else { return }
    failures.removeAll { gone.contains($0.id) }
    failedIDs.subtract(gone)
  }

  /// Removes markers, and the selection with its marker.
  private mutating func removeMarkers(where condition: (AddressMarker) -> Bool) {
    let kept = markers.filter { !condition($0) }
    (markers, positions) = ([], [:])
    for marker in kept { put(marker) }
    if selectedMarker == nil { selection = nil }
  }

  private mutating func put(_ marker: AddressMarker) {
    if let position = positions[marker.id] {
      markers[position] = marker
    } else {
      positions[marker.id] = markers.count
      markers.append(marker)
    }
  }
}

/// The marker of an address on a map.
public struct AddressMarker: Sendable, Hashable, Identifiable {
  /// The digest of the address.
  public let id: String
  /// The address with its result.
  public let address: GeocodedAddress
  /// The placemark of the place.
  public let placemark: Placemark
  /// The confidence of the geocoder.
  public let confidence: GeocodingConfidence

  /// Whether the place may well be another one than the address means; a screen should show that.
  public var isUncertain: Bool { address.isUncertain }

  /// The parts of the address that name a place but were not understood, as they were typed.
  public var unmatchedParts: [String] { address.found?.result.unmatchedParts ?? [] }

  /// Creates the marker of an address; `nil` if it has no result.
  ///
  /// Its id is the digest of the address that the result was found for. Its name is the label of the
  /// address, or else the name of the place that was found.
  ///
  /// - Parameter address: The address.
  public init?(_ address: GeocodedAddress) {
    guard let found = address.found else { return nil }
    id = found.addressHash
    self.address = address
    confidence = found.result.confidence
    func known(_ text: String) -> String? { text.isEmpty ? nil : text }
    let postal = address.address
    placemark = Placemark(
      coordinate: found.result.coordinate, name: known(postal.label) ?? found.result.match.name,
      locality: known(postal.city), administrativeArea: known(postal.state),
      countryName: known(postal.country), thoroughfare: known(postal.street),
      postalCode: known(postal.postalCode))
  }
}

/// Runs the effects on addresses of one model, on the actor that the model is confined to.
final class GeocodingEffectRunner {
  private let client: GeocodingClient
  private var observations: [Task<Void, Never>] = []
  /// The latest command to the queue, which waits for the previous one.
  private var newestCommand: Task<Void, Never>?

  init(_ client: GeocodingClient) { self.client = client }

  /// Ends the observation; the queue continues.
  func cancel() {
    for observation in observations { observation.cancel() }
    observations = []
  }

  /// Starts an effect.
  func run(
    _ effect: GeocodingEffect, isolation: isolated any Actor = #isolation,
    report: @escaping (GeocodingEvent) -> Void
  ) {
    switch effect {
    case .observe(let number): observe(number, report)
    case .command(let command): enqueue(command, report)
    }
  }

  private func observe(
    _ number: Int, _ report: @escaping (GeocodingEvent) -> Void,
    isolation: isolated any Actor = #isolation
  ) {
    cancel()
    observations = [
      Task { [client] in
        _ = isolation
        do {
          for await update in try await client.updates() {
            report(.received(update, number: number))
          }
        } catch {
          report(.unreadable(GeocodingClientError(error), number: number))
        }
      },
      Task { [client] in
        _ = isolation
        do {
          for await progress in try await client.progressUpdates() {
            report(.progressed(progress, number: number))
          }
        } catch {
          report(.unreadable(GeocodingClientError(error), number: number))
        }
      },
    ]
  }

  /// Sends a command after all previous ones, and reports if it fails.
  ///
  /// The command itself has no actor; see `FavoritesEffectRunner`.
  private func enqueue(
    _ command: GeocodingCommand, _ report: @escaping (GeocodingEvent) -> Void,
    isolation: isolated any Actor = #isolation
  ) {
    newestCommand = Task { [client, newestCommand] in
      _ = isolation
      await newestCommand?.value
      if let error = await command.failure(in: client) { report(.commandFailed(command, error)) }
    }
  }
}

extension GeocodingCommand {
  /// Sends the command to a client, and returns its error if it fails.
  @concurrent
  fileprivate func failure(in client: GeocodingClient) async -> GeocodingClientError? {
    do {
      switch self {
      case .pause: try await client.pause()
      case .resume: try await client.resume()
      case .retry(let ids): try await client.retry(ids)
      case .retryAll: try await client.retryAll()
      case .retryFound(let ids):
        let chosen = Set(ids)
        try await client.retryWhere { $0.found.map { chosen.contains($0.addressHash) } ?? false }
      }
      return nil
    } catch {
      return GeocodingClientError(error)
    }
  }
}
