public import ArgumentParser
public import CitySearch

/// An engine by its name on the command line; case and hyphens do not matter.
enum EngineChoice: ExpressibleByArgument, Equatable {
  case engine(Engine)
  case linearScan

  /// The names that are allowed.
  static let list = (Engine.allCases.map(\.rawValue) + ["LinearScan"]).joined(separator: ", ")

  init?(argument: String) {
    func letters(_ name: String) -> String { name.lowercased().filter(\.isLetter) }
    let wanted = letters(argument)
    if let engine = Engine.allCases.first(where: { letters($0.rawValue) == wanted }) {
      self = .engine(engine)
    } else if wanted == letters("LinearScan") {
      self = .linearScan
    } else {
      return nil
    }
  }

  var defaultValueDescription: String {
    switch self {
    case .engine(let engine): engine.rawValue
    case .linearScan: "LinearScan"
    }
  }

  /// The search that answers queries of one kind by this engine.
  func makeSearch(over gazetteer: Gazetteer, for kind: QueryKind) -> any CitySearchable {
    switch (self, kind) {
    case (.engine(let engine), .ownNames): CityIndex(gazetteer, engine: engine)
    case (.engine(let engine), .other): CityCompleter(gazetteer, engine: engine)
    case (.linearScan, _): LinearScan(gazetteer)
    }
  }

  /// The kinds of queries that need different searches.
  enum QueryKind {
    /// Own names as they are typed, in an order that does not depend on the query.
    case ownNames
    /// Queries that need an index over all names.
    case other

    init(_ query: SearchQuery) {
      let isAboutOwnNames =
        query.names == .own && query.order != .relevance && query.typos == .never
      self = isAboutOwnNames ? .ownNames : .other
    }
  }
}

extension NameScope: ExpressibleByArgument {}

extension TypoTolerance: ExpressibleByArgument {}

extension CityOrder {
  /// An order by its name on the command line.
  ///
  /// - Throws: A `ValidationError` with the error.
  init(argument: String) throws {
    switch argument {
    case "relevance": self = .relevance
    case "name": self = .name
    case "population": self = .population
    default:
      let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0] == "distance" else {
        throw ValidationError("order must be relevance, name, population or distance:LAT,LON")
      }
      self = .distance(from: try Coordinate(argument: parts[1]))
    }
  }

  /// The name on the command line.
  var argument: String {
    switch self {
    case .relevance: "relevance"
    case .name: "name"
    case .population: "population"
    case .distance(let point): "distance:\(point.latitude),\(point.longitude)"
    }
  }
}

extension Coordinate {
  /// A point as latitude, comma, longitude.
  fileprivate init(argument: Substring) throws {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false)
    guard numbers.count == 2, let latitude = Double(numbers[0]), let longitude = Double(numbers[1])
    else {
      throw ValidationError(
        "a point must be latitude, comma, longitude in degrees, as in distance:48.85,2.35")
    }
    guard let point = Coordinate(latitude: latitude, longitude: longitude) else {
      throw ValidationError(
        latitude.magnitude <= 90
          ? "longitude must be from -180 to 180 degrees, got \(numbers[1])"
          : "latitude must be from -90 to 90 degrees, got \(numbers[0])")
    }
    self = point
  }
}
