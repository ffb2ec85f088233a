import CitySearch
import CitySession
import Observation

/// The model of a search field and its list.
@MainActor @Observable
final class SearchModel {
  /// The text in the search field.
  var query = "" {
    didSet { texts?.yield(query) }
  }
  /// The state of the list.
  private(set) var phase = SearchPhase.idle(query: "")

  private let session: LocationSearch
  @ObservationIgnored private var texts: AsyncStream<String>.Continuation?

  init(_ gazetteer: Gazetteer) {
    session = LocationSearch(gazetteer)
  }

  /// Updates the list until the task is cancelled.
  func run() async {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    texts = continuation
    continuation.yield(query)
    for await phase in session.updates(for: stream) { self.phase = phase }
  }
}
