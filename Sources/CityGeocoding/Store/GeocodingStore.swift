internal import CitySearch
internal import Foundation

/// A store of answers: a table, a database, or memory.
///
/// The list of addresses is the app's; a store has only what was answered. It treats data that it cannot
/// read as an error, and never overwrites them.
public protocol GeocodingStore: Sendable {
  /// Reads all answers.
  ///
  /// - Returns: The answers; of several for one address, the last counts.
  /// - Throws: ``/DurableStorage/StorageError`` if there may be answers that cannot be read.
  func answers() async throws -> [GeocodedAddress]

  /// Adds answers, and returns when they are as durable as the store can make them.
  ///
  /// - Parameter answers: The answers, in order.
  /// - Throws: ``/DurableStorage/StorageError``; all earlier answers are kept.
  func append(_ answers: [GeocodedAddress]) async throws
}

/// Answers in memory, for previews, tests and lists that are looked up once.
public actor GeocodingMemory: GeocodingStore {
  private var kept: [GeocodedAddress]

  /// Creates a store.
  ///
  /// - Parameter answers: The first answers.
  public init(_ answers: [GeocodedAddress] = []) { kept = answers }

  /// Returns all answers.
  ///
  /// - Returns: The answers in the order in which they were added.
  public func answers() -> [GeocodedAddress] { kept }

  /// Adds answers.
  ///
  /// - Parameter answers: The answers.
  public func append(_ answers: [GeocodedAddress]) { kept += answers }
}

/// An answer as the cells of a row, in a table or in a database.
struct GeocodingRow {
  /// The names of the cells.
  static let columns = [
    "street", "city", "state", "postalCode", "country", "outcome", "name", "latitude", "longitude",
    "precision", "cityID", "confidence", "reason", "unmatched",
  ]

  /// The cells that have numbers; the one of the header is a word.
  static let numbers: Set = ["latitude", "longitude", "cityID", "confidence"]

  /// The texts of the cells, each on one line.
  let cells: [String]

  init(_ answer: GeocodedAddress) {
    let address = answer.address
    var cells = [
      address.street, address.city, address.state, address.postalCode, address.country,
    ]
    switch answer.outcome {
    case .success(let result):
      let match = result.match
      cells += [
        result.isUncertain ? "uncertain" : "found", match.name,
        "\(result.coordinate.latitude)", "\(result.coordinate.longitude)",
        match.precision.rawValue, match.cityID.map { "\($0)" } ?? "",
        "\(result.confidence.score)", result.confidence.reason,
        result.unmatchedParts.joined(separator: "; "),
      ]
    case .failure(let error):
      let (outcome, reason) =
        switch error {
        case .noResult: ("noResult", "")
        case .invalidAddress(let reason): ("invalidAddress", reason)
        case .failed(let reason), .refused(let reason): ("failed", reason)
        }
      cells += [outcome] + [String](repeating: "", count: 6) + [reason, ""]
    }
    // White space is no part of what an address says.
    self.cells = cells.map { $0.normalizedSpelling }
  }

  /// Takes the cells of a row.
  init(cells: [String]) { self.cells = cells }

  /// The answer; `nil` if the cells have none.
  var answer: GeocodedAddress? {
    guard cells.count == Self.columns.count else { return nil }
    let address = PostalAddress(
      street: cells[0], city: cells[1], state: cells[2], postalCode: cells[3], country: cells[4])
    let reason = cells[12]
    switch cells[5] {
    case "found", "uncertain":
      guard let latitude = Double(cells[7]), let longitude = Double(cells[8]),
        let coordinate = Coordinate(validatingLatitude: latitude, longitude: longitude),
        let precision = GeocodingMatch.Precision(rawValue: cells[9]),
        let score = Double(cells[11]), 0...1 ~= score
      else { return nil }
      var cityID: City.ID?
      if !cells[10].isEmpty {
        guard let id = City.ID(cells[10]) else { return nil }
        cityID = id
      }
      let unmatched = cells[13]
      return GeocodedAddress(
        address,
        .success(
          GeocodingResult(
            coordinate: coordinate, confidence: GeocodingConfidence(score, reason: reason),
            match: GeocodingMatch(name: cells[6], precision: precision, cityID: cityID),
            unmatchedParts: unmatched.isEmpty ? [] : unmatched.components(separatedBy: "; "),
            isUncertain: cells[5] == "uncertain")))
    case "noResult": return GeocodedAddress(address, .failure(.noResult))
    case "invalidAddress":
      return GeocodedAddress(address, .failure(.invalidAddress(reason: reason)))
    case "failed": return GeocodedAddress(address, .failure(.failed(reason: reason)))
    default: return nil
    }
  }
}
