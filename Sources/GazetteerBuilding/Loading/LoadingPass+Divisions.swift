internal import CitySearch

/// The columns of the files of divisions, which `Fixtures/README.md` describes.
private enum DivisionColumn {
  static let code = 0
  static let parent = 1
  static let iso = 3
  static let name = 5
  static let otherNames = 6
  static let count = 7
}

extension LoadingPass {
  /// Reads the files of divisions that are set; `nil` if there are none.
  ///
  /// - Returns: Divisions of every level, more names of countries, and the divisions of cities.
  mutating func readDivisionTree() throws(GazetteerError) -> DivisionTree? {
    guard loader.divisions != nil || loader.countryNames != nil else { return nil }
    var tree = DivisionTree()
    if let source = loader.countryNames { try readCountryNames(source, into: &tree) }
    guard let source = loader.divisions else { return tree }
    let numbers = try readDivisions(source).add(to: &tree)
    if let source = loader.cityDivisions { try readCityDivisions(source, numbers, into: &tree) }
    return tree
  }

  /// Reads divisions: code, code of the one that it lies in, level, code of ISO 3166-2, kind, name, other names.
  private mutating func readDivisions(
    _ source: LoadingSource
  ) throws(GazetteerError) -> DivisionRows {
    var rows = DivisionRows()
    try forEachLine(of: source, columns: DivisionColumn.count) { _, line, text throws(LineError) in
      func cell(_ column: Int, _ title: String) throws(LineError) -> String {
        guard let cell = String(validating: text.extracting(line.column(column))) else {
          throw LineError(
            column: .init(title, number: column + 1), reason: "not valid UTF-8")
        }
        return cell
      }
      let code = try cell(DivisionColumn.code, "code")
      if line.number == 1, code == "code" { return }
      let row = DivisionRows.Row(
        code: code, parent: try cell(DivisionColumn.parent, "parent"),
        iso: try cell(DivisionColumn.iso, "iso"),
        name: try LineError.name(
          text.extracting(line.column(DivisionColumn.name)), column: DivisionColumn.name + 1),
        otherNames: try cell(DivisionColumn.otherNames, "other names"))
      guard let place = DivisionRows.Code(code) else {
        throw LineError(
          column: .init("code", number: 1),
          reason: "must be a code such as US.IL, US.IL.167 or FR-6AE, got \(code.debugDescription)")
      }
      rows.append(row, place)
    }
    return rows
  }

  /// Reads the divisions of cities: id, and codes with spaces between them, of which the last is the deepest.
  private mutating func readCityDivisions(
    _ source: LoadingSource, _ numbers: [String: Int], into tree: inout DivisionTree
  ) throws(GazetteerError) {
    var cities: [UInt32: UInt32] = [:]
    try forEachLine(of: source, columns: 2) { _, line, text throws(LineError) in
      let idBytes = text.extracting(line.column(0))
      guard let id = Int64(digits: idBytes).flatMap({ UInt32(exactly: $0) }) else {
        if line.number == 1, String(validating: idBytes) == "id" { return }
        throw LineError(
          column: .init("id", number: 1),
          reason: "must be a number of at most \(UInt32.max), got \(String(quoting: idBytes))")
      }
      let codes = line.column(1)
      let last = codes.last { text[$0] == UInt8(ascii: " ") }.map { $0 + 1 } ?? codes.lowerBound
      // A city of a first-level division alone has no number here.
      guard let code = String(validating: text.extracting(last..<codes.upperBound)),
        let number = numbers[code]
      else { return }
      cities[id] = UInt32(number)
    }
    tree.cities = cities
  }

  /// Reads names of countries: code, code of three letters, name, official name, common name, other names.
  private mutating func readCountryNames(
    _ source: LoadingSource, into tree: inout DivisionTree
  ) throws(GazetteerError) {
    var countries: [DivisionTree.Names] = []
    var known: Set<CountryCode> = []
    try forEachLine(of: source, columns: 6) { _, line, text throws(LineError) in
      let codeBytes = text.extracting(line.column(0))
      if line.number == 1, String(validating: codeBytes) == "code" { return }
      let country = try LineError.countryCode(codeBytes, column: 1)
      // ISO 3166-3 has former countries, whose codes were given to others: Sikkim's to Slovakia.
      guard known.insert(country).inserted else { return }
      var names: [Substring] = []
      for column in 1..<6 {
        guard let cell = String(validating: text.extracting(line.column(column))) else {
          throw LineError(column: .init("name", number: column + 1), reason: "not valid UTF-8")
        }
        names += cell.split(separator: "|")
      }
      countries.append(DivisionTree.Names(names: names, places: [.country(country)]))
    }
    tree.names += countries
  }
}

/// The rows of a file of divisions.
private struct DivisionRows {
  struct Row {
    var code, parent, iso, name, otherNames: String
  }

  /// The parts of a code.
  enum Code {
    /// A division by the code of GeoNames, and the rest of the code below it.
    case geoNames(Gazetteer.Division, below: String)
    /// A division that GeoNames does not have, by its country and the rest of its code of ISO 3166-2.
    case iso(CountryCode, String)

    /// Reads a code; `nil` if it has none of the two forms.
    init?(_ text: String) {
      let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
      guard let country = CountryCode(iso: String(text.prefix(2))),
        text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), parts.allSatisfy({ !$0.isEmpty })
      else { return nil }
      if parts.count > 1 {
        guard parts[0].utf8.count == 2, let code = DivisionCode(String(parts[1])) else {
          return nil
        }
        self = .geoNames(
          Gazetteer.Division(countryCode: country, divisionCode: code),
          below: parts.count > 2 ? String(parts[2]) : "")
      } else {
        guard text.utf8.count > 3, text.utf8.dropFirst(2).first == UInt8(ascii: "-") else {
          return nil
        }
        self = .iso(country, String(text.dropFirst(3)))
      }
    }
  }

  private var rows: [(row: Row, code: Code)] = []
  private var numbers: [String: Int] = [:]

  mutating func append(_ row: Row, _ code: Code) {
    numbers[row.code] = rows.count
    rows.append((row, code))
  }

  /// The number of the row that a row lies in.
  private func parent(of number: Int) -> Int? {
    numbers[rows[number].row.parent].flatMap { $0 == number ? nil : $0 }
  }

  /// The rows from a row up to the largest division.
  private func path(from number: Int) -> [Int] {
    var path = [number]
    // A file might have a circle.
    while let next = parent(of: path[path.count - 1]), path.count < Subdivisions.greatestLevel {
      path.append(next)
    }
    return path
  }

  /// Adds subdivisions and all names to a tree.
  ///
  /// What has no code of GeoNames is a subdivision if it lies in a first-level division, like Alsace. Else it is an
  /// area, and its names stand for the first-level divisions in it, like those of Java.
  ///
  /// - Returns: The numbers of the subdivisions in the tree by their codes.
  func add(to tree: inout DivisionTree) -> [String: Int] {
    let words = DivisionWords()
    let paths = rows.indices.map(path)
    var places: [Int: [DivisionTree.Place]] = [:]
    var added: [String: Int] = [:]
    /// The subdivisions by their rows.
    var subdivisions: [Int: Int] = [:]
    func firstLevel(ofRow number: Int) -> Gazetteer.Division? {
      guard case .geoNames(let division, _) = rows[number].code else { return nil }
      return division
    }
    for number in rows.indices {
      let row = rows[number].row
      let (first, code): (Gazetteer.Division?, String) =
        switch rows[number].code {
        case .geoNames(let division, let below): (division, below)
        case .iso(_, let iso):
          (paths[number].dropFirst().lazy.compactMap { firstLevel(ofRow: $0) }.first, iso)
        }
      guard let division = first, !code.isEmpty else { continue }
      subdivisions[number] = tree.subdivisions.count
      added[row.code] = tree.subdivisions.count
      places[number] = [.subdivision(tree.subdivisions.count)]
      let iso = row.iso.hasPrefix("\(division.countryCode)-") ? String(row.iso.dropFirst(3)) : ""
      tree.subdivisions.append(
        DivisionTree.Subdivision(
          division: division, code: code, isoCode: iso,
          name: words.shown(row.name), parent: nil))
    }
    for (number, subdivision) in subdivisions {
      // Only what lies in the same first-level division is below it.
      tree.subdivisions[subdivision].parent = parent(of: number).flatMap { subdivisions[$0] }
        .flatMap {
          tree.subdivisions[$0].division == tree.subdivisions[subdivision].division ? $0 : nil
        }
    }
    var areas: [Int: Set<Gazetteer.Division>] = [:]
    for number in rows.indices where subdivisions[number] == nil {
      if let division = firstLevel(ofRow: number) {
        places[number] = [.division(division)]
        for area in paths[number].dropFirst() { areas[area, default: []].insert(division) }
      }
    }
    for number in rows.indices {
      let row = rows[number].row
      // A first-level division may be an area of others, too.
      let here = places[number] ?? areas[number]?.map { .division($0) } ?? []
      tree.names.append(
        DivisionTree.Names(
          names: [row.name[...]] + row.otherNames.split(separator: "|"),
          codes: Self.typedCodes(of: row), places: here))
    }
    return added
  }

  /// The countries that write the code of ISO 3166-2 of a division alone: on plates of cars and in addresses.
  private static let countriesWithCodes: Set<String> = [
    "AR", "AT", "AU", "BR", "CA", "CH", "DE", "ES", "IN", "IT", "MX", "NL", "US",
  ]

  /// The codes that people type for a division: with its country, and alone where that is usual.
  private static func typedCodes(of row: Row) -> [String] {
    var codes: [String] = []
    if !row.iso.isEmpty {
      codes.append(row.iso)
      let own = row.iso.dropFirst(3)
      if countriesWithCodes.contains(String(row.iso.prefix(2))), (2...3).contains(own.utf8.count),
        own.utf8.allSatisfy({ (0x41...0x5A).contains($0) })
      {
        codes.append(String(own))
      }
    }
    // The numbers of départements, as in postal codes.
    let parts = row.code.split(separator: ".")
    if parts.count == 3, parts[0] == "FR", parts[2].utf8.count == 2 {
      codes.append(String(parts[2]))
    }
    return codes
  }
}
