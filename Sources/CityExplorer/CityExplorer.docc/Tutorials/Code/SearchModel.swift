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
  /// The places of the completion that was tapped.
  private(set) var response: SearchResponse?
  /// Why the places could not be looked up.
  private(set) var failure: String?

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

  /// Shows the places of a completion.
  func choose(_ completion: SearchCompletion) async {
    do {
      response = try await session.response(for: completion)
      failure = nil
    } catch {
      failure = "\(error)"
    }
  }
}
