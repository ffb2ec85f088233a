internal import PrefixSearch

/// The name of a time zone in the database of IANA, such as "Europe/Kiev".
struct TimeZoneText {
  /// The whole name.
  private let name: String
  /// Its last part, the name of a city in most of them.
  let city: String

  /// Reads a name; `nil` for any other text.
  init?(_ text: String) {
    guard text.utf8.contains(UInt8(ascii: "/")) else { return nil }
    let text = text.trimmedOfWhiteSpace
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x80 }),
      Self.areas.contains(Array(parts[0])[...]), let city = parts.last,
      !city.isEmpty
    else { return nil }
    name = text
    self.city = String(
      decoding: city.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }

  private static let areas = WordTable(
    "Africa America Antarctica Arctic Asia Atlantic Australia Europe Indian Pacific")

  /// The city of a time zone that the gazetteer does not know, because it has an older or newer name; any other text as it
  /// is.
  static func name(in text: String) -> String { TimeZoneText(text)?.city ?? text }

  /// The cities of the time zone: those after which it is called, then the most populous ones; none if the gazetteer
  /// does not know it.
  ///
  /// - Complexity: O(*n*) for *n* cities.
  func cities(in gazetteer: Gazetteer) -> [AddressPlace] {
    let (table, wanted) = (gazetteer.table, NameTable.listLength)
    guard let zone = (0..<table.timeZones.count).first(where: { table.timeZones[$0] == name })
    else { return [] }
    var largest: [(city: CityRow, population: Int)] = []
    for number in 0..<table.count {
      let city = CityRow(number)
      guard Int(table.records.recordWithoutPlace(city).timeZone) == zone else { continue }
      let population = table.records.population(atRow: city)
      if largest.count == wanted, let last = largest.last, last.population >= population {
        continue
      }
      let place = largest.firstIndex { $0.population < population } ?? largest.count
      largest.insert((city, population), at: place)
      if largest.count > wanted { largest.removeLast() }
    }
    let key = FoldedQuery(city)
    let named = gazetteer.cities(withKey: key.bytes[...]).filter {
      Int(table.records.recordWithoutPlace($0.row).timeZone) == zone
    }.max { ($0.score, $1.row) < ($1.score, $0.row) }
    var places: [AddressPlace] = []
    if let named { places.append(AddressPlace(city: named.row, name: named.name, key: key)) }
    for (city, _) in largest where city != named?.row && places.count < wanted {
      places.append(AddressPlace(city: city))
    }
    return places
  }
}
