import CityGeocoding
import Observation

/// The model of addresses on a map.
@MainActor @Observable
final class AddressesModel {
  /// The addresses that were found, certainly or not, by hash.
  private(set) var found: [String: GeocodedAddress] = [:]
  /// The progress of the queue.
  private(set) var progress = GeocodingProgress.notStarted
  /// Why an address could not be saved.
  private(set) var failure: String?

  private let queue: GeocodingQueue

  init(_ queue: GeocodingQueue) { self.queue = queue }

  /// Adds addresses to the queue, one per line.
  func add(_ text: String) async {
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    do {
      try await queue.enqueue(lines.map { PostalAddress(label: $0, city: $0) })
      failure = nil
    } catch {
      failure = "\(error)"
    }
  }

  /// Updates the addresses until the task is cancelled.
  func run() async {
    do {
      for await update in try await queue.updates {
        switch update {
        case .found(let addresses), .uncertain(let addresses):
          for address in addresses {
            if let hash = address.found?.addressHash { found[hash] = address }
          }
        case .removed(let hashes):
          for hash in hashes { found[hash] = nil }
        case .failed, .retried, .damaged:
          break
        @unknown default:
          break
        }
      }
    } catch {
      failure = "\(error)"
    }
  }

  /// Updates the progress until the task is cancelled.
  func observeProgress() async {
    for await progress in await queue.progressUpdates { self.progress = progress }
  }
}
