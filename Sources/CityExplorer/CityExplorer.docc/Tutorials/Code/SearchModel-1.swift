import CitySearch
import CitySession
import Observation

/// The model of a search field and its list.
@MainActor @Observable
final class SearchModel {
  /// The text in the search field.
  var query = ""

  private let session: LocationSearch

  init(_ gazetteer: Gazetteer) {
    session = LocationSearch(gazetteer)
  }
}
