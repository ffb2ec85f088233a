#if Server
import CitySearch
import RemoteSearch

extension SearchQuery {
  /// The number of cities among which those are looked for that fulfill a condition no filter has.
  static let candidateLimit = 1_000
}

/// Parameters as clients of other services send them, which do not know the limits of this one.
extension RequestParameters {
  /// The value of a parameter that is a text to search for.
  ///
  /// - Throws: ``ServiceError`` with the status 400 if it is missing.
  func searchText(_ name: String) throws(ServiceError) -> String {
    guard let text = self[name] else {
      throw .invalid("'\(name)' is missing: what to search for, such as \(name)=london.")
    }
    return text
  }

  /// The value of a parameter that is one field of an address; empty if it is missing.
  func addressField(_ name: String) -> String { self[name] ?? "" }

  /// The value of an integer parameter, clamped to a range.
  func clampedInteger(
    _ name: String, in range: ClosedRange<Int>
  ) throws(ServiceError) -> Int? {
    try value(name, form: "a whole number") { Int($0) }
      .map { min(max($0, range.lowerBound), range.upperBound) }
  }

  /// The value of a parameter that is true or false.
  func flag(_ name: String) throws(ServiceError) -> Bool? {
    try value(name, form: "true or false") { text in
      switch text.lowercased() {
      case "true", "1": true
      case "false", "0": false
      default: nil
      }
    }
  }

  /// The coordinate of two parameters; `nil` if both are missing.
  ///
  /// The longitude may be beyond 180 degrees, as that of a map that was moved around the Earth.
  func point(_ latitude: String, _ longitude: String) throws(ServiceError) -> Coordinate? {
    let parts = (
      try number(latitude, in: -90...90), try number(longitude, in: -100_000...100_000)
    )
    switch parts {
    case (nil, nil): return nil
    case (let latitude?, let longitude?):
      var wrapped = longitude.remainder(dividingBy: 360)
      if wrapped == -180 { wrapped = 180 }
      return Coordinate(
        validatingLatitude: latitude, longitude: abs(longitude) <= 180 ? longitude : wrapped)
    default: throw .invalid("'\(latitude)' and '\(longitude)' need each other.")
    }
  }
}
#endif
