internal import CitySearch
#if !hasFeature(Embedded)
internal import Synchronization
#endif

/// The region of a city in words: "Illinois, United States".
///
/// A class, because all cities of a division share one subtitle.
final class Subtitle: Sendable {
  /// The division; empty if it is unknown.
  let division: String
  /// The country; empty if it is unknown.
  let country: String
  /// Division and country, each if it is known.
  let text: String

  /// Creates a subtitle from the names of regions; the codes of the city replace unknown names.
  init(of city: City, division: String?, country: String?) {
    (self.division, self.country, text) = city.regions(division: division, country: country)
  }

  /// The text with what tells a city apart from others of its name.
  func text(with distinction: Distinction?) -> String { distinction?.added(to: text) ?? text }

  /// The prefixes of division and country that match a query, as UTF-16 ranges of the text with a distinction.
  func highlights(of query: FoldedQuery, with distinction: Distinction? = nil) -> [HighlightRange] {
    marked(query.highlight(in: division), query.highlight(in: country), with: distinction)
  }

  /// The matched parts of the regions behind a name; a region by an alternate name has none.
  func highlights(
    of regions: [MatchedRegion], with distinction: Distinction? = nil
  ) -> [HighlightRange] {
    func highlight(isCountry: Bool, _ name: String) -> HighlightRange? {
      regions.first {
        ($0.divisionCode == nil) == isCountry && $0.name == name && $0.highlight.length > 0
      }?.highlight
    }
    return marked(
      highlight(isCountry: false, division), highlight(isCountry: true, country), with: distinction)
  }

  /// The ranges of the text for those of its parts, without empty ones.
  private func marked(
    _ inDivision: HighlightRange?, _ inCountry: HighlightRange?, with distinction: Distinction?
  ) -> [HighlightRange] {
    let start = distinction?.beginning.utf16.count ?? 0
    // Most subtitles have no highlights, and an empty array allocates nothing.
    var ranges: [HighlightRange] = []
    if let inDivision, inDivision.length > 0 {
      ranges.append(
        HighlightRange(location: start + inDivision.location, length: inDivision.length))
    }
    if let inCountry, inCountry.length > 0 {
      let before = division.isEmpty ? 0 : division.utf16.count + Distinction.separator.utf16.count
      ranges.append(
        HighlightRange(location: start + before + inCountry.location, length: inCountry.length))
    }
    return ranges
  }
}

extension Subtitle: Equatable {
  /// Whether both have the same division and the same country.
  static func == (one: Subtitle, two: Subtitle) -> Bool {
    one === two || one.division == two.division && one.country == two.country
  }
}

/// Looks up the places of matches: in a gazetteer by row, or in another resolver by id.
package struct PlaceLookup: Sendable {
  let places: AnyPlaces
  /// The languages of titles, the preferred one first; empty for own names.
  let languages: [String]
  /// The cached subtitles, if `places` is a gazetteer.
  let subtitles: SubtitleCache?

  /// Creates a lookup over a resolver.
  package init(_ places: AnyPlaces, languages: [String] = []) {
    self.places = places
    self.languages = languages
    #if hasFeature(Embedded)
    subtitles = SubtitleCache(of: places)
    #else
    subtitles = (places as? Gazetteer).map { SubtitleCache(of: $0) }
    #endif
  }

  /// The subtitle of a city: shared by its division, if the city is at a row of the gazetteer.
  func subtitle(of city: City, at row: CityRow?) -> Subtitle {
    if let subtitles, let row { return subtitles.subtitle(of: city, at: row) }
    // Another resolver may have different names for cities of one division.
    return Subtitle(
      of: city, division: places.divisionName(of: city), country: places.countryName(of: city))
  }

  /// The name of a city in the languages of titles.
  func title(of city: City) -> String {
    languages.isEmpty ? city.name : places.name(of: city, in: languages)
  }

  /// A place with its name in the languages of titles.
  package func titled(_ item: MapItem) -> MapItem {
    guard !languages.isEmpty else { return item }
    var item = item
    let placemark = item.placemark
    let city = City(
      id: item.id, name: placemark.name, countryCode: .none, coordinate: placemark.coordinate)
    item.placemark.name = title(of: city)
    // The locality of a city is its own name, so it gets the same title.
    if placemark.locality == placemark.name { item.placemark.locality = item.placemark.name }
    return item
  }

  /// The gazetteer that the rows of some matches belong to; `nil` if it is not that of `places`.
  func gazetteer(of matches: CityMatches) -> Gazetteer? {
    guard let gazetteer = subtitles?.gazetteer, let searched = matches.gazetteer,
      searched.isIdentical(to: gazetteer)
    else { return nil }
    return gazetteer
  }
}

/// A cache of the subtitles of all divisions of a gazetteer, filled on demand.
///
/// The cities of a list lie in a few of some thousand divisions, mostly in the same as those of the
/// previous keystroke. The full cache takes less than a megabyte. It has no lock: searches of many
/// sessions read it at the same time, and if two make the same subtitle, both get the one that was
/// stored first.
final class SubtitleCache: Sendable {
  let gazetteer: Gazetteer
  private let blocks: [Block]

  /// The subtitles of 64 divisions.
  ///
  /// An array cannot hold atomic references.
  #if hasFeature(Embedded)
  /// Sendable without the compiler's check, because a page has one thread.
  private final class Block: @unchecked Sendable {
    static let count = 64
    private var subtitles = [Subtitle?](repeating: nil, count: 64)

    subscript(index: Int) -> Subtitle? { subtitles[index] }

    func storeIfNil(_ subtitle: Subtitle, at index: Int) -> Subtitle {
      subtitles[index] = subtitle
      return subtitle
    }
  }
  #else
  private final class Block: Sendable {
    static let count = 64
    private let subtitles = InlineArray<64, AtomicLazyReference<Subtitle>> { _ in
      AtomicLazyReference()
    }

    subscript(index: Int) -> Subtitle? { subtitles[index].load() }

    func storeIfNil(_ subtitle: Subtitle, at index: Int) -> Subtitle {
      subtitles[index].storeIfNil(subtitle)
    }
  }
  #endif

  init(of gazetteer: Gazetteer) {
    self.gazetteer = gazetteer
    blocks = (0..<(gazetteer.divisionCount + Block.count - 1) / Block.count).map { _ in Block() }
  }

  /// The subtitle of the city at a row.
  func subtitle(of city: City, at row: CityRow) -> Subtitle {
    let (block, index) = gazetteer.divisionNumber(atRow: row)
      .quotientAndRemainder(dividingBy: Block.count)
    // A damaged file may have a city in a division that does not exist.
    let isValid = blocks.indices.contains(block)
    if isValid, let subtitle = blocks[block][index] { return subtitle }
    let subtitle = Subtitle(
      of: city, division: gazetteer.divisionName(atRow: row),
      country: gazetteer.countryName(atRow: row))
    return isValid ? blocks[block].storeIfNil(subtitle, at: index) : subtitle
  }
}
