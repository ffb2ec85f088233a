import CityGeocoding
import Observation

/// The model of addresses on a map.
@MainActor @Observable
final class AddressesModel {
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
}
