internal import CityExplorer
internal import CityGeocoding
internal import CitySearch
internal import CitySession
internal import JSONText

/// The answers to addresses as the storage of a browser keeps them, so that a visit looks up only what is new.
///
/// They belong to the cities in which they were found: other cities may give other answers.
struct KeptAnswers {
  /// The digest of the cities.
  private let digest: String
  private var answers: [PostalAddress.ID: GeocodedAddress] = [:]

  /// The number of texts of a record.
  ///
  /// These are the line, its coordinate, the score in hundredths, the name, the precision, the id of the city,
  /// whether the place is uncertain, and what was not understood. An address that was not found has a line only.
  fileprivate static let recordLength = 9
  /// What stands between the parts that were not understood.
  fileprivate static let separator: Character = "\u{1F}"

  /// No answers.
  init() { digest = "" }

  /// Decodes answers: the digest of the cities, and records.
  ///
  /// Records that cannot be read are left out.
  init(_ arguments: inout PageArguments) throws(PageError) {
    digest = try arguments.text()
    let texts = arguments.rest()
    for start in stride(from: 0, to: texts.count, by: Self.recordLength) {
      var record = PageArguments(Array(texts[start..<min(start + Self.recordLength, texts.count)]))
      if let answer = try? Self.answer(&record) { answers[answer.id] = answer }
    }
  }

  /// The answer to an address in some cities; `nil` if it has to be looked up.
  func answer(to address: PostalAddress, in gazetteer: Gazetteer) -> GeocodedAddress? {
    guard !answers.isEmpty, digest == gazetteer.contentDigest else { return nil }
    return answers[address.id]
  }

  private static func answer(_ record: inout PageArguments) throws(PageError) -> GeocodedAddress {
    let line = try record.text()
    let address = PostalAddress(line)
    let (latitude, longitude) = (try record.text(), try record.text())
    guard !latitude.isEmpty else { return GeocodedAddress(address, .failure(.noResult)) }
    var place = PageArguments([latitude, longitude])
    let coordinate = try place.coordinate()
    let score: Int = try record.number()
    let name = try record.text()
    guard let precision = GeocodingMatch.Precision(rawValue: try record.text()) else {
      throw PageError("the precision is unknown")
    }
    let id = City.ID(try record.text())
    let isUncertain = try record.flag()
    let parts = try record.text()
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

extension JSONText {
  /// The answers of a page, for its storage: the digest of its cities, and records.
  mutating func keptAnswers(of model: PageModel) {
    guard let digest = model.cities?.gazetteer.contentDigest else { return null() }
    let geocoding = model.state.geocoding
    object {
      $0.member("digest", digest)
      $0.key("records")
      $0.array {
        for marker in geocoding.markers {
          let result = marker.result
          $0.value(marker.placemark.name)
          $0.value("\(result.coordinate.fixedLatitude)")
          $0.value("\(result.coordinate.fixedLongitude)")
          $0.value("\(Int((100 * result.confidence.score).rounded()))")
          $0.value(result.match.name)
          $0.value(result.match.precision.rawValue)
          $0.value(result.match.cityID.map { "\($0)" } ?? "")
          $0.value(result.isUncertain ? "1" : "0")
          $0.value(result.unmatchedParts.joined(separator: "\(KeptAnswers.separator)"))
        }
        for failure in geocoding.failures where failure.error == .noResult {
          $0.value("\(failure.address)")
          for _ in 1..<KeptAnswers.recordLength { $0.value("") }
        }
      }
    }
  }
}
