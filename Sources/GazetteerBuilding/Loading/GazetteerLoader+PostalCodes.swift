public import CitySearch
internal import PrefixSearch

extension GazetteerLoader {
  /// Adds a table of postal codes to a gazetteer, in place of one that it has.
  ///
  /// A code belongs to the city that has the name of its place and lies within 30 km of it, and else to the nearest
  /// city of its country. Of the places of one code, the first kind is preferred, and then the most populous city.
  ///
  /// ```swift
  /// let codes = LoadingSource.file(URL(filePath: "allCountries.txt"))  // ...
  /// let (cities, report) = try GazetteerLoader().adding(postalCodes: codes, to: gazetteer)
  /// print("\(cities.count) cities, \(report.skippedCount) codes skipped")
  /// ```
  ///
  /// - Parameters:
  ///   - source: GeoNames' file of postal codes, of one country or of all: lines of the code of a country, a postal
  ///     code, the name of a place, names and codes of three divisions, latitude, longitude and accuracy, with tabs
  ///     between them.
  ///   - gazetteer: The cities.
  /// - Returns: The gazetteer with the codes, which take 12 bytes each, and a report of the records that were skipped.
  /// - Throws: ``/CitySearch/GazetteerError``; a strict loader also throws it at the first malformed record.
  /// - Complexity: O(*c* log *n*) for *c* codes and *n* cities.
  public func adding(
    postalCodes source: LoadingSource, to gazetteer: Gazetteer
  ) throws(GazetteerError) -> (gazetteer: Gazetteer, report: LoadingReport) {
    var pass = LoadingPass(of: source, by: self)
    var codes = PostalCodeCollection(in: gazetteer)
    try pass.readPostalCodes(source, into: &codes)
    var writer = try GazetteerWriter(
      cityCount: gazetteer.count, source: SourceRecord(of: gazetteer), others: [.postalCodes])
    for section in Section.required {
      guard let part = gazetteer.table.part(section) else { continue }
      try writer.write(section, part)
    }
    try writer.write(.postalCodes, codes.section)
    guard let region = try writer.finish() else { preconditionFailure("The writer has no file.") }
    return (Gazetteer(try Gazetteer.Table(region, file: source.name)), pass.report)
  }
}

extension LoadingPass {
  /// Reads postal codes.
  fileprivate mutating func readPostalCodes(
    _ source: LoadingSource, into codes: inout PostalCodeCollection
  ) throws(GazetteerError) {
    var collected = codes
    try forEachLine(of: source, columns: 12) { _, line, text throws(LineError) in
      func degrees(_ field: PlaceField, _ column: Int) throws(LineError) -> Int32 {
        do throws(GazetteerBuilder.ValidationError) {
          return try GazetteerBuilder.degrees(text.extracting(line.column(column)), field)
        } catch {
          throw LineError(column: .init(field.title, number: column + 1), reason: error.reason)
        }
      }
      let country = try LineError.countryCode(text.extracting(line.column(0)), column: 1)
      let codeBytes = text.extracting(line.column(1))
      guard let key = PostalCodeTable.key(of: codeBytes, in: country) else {
        throw LineError(
          column: .init("postal code", number: 2),
          reason:
            "must be 1 to \(PostalCodeTable.longestCode) letters and digits of ASCII, got \(String(quoting: codeBytes))"
        )
      }
      let name = try LineError.name(text.extracting(line.column(2)), column: 3)
      let point = Coordinate(
        fixedLatitude: try degrees(.latitude, 9),
        fixedLongitude: try degrees(.longitude, 10))
      collected.add(key, named: name, in: country, at: point)
    }
    codes = collected
  }
}

/// Postal codes with their cities, while they are read.
private struct PostalCodeCollection {
  private let gazetteer: Gazetteer
  private let nearest: NearestCities
  private var places: [UInt64: Place] = [:]

  private struct Place {
    let city: CityRow
    /// Whether the city has the name of the place.
    let isNamed: Bool
    let population: Int

    func isBetter(than other: Place) -> Bool {
      isNamed != other.isNamed ? isNamed : population > other.population
    }
  }

  /// A place is a city of its name within this distance in meters.
  private static let greatestDistance = 30_000.0

  init(in gazetteer: Gazetteer) {
    self.gazetteer = gazetteer
    nearest = NearestCities(gazetteer)
  }

  /// Adds a place of a code; one in a country without cities is left out.
  mutating func add(
    _ key: UInt64, named name: String, in country: CountryCode, at point: Coordinate
  ) {
    guard let place = place(named: name, in: country, at: point) else { return }
    if places[key].map({ place.isBetter(than: $0) }) ?? true { places[key] = place }
  }

  private func place(
    named name: String, in country: CountryCode, at point: Coordinate
  ) -> Place? {
    let named = gazetteer.cities(withKey: Folding.key(of: name).dropLast()).filter { city in
      gazetteer.countryCode(atRow: city.row) == country
        && gazetteer.coordinate(atRow: city.row).distance(to: point) <= Self.greatestDistance
    }.max { ($0.population, $1.row) < ($1.population, $0.row) }
    if let named {
      return Place(city: named.row, isNamed: true, population: named.population)
    }
    let found = nearest.row(nearestTo: point, filter: CityFilter(countries: [country]))
    return found.map { row in
      Place(city: row, isNamed: false, population: gazetteer.population(atRow: row))
    }
  }

  /// The bytes of the section.
  var section: [UInt8] {
    PostalCodeTable.bytes(
      of: places.sorted { $0.key < $1.key }.map {
        ($0.key, PostalCodePlace(city: $0.value.city, isNamed: $0.value.isNamed))
      })
  }
}
