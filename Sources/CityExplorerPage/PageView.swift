internal import CityExplorer
internal import CityFavorites
internal import CityGeocoding
internal import CitySearch
internal import CitySession
internal import JSONText

/// What the page shows, as JSON: one object with the parts that have changed since the last answer.
///
/// Sentences are messages, `{"text": key, …}`, with the key of a text of the page's language and the values in it.
struct PageView {
  private var last: [Part: [UInt8]] = [:]
  /// The addresses whose markers the page has, and how many these are.
  private var lastAddresses = (version: 0, markerCount: 0)

  /// A part of the page.
  enum Part: CaseIterable {
    case results, card, favorites, map, addresses, found, failures, addressMarkers, recent, source
  }

  /// The answer to a call: the changed parts, and the requests to the page.
  mutating func answer(of model: PageModel) -> [UInt8] {
    var json = JSONText(capacity: 4_096)
    let requests = model.takeRequests()
    json.object {
      for part in Part.allCases {
        guard part != .addressMarkers else {
          writeNewMarkers(of: model, to: &$0)
          continue
        }
        var text = JSONText(capacity: last[part]?.count ?? 256)
        write(part, of: model, to: &text)
        guard last[part] != text.bytes else { continue }
        last[part] = text.bytes
        $0.key(part.name)
        $0.value(json: text)
      }
      guard !requests.isEmpty else { return }
      $0.key("requests")
      $0.array {
        for request in requests { request.write(to: &$0) }
      }
    }
    return json.bytes
  }

  /// Writes the markers of addresses that are new: there may be thousands, and most calls add none.
  private mutating func writeNewMarkers(of model: PageModel, to json: inout JSONText) {
    let markers = model.state.geocoding.markers
    let isSameList = model.addressVersion == lastAddresses.version
    let first = isSameList ? lastAddresses.markerCount : 0
    guard !isSameList || first != markers.count else { return }
    lastAddresses = (model.addressVersion, markers.count)
    json.key(Part.addressMarkers.name)
    json.object {
      $0.member("first", first)
      $0.key("markers")
      $0.array {
        for position in first..<markers.count { $0.marker(markers[position], at: position) }
      }
    }
  }

  private func write(_ part: Part, of model: PageModel, to json: inout JSONText) {
    switch part {
    case .results: json.results(of: model)
    case .card: json.card(of: model)
    case .favorites: json.favorites(of: model)
    case .map: json.map(of: model)
    case .addresses: json.addresses(of: model)
    case .found: json.found(of: model)
    case .failures: json.failures(of: model)
    case .addressMarkers: break
    case .recent:
      json.array {
        for item in model.state.recentPlaces { item.writeRecord(to: &$0) }
      }
    case .source: json.source(of: model.cities)
    }
  }
}

extension PageView.Part {
  fileprivate var name: StaticString {
    switch self {
    case .results: "results"
    case .card: "card"
    case .favorites: "favorites"
    case .map: "map"
    case .addresses: "addresses"
    case .found: "found"
    case .failures: "failures"
    case .addressMarkers: "addressMarkers"
    case .recent: "recent"
    case .source: "source"
    }
  }
}

extension PageRequest {
  fileprivate func write(to json: inout JSONText) {
    json.object {
      switch self {
      case .search(let request):
        $0.member("kind", "search")
        $0.member("number", request.number)
        $0.member("query", request.query.text)
        $0.member("limit", request.query.limit ?? PageCities.limit)
      case .readFavorites: $0.member("kind", "readFavorites")
      case .changeFavorites(let change, let number):
        $0.member("kind", "changeFavorites")
        $0.member("number", number)
        $0.key("change")
        switch change {
        case .add(let item):
          $0.object {
            $0.member("kind", "add")
            $0.member("id", "\(item.id)")
            $0.key("record")
            item.writeRecord(to: &$0)
          }
        case .remove(let id):
          $0.object {
            $0.member("kind", "remove")
            $0.member("id", "\(id)")
          }
        case .move(let id, let position):
          $0.object {
            $0.member("kind", "move")
            $0.member("id", "\(id)")
            $0.member("position", position)
          }
        }
      }
    }
  }
}

/// A sentence in the language of the page.
struct Message {
  let key: String
  private(set) var numbers: [(StaticString, Int)] = []
  private(set) var texts: [(StaticString, String)] = []

  init(_ key: String) { self.key = key }

  init(_ key: String, count: Int, total: Int? = nil) {
    self.key = key
    numbers.append(("count", count))
    if let total { numbers.append(("total", total)) }
  }

  init(_ key: String, _ name: StaticString, _ text: String) {
    self.key = key
    texts.append((name, text))
  }

  /// A reason of the geocoder.
  init(_ reason: ReadingReason) {
    self.init("because.\(reason.kind.rawValue)")
    if let name = reason.name { texts.append(("name", name)) }
    if let other = reason.other { texts.append(("other", other)) }
    if let count = reason.count { numbers.append(("count", count)) }
    if let percentage = reason.percentage { numbers.append(("percentage", percentage)) }
    if let distance = reason.distance { numbers.append(("distance", Int(distance.rounded()))) }
  }

  /// A sentence with a place, whose region the page names in its language.
  init(_ key: String, _ placemark: Placemark) {
    self.init(key, "name", placemark.name)
    if let division = placemark.division { texts.append(("division", division)) }
    if let country = placemark.countryName { texts.append(("country", country)) }
    if let code = placemark.countryCode { texts.append(("countryCode", code)) }
  }
}

extension JSONText {
  mutating func member(_ key: StaticString, _ message: Message?) {
    guard let message else { return }
    self.key(key)
    value(message)
  }

  mutating func value(_ message: Message) {
    object {
      $0.member("text", message.key)
      for (name, number) in message.numbers { $0.member(name, number) }
      for (name, text) in message.texts { $0.member(name, text) }
    }
  }

  mutating func member(_ key: StaticString, _ highlights: [HighlightRange]) {
    guard !highlights.isEmpty else { return }
    self.key(key)
    array {
      for highlight in highlights {
        $0.array {
          $0.value(highlight.location)
          $0.value(highlight.length)
        }
      }
    }
  }

  /// The coordinate of a place, in degrees.
  mutating func members(of coordinate: Coordinate) {
    let degrees = Self.degrees(coordinate)
    key("latitude")
    number(degrees.latitude)
    key("longitude")
    number(degrees.longitude)
  }

  /// A coordinate in degrees, with all seven decimals.
  static func degrees(_ coordinate: Coordinate) -> (latitude: String, longitude: String) {
    func text(_ units: Int32) -> String {
      let (whole, fraction) = units.magnitude.quotientAndRemainder(
        dividingBy: UInt32(Coordinate.unitsPerDegree))
      let digits = String(fraction)
      let zeros = String(repeating: "0", count: 7 - digits.utf8.count)
      return "\(units < 0 ? "-" : "")\(whole).\(zeros)\(digits)"
    }
    return (text(coordinate.fixedLatitude), text(coordinate.fixedLongitude))
  }

  /// What file the cities were made from, and how many the page has of it; `null` before there are cities.
  fileprivate mutating func source(of cities: PageCities?) {
    guard let cities else { return null() }
    object {
      $0.member("count", cities.gazetteer.count)
      guard let source = cities.source else { return }
      $0.member("name", source.name)
      $0.member("date", source.date)
      $0.member("digest", source.digest)
    }
  }

  /// The region of a place: the name of its division, and the name and code of its country.
  mutating func regionMembers(of placemark: Placemark) {
    member("division", placemark.division)
    member("country", placemark.countryName)
    member("countryCode", placemark.countryCode)
  }
}
