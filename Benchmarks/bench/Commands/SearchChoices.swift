import ArgumentParser
import CitySearch

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

  func makeSearch(over gazetteer: Gazetteer) -> any CitySearchable {
    switch self {
    case .engine(let engine): CityIndex(gazetteer, engine: engine)
    case .linearScan: LinearScan(gazetteer)
    }
  }
}

/// An order by its name on the command line.
struct OrderChoice: ExpressibleByArgument {
  let order: CityOrder

  init(order: CityOrder) { self.order = order }

  init?(argument: String) {
    switch argument {
    case "name": order = .name
    case "population": order = .population
    default:
      let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0] == "distance" else { return nil }
      let numbers = parts[1].split(separator: ",", omittingEmptySubsequences: false)
      guard numbers.count == 2, let latitude = Double(numbers[0]),
        let longitude = Double(numbers[1]),
        let point = Coordinate(checkingLatitude: latitude, longitude: longitude)
      else { return nil }
      order = .distance(from: point)
    }
  }

  var defaultValueDescription: String {
    switch order {
    case .name: "name"
    case .population: "population"
    case .distance(let point): "distance:\(point)"
    }
  }
}
