internal import CitySearch
internal import Synchronization

/// What is asked about the places of a list: a gazetteer by row, where it can be, or whatever knows them.
package struct ListedPlaces: Sendable {
  let places: any PlaceResolving
  /// The subtitles of the gazetteer that gives all answers of `places`.
  let subtitles: SharedSubtitles?

  /// Takes what knows the places.
  package init(_ places: any PlaceResolving) {
    self.places = places
    let gazetteer = (places as? Gazetteer) ?? (places as? any ImmediateSource)?.gazetteer
    subtitles = gazetteer.map(SharedSubtitles.init)
  }

  /// The gazetteer that can be asked by the rows of some matches; `nil` if they come from elsewhere.
  func gazetteer(of matches: CityMatches) -> Gazetteer? {
    guard let gazetteer = subtitles?.gazetteer, let searched = matches.gazetteer,
      searched.isIdentical(to: gazetteer)
    else { return nil }
    return gazetteer
  }
}

/// The subtitles of a list.
struct Subtitles {
  private let places: any PlaceResolving
  private let shared: SharedSubtitles?

  /// The subtitles of places.
  ///
  /// - Parameters:
  ///   - places: What knows the places.
  ///   - byRow: Whether the rows of the cities are those of the gazetteer that does.
  init(in places: ListedPlaces, byRow: Bool) {
    self.places = places.places
    shared = byRow ? places.subtitles : nil
  }

  /// The subtitle of a city.
  func subtitle(of city: City, at row: CityRow?) -> Subtitle {
    if let shared, let row { return shared.subtitle(of: city, at: row) }
    // What else knows places may tell cities of one division apart.
    return Subtitle(
      of: city, division: places.admin1Name(of: city), country: places.countryName(of: city))
  }
}

/// The subtitles of the divisions of a gazetteer, each made when it is needed first.
///
/// Ten lines lie in few of some thousand divisions, and the lines of the next keystroke mostly in the
/// same. If somebody sees all of the world, this takes less than a megabyte.
final class SharedSubtitles: Sendable {
  let gazetteer: Gazetteer
  private let known: Mutex<[Subtitle?]>

  init(of gazetteer: Gazetteer) {
    self.gazetteer = gazetteer
    known = Mutex(Array(repeating: nil, count: gazetteer.divisionCount))
  }

  /// The subtitle of the city at a row.
  func subtitle(of city: City, at row: CityRow) -> Subtitle {
    let division = gazetteer.divisionNumber(atRow: row)
    return known.withLock { known in
      // Only damaged files have cities in a division that does not exist.
      let isKnown = known.indices.contains(division)
      if isKnown, let subtitle = known[division] { return subtitle }
      let subtitle = Subtitle(
        of: city, division: gazetteer.admin1Name(atRow: row),
        country: gazetteer.countryName(atRow: row))
      if isKnown { known[division] = subtitle }
      return subtitle
    }
  }
}
