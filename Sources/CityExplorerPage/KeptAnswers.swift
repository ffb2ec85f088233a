internal import CityExplorer
internal import CityGeocoding
internal import CitySearch
internal import CitySession

/// The answers to addresses as the storage of a browser keeps them, so that a visit looks up only what is new.
///
/// They belong to the cities in which they were found: other cities may give other answers. There may be ten thousand
/// of them, so they are kept in parts, and read when they are asked for.
///
/// A part is a text. Its first line is the digest of the cities, and each other line is a record: the line of the
/// address, its coordinate, the score in hundredths, the name, the precision, the id of the city, whether
/// the place is uncertain, and what was not understood, with tabs between. An address that was not found has a line only.
struct KeptAnswers {
  /// The digest of the cities.
  private var digest = ""
  /// The records by the lines of the addresses.
  private var records: [String: Substring.UTF8View] = [:]

  private static let lineFeed = UInt8(ascii: "\n")
  private static let tab = UInt8(ascii: "\t")
  /// What stands between the parts of an address that were not understood.
  private static let separator: Character = "\u{1E}"

  /// Reads a part.
  mutating func add(_ part: String) {
    let lines = part.utf8.split(separator: Self.lineFeed)
    guard let first = lines.first else { return }
    let digest = String(Substring(first))
    if digest != self.digest { self = KeptAnswers() }
    self.digest = digest
    for record in lines.dropFirst() {
      let line = record.prefix { $0 != Self.tab }
      records[String(Substring(line))] = record
    }
  }

  /// The answer to an address in some cities; `nil` if it has to be looked up.
  func answer(to address: PostalAddress, in gazetteer: Gazetteer) -> GeocodedAddress? {
    guard !records.isEmpty, digest == gazetteer.contentDigest,
      let record = records[address.pageLine]
    else { return nil }
    var fields = PageArguments(
      record.split(separator: Self.tab, omittingEmptySubsequences: false)
        .map { String(Substring($0)) })
    return try? Self.answer(&fields, to: address)
  }

  private static func answer(
    _ fields: inout PageArguments, to address: PostalAddress
  ) throws(PageError) -> GeocodedAddress {
    _ = try fields.text()
    guard fields.restCount > 0 else { return GeocodedAddress(address, .failure(.noResult)) }
    let coordinate = try fields.coordinate()
    let score: Int = try fields.number()
    let name = try fields.text()
    guard let precision = GeocodingMatch.Precision(rawValue: try fields.text()) else {
      throw PageError("the precision is unknown")
    }
    let id = City.ID(try fields.text())
    let isUncertain = try fields.flag()
    let parts = try fields.text()
    return GeocodedAddress(
      address,
      .success(
        GeocodingResult(
          coordinate: coordinate,
          confidence: GeocodingConfidence(Double(score) / 100, reason: ""),
          match: GeocodingMatch(name: name, precision: precision, cityID: id),
          unmatchedParts: parts.split(separator: separator).map { String($0) },
          isUncertain: isUncertain)))
  }
}

extension KeptAnswers {
  /// Makes a part with some of the answers of a page.
  ///
  /// - Parameters:
  ///   - model: The page.
  ///   - start: The number of the answers of the parts before.
  ///   - count: The greatest number of answers.
  /// - Returns: The part; empty if there are no more answers.
  static func part(of model: PageModel, from start: Int, count: Int) -> String {
    let (markers, failures) = (model.state.geocoding.markers, model.state.geocoding.failures)
    let end = min(start + count, markers.count + failures.count)
    guard start < end, let digest = model.cities?.gazetteer.contentDigest else { return "" }
    var text = digest
    for index in start..<end {
      if index < markers.count {
        text += "\n" + record(of: markers[index])
      } else if failures[index - markers.count].error == .noResult {
        text += "\n" + failures[index - markers.count].address.pageLine
      }
    }
    return text
  }

  private static func record(of marker: AddressMarker) -> String {
    let result = marker.result
    return [
      marker.address.pageLine, "\(result.coordinate.fixedLatitude)",
      "\(result.coordinate.fixedLongitude)", "\(Int((100 * result.confidence.score).rounded()))",
      result.match.name, result.match.precision.rawValue,
      result.match.cityID.map { "\($0)" } ?? "", result.isUncertain ? "1" : "0",
      result.unmatchedParts.joined(separator: String(separator)),
    ].joined(separator: String(UnicodeScalar(tab)))
  }
}
