internal import CityFavorites
internal import CitySearch
internal import CitySession
internal import JSONText

// A place as the storage of a browser keeps it, for favorites and recent places: with all that a card shows, because
// its city may be gone from the data of another day.

extension MapItem {
  /// The number of texts of a record.
  static let recordLength = 9

  /// Decodes a record.
  ///
  /// - Throws: ``PageError`` if it has no coordinate or id, or a number is none.
  init(_ record: inout PageArguments) throws(PageError) {
    let id = try record.id()
    let name = try record.text()
    let coordinate = try record.coordinate()
    var known: [String?] = []
    for _ in 0..<4 {
      let text = try record.text()
      known.append(text.isEmpty ? nil : text)
    }
    let population: Int = try record.number()
    self.init(
      id: id,
      placemark: Placemark(
        coordinate: coordinate, name: name, locality: name, division: known[0],
        countryCode: known[1], countryName: known[2], timeZone: known[3],
        population: population > 0 ? population : nil))
  }

  /// Writes the record, an array of texts in the order in which they are decoded.
  func writeRecord(to json: inout JSONText) {
    json.array {
      $0.value("\(id)")
      $0.value(placemark.name)
      $0.value("\(placemark.coordinate.fixedLatitude)")
      $0.value("\(placemark.coordinate.fixedLongitude)")
      $0.value(placemark.division ?? "")
      $0.value(placemark.countryCode ?? "")
      $0.value(placemark.countryName ?? "")
      $0.value(placemark.timeZone ?? "")
      $0.value("\(placemark.population ?? 0)")
    }
  }
}

extension PageArguments {
  /// The records that follow.
  ///
  /// One that cannot be read is left out, and counted.
  mutating func records() -> (items: [MapItem], lostCount: Int) {
    var (items, lostCount) = ([MapItem](), 0)
    let texts = rest()
    for start in stride(from: 0, to: texts.count, by: MapItem.recordLength) {
      var record = PageArguments(
        Array(texts[start..<min(start + MapItem.recordLength, texts.count)]))
      if let item = try? MapItem(&record) { items.append(item) } else { lostCount += 1 }
    }
    return (items, lostCount)
  }
}

/// A change of the favorites, which the page makes while it holds the storage of the browser, so that windows that
/// change them at the same time lose nothing.
enum FavoritesChange {
  case add(MapItem)
  case remove(City.ID)
  case move(City.ID, to: Int)

  /// Decodes a change: its kind, and the record, id or id and position.
  init(_ arguments: inout PageArguments) throws(PageError) {
    switch try arguments.text() {
    case "add": self = .add(try MapItem(&arguments))
    case "remove": self = .remove(try arguments.id())
    case "move": self = .move(try arguments.id(), to: try arguments.number())
    default: throw PageError("a change must be add, remove or move")
    }
  }

  /// Makes the change, and writes the new records, or why it cannot be made.
  func answer(to records: (items: [MapItem], lostCount: Int), limit: Int) -> JSONText {
    var list = FavoriteList(records.items.map { FavoriteCity($0) })
    var failure: FavoritesError?
    switch self {
    case .add(let item):
      do throws(FavoritesError) {
        _ = try list.add(FavoriteCity(item), upTo: limit)
      } catch {
        failure = error
      }
    case .remove(let id): list.remove(id)
    case .move(let id, let position): list.move(id, to: position)
    }
    var json = JSONText()
    json.object {
      if failure != nil {
        $0.member("limit", limit)
        return
      }
      $0.key("records")
      $0.array {
        for city in list.cities { city.mapItem.writeRecord(to: &$0) }
      }
    }
    return json
  }
}
