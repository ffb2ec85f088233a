import ArgumentParser
package import CitySearch
import Foundation
internal import GazetteerBuilding
import PrefixBenchmark
import PrefixMeasuring
import PrefixSearch

/// `bench update`: compares a gazetteer with a newer file of cities, and makes the gazetteer of that.
struct UpdateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Prints which cities came, went, moved and were renamed in a newer file of cities.",
    discussion: """
      Cities are the same if they have the same id. People who keep favorites ask what became of them. \
      With --output, the newer file becomes a gazetteer, as by build with the same options.
      """)

  @Argument(help: ArgumentHelp("The gazetteer so far.", valueName: "old"))
  var old: String

  @Argument(
    help: ArgumentHelp(
      "The newer file of cities, in any format that build reads, or a gazetteer.",
      valueName: "input"))
  var input: String

  @Option(help: .file("Where to write the new gazetteer."))
  var output: String?

  @Option(help: ArgumentHelp("How many cities of each kind to list.", valueName: "number"))
  var limit = 20

  @OptionGroup var names: CityNameOptions
  @OptionGroup var loading: LoadingOptions

  func run() throws {
    let progress = Progress()
    let before = try loading.load(
      LoadingOptions.source(old), progress, command: "update OLD \(LoadingOptions.standardInput)")
    let after = try newer(progress)
    if before.postalCodeCount > 0, after.postalCodeCount == 0 {
      progress.remark("the postal codes are not in the new file (see build --postal-codes)")
    }
    progress.show("comparing")
    let changes = GazetteerChanges(from: before, to: after)
    progress.clear()
    try StandardOutput.print(changes.lines(upTo: limit).joined(separator: "\n"))
  }

  /// The gazetteer of the newer file, which is written if it should be.
  private func newer(_ progress: Progress) throws -> Gazetteer {
    let source = LoadingOptions.source(input)
    let command = "update \(old) \(LoadingOptions.standardInput)"
    guard let output else {
      return try loading.load(source, by: names.loader, progress, command: command)
    }
    let file = URL(filePath: output)
    // The old gazetteer may be replaced: it stays mapped.
    try loading.write(source, by: names.loader, to: file, progress, command: command)
    return try Gazetteer(mapping: file)
  }
}

/// The names that a gazetteer is built with.
struct CityNameOptions: ParsableArguments {
  @OptionGroup var regions: RegionNameOptions

  @Option(help: .file("Names of cities by language (see Fixtures/README.md)."))
  var languages: String?

  @Option(
    help: .file("Codes of airports, and the cities that they serve (see Fixtures/README.md)."))
  var airportCodes: String?

  @Option(help: .file("GeoNames' alternateNamesV2.txt: names of cities by language, and codes."))
  var alternateNames: String?

  @Option(
    help: ArgumentHelp(
      "Include the other names of cities with at least this population.", valueName: "population"))
  var namesOf = 0

  /// A loader that joins in these names, and those of the files that are shipped where none are given.
  var loader: GazetteerLoader {
    var loader = regions.loader
    loader.languages = languages.map(LoadingOptions.source)
    loader.airportCodes = airportCodes.map(LoadingOptions.source)
    loader.alternateNames = alternateNames.map(LoadingOptions.source)
    loader.otherNamesFromPopulation = namesOf
    return loader
  }
}

// MARK: - What differs

/// What differs between two gazetteers, by the ids of cities.
package struct GazetteerChanges {
  private let (before, after): (Gazetteer, Gazetteer)
  /// The cities that only the newer one has, the most populous first.
  package private(set) var came: [City] = []
  /// The cities that only the older one has.
  package private(set) var went: [City] = []
  /// The cities at another place, by how they were and are.
  package private(set) var moved: [(before: City, after: City)] = []
  /// The cities with another name of their own.
  package private(set) var renamed: [(before: City, after: City)] = []
  /// How many other names cities of both have lost and got, and how many cities these are.
  package private(set) var otherNames = (went: 0, came: 0, cities: 0)

  /// A city has moved if it is farther from where it was, in meters: corrections of a few meters are many.
  private static let leastDistance = 100.0

  /// Compares gazetteers.
  ///
  /// - Complexity: O(*b*), where *b* is the length of all names in bytes.
  package init(from before: Gazetteer, to after: Gazetteer) {
    (self.before, self.after) = (before, after)
    for city in after {
      guard let old = before.city(withID: city.id) else {
        came.append(city)
        continue
      }
      if !old.name.utf8.elementsEqual(city.name.utf8) { renamed.append((old, city)) }
      if old.coordinate.distance(to: city.coordinate) >= Self.leastDistance {
        moved.append((old, city))
      }
    }
    went = before.filter { after.city(withID: $0.id) == nil }
    came.sort(by: Self.precedes)
    went.sort(by: Self.precedes)
    moved.sort { Self.precedes($0.after, $1.after) }
    renamed.sort { Self.precedes($0.after, $1.after) }
    compareOtherNames()
  }

  private static func precedes(_ one: City, _ other: City) -> Bool {
    one.population != other.population
      ? one.population > other.population : one.id < other.id
  }

  private mutating func compareOtherNames() {
    let (old, new) = (before.otherNames(), after.otherNames())
    var cities: Set<City.ID> = []
    for (name, id) in old where new[name] == nil && after.row(ofID: id) != nil {
      otherNames.went += 1
      cities.insert(id)
    }
    for (name, id) in new where old[name] == nil && before.row(ofID: id) != nil {
      otherNames.came += 1
      cities.insert(id)
    }
    otherNames.cities = cities.count
  }
}

extension GazetteerChanges {
  /// The changes as lines, with at most so many cities of each kind.
  package func lines(upTo limit: Int) -> [String] {
    var lines = ["old: \(before.title)", "new: \(after.title)"]
    func list<Change>(_ title: String, _ changes: [Change], _ text: (Change) -> String) {
      lines.append("\(title): \(changes.count.grouped)")
      lines += changes.prefix(limit).map { "  \(text($0).withoutControls)" }
      let rest = changes.count - max(0, min(limit, changes.count))
      if rest > 0, limit > 0 { lines.append("  ... and \(rest.grouped) more") }
    }
    list("came", came) { Self.text(of: $0, in: after) }
    list("went", went) { Self.text(of: $0, in: before) }
    list("moved by 100 m or more", moved) { old, new in
      let meters = old.coordinate.distance(to: new.coordinate)
      let distance =
        meters < 1_000
        ? "\(meters.rounded(decimals: 0)) m" : "\((meters / 1_000).rounded(decimals: 1)) km"
      return "\(Self.text(of: new, in: after)): \(distance)"
    }
    list("renamed", renamed) { old, new in
      "\(Self.text(of: new, in: after)), before: \(old.name)"
    }
    lines.append(
      "other names: \(otherNames.came.grouped) came and \(otherNames.went.grouped) went, of "
        + otherNames.cities.counted("city", "cities"))
    return lines
  }

  /// Id, name, division, country and population.
  private static func text(of city: City, in gazetteer: Gazetteer) -> String {
    let places = [
      gazetteer.divisionName(of: city) ?? city.divisionCode.description,
      gazetteer.countryName(of: city) ?? city.countryCode.description,
      city.population > 0 ? city.population.grouped : "",
    ].filter { !$0.isEmpty }
    return "\(city.id) \(city.name)" + places.map { ", \($0)" }.joined()
  }
}

extension Gazetteer {
  /// Where it came from and how large it is.
  fileprivate var title: String {
    let size = "\(count.counted("city", "cities")), \(nameCount.counted("name", "names"))"
    guard let source else { return size }
    return "\(source.name)\(source.date.map { " of \($0)" } ?? ""), \(size)"
  }

  /// The number of postal codes.
  var postalCodeCount: Int { table.postalCodes?.count ?? 0 }

  /// The cities of other names and codes, by a hash of both.
  fileprivate func otherNames() -> [UInt64: City.ID] {
    var cities: [UInt64: City.ID] = [:]
    let names = table.nameTable
    for completion in names.tree.completions(of: []) {
      let key = FoldedQuery(copying: completion.key.span)
      let beginning = KnownPrefix(
        query: key, position: names.tree.position(of: completion.key.span))
      for name in completion.rows.lazy.map({ NameID($0) }) {
        let entry = names[name]
        let id = table.id(atRow: entry.city)
        switch entry.kind.kind {
        case .alternate:
          for text in names.texts(of: name, beginningWith: beginning) {
            cities[Self.hash(of: id, text.utf8)] = id
          }
        case .code: cities[Self.hash(of: id, completion.key)] = id
        default: break
        }
      }
    }
    return cities
  }

  private static func hash(of id: City.ID, _ name: some Sequence<UInt8>) -> UInt64 {
    name.fnv1a ^ UInt64(truncatingIfNeeded: id.rawValue) &* 0x9E37_79B9_7F4A_7C15
  }
}
