internal import CitySearch
internal import PrefixSearch

/// Divisions of every level, their names, and in which of them cities lie; in no order.
struct DivisionTree: Sendable {
  /// A division below the first level.
  struct Subdivision: Sendable {
    /// The first-level division that it lies in.
    var division: Gazetteer.Division
    /// Its code there.
    var code: String
    /// The code of ISO 3166-2 without that of the country; empty if there is none.
    var isoCode = ""
    var name: String
    /// The number of the subdivision that it lies in; `nil` if it is right below the first level.
    var parent: Int?
  }

  /// What a name is for.
  enum Place: Sendable, Hashable {
    case country(CountryCode)
    case division(Gazetteer.Division)
    case subdivision(Int)
  }

  /// A folded name and what it is for.
  struct Line: Sendable {
    var key: [UInt8]
    var place: Place
  }

  /// Names in a file, of which keys are made if a city lies there.
  struct Names: Sendable {
    var names: [Substring]
    /// Codes, which have no other forms.
    var codes: [String] = []
    /// What they are for: of an area, several divisions.
    var places: [Place]
  }

  var subdivisions: [Subdivision] = []
  /// The names of files.
  var names: [Names] = []
  /// The names of gazetteers.
  var lines: [Line] = []
  /// The numbers of the deepest subdivisions of cities, by their ids.
  var cities: [UInt32: UInt32] = [:]
}

extension DivisionTree {
  /// The divisions of gazetteers, which are merged; later ones replace earlier ones.
  init(of gazetteers: [Gazetteer]) {
    var numbers: [Key: Int] = [:]
    for table in gazetteers.map(\.table) {
      let stored = table.subdivisions
      // Their numbers here, by those in the gazetteer: each comes after the one that it lies in.
      var merged: [Int] = []
      for number in 0..<stored.count {
        let code = Key(
          division: table.division(stored.division(of: number)), code: stored.code(of: number))
        let above = stored.path(to: number).dropLast().last
        let subdivision = Subdivision(
          division: code.division, code: code.code, isoCode: stored.isoCode(of: number) ?? "",
          name: stored.names[number],
          // In a damaged file, it might lie in one behind it.
          parent: above.flatMap { $0 < merged.count ? merged[$0] : nil })
        if let known = numbers[code] {
          subdivisions[known] = subdivision
          merged.append(known)
        } else {
          numbers[code] = subdivisions.count
          merged.append(subdivisions.count)
          subdivisions.append(subdivision)
        }
      }
      for completion in table.moreRegions.completions {
        for line in completion.rows {
          switch table.place(ofLine: line) {
          case .country(let number):
            lines.append(Line(key: completion.key, place: .country(table.country(number))))
          case .division(let number):
            lines.append(Line(key: completion.key, place: .division(table.division(number))))
          case .subdivision(let number) where number < merged.count:
            lines.append(Line(key: completion.key, place: .subdivision(merged[number])))
          case .subdivision: break
          }
        }
      }
      for row in 0..<table.count {
        let id = UInt32(truncatingIfNeeded: table.id(atRow: CityRow(row)).rawValue)
        cities[id] = table.subdivision(atRow: CityRow(row)).map { UInt32(merged[$0]) }
      }
    }
  }

  /// What tells subdivisions apart.
  private struct Key: Hashable {
    let division: Gazetteer.Division
    let code: String
  }
}

/// The subdivisions in which cities lie, with their numbers in the file.
struct NumberedSubdivisions {
  private let tree: DivisionTree
  private let codes: DivisionCodes
  /// The subdivisions in the order of their numbers, by their numbers in the tree, and the levels.
  private var order: [(number: Int, level: Int)] = []
  /// Where those of each first-level division begin, and the end of the last.
  private var starts: [Int] = []
  /// The numbers in the file by those in the tree.
  private var numbers: [Int: Int] = [:]
  /// The numbers in the tree of the subdivisions of all cities, in canonical order.
  private let cities: [Int?]
  /// The numbers of the first-level divisions of all cities.
  private let divisions: [UInt32]

  /// Numbers the subdivisions of a tree.
  ///
  /// - Parameters:
  ///   - tree: The tree.
  ///   - ids: The ids of all cities, in canonical order.
  ///   - divisions: The numbers of their first-level divisions.
  ///   - codes: The first-level divisions.
  init(_ tree: DivisionTree, ids: [UInt32], divisions: [UInt32], codes: DivisionCodes) {
    self.tree = tree
    self.codes = codes
    self.divisions = divisions
    cities = zip(ids, divisions).map { id, division in
      tree.cities[id].map { Int($0) }.flatMap { number in
        // The files may be of different days.
        tree.subdivisions[number].division == codes.divisions[Int(division)] ? number : nil
      }
    }
    var used: Set<Int> = []
    for number in Set(cities) {
      var number = number
      while let next = number, used.insert(next).inserted {
        number = tree.subdivisions[next].parent
      }
    }
    var (roots, children) = ([Gazetteer.Division: [Int]](), [Int: [Int]]())
    for number in used.sorted(by: {
      tree.subdivisions[$0].code.utf8Precedes(tree.subdivisions[$1].code)
    }) {
      let subdivision = tree.subdivisions[number]
      if let parent = subdivision.parent {
        children[parent, default: []].append(number)
      } else {
        roots[subdivision.division, default: []].append(number)
      }
    }
    for division in codes.divisions {
      starts.append(order.count)
      append(roots[division] ?? [], level: Subdivisions.firstLevel, below: children)
    }
    starts.append(order.count)
  }

  private mutating func append(_ siblings: [Int], level: Int, below children: [Int: [Int]]) {
    for number in siblings {
      numbers[number] = order.count
      order.append((number, level))
      append(
        children[number] ?? [], level: min(level + 1, Subdivisions.greatestLevel), below: children)
    }
  }

  /// Writes the sections.
  func write(to output: inout some SectionOutput) throws(GazetteerError) {
    let most = zip(starts, starts.dropFirst()).map { $1 - $0 }.max() ?? 0
    let deepest = (order.map(\.level).max() ?? Subdivisions.firstLevel) - Subdivisions.firstLevel
    var bytes = ByteRegionWriter()
    for number in [order.count, deepest, most] { bytes.append(number, width: 4) }
    for start in starts { bytes.append(start, width: PackedNumbers.width(for: order.count)) }
    var levels = BitPackedNumbers.Writer(BitPackedNumbers(start: bytes.position, greatest: deepest))
    for (_, level) in order { levels.append(level - Subdivisions.firstLevel) }
    bytes.append(levels.bytes)
    try output.write(.subdivisions, bytes.bytes)
    try output.write(.citySubdivisions, cityBytes(greatestPosition: most))
    try output.write(
      .subdivisionCodes,
      TextBlocks.bytes(
        of: order.map { item in
          let subdivision = tree.subdivisions[item.number]
          return subdivision.isoCode.isEmpty
            ? subdivision.code
            : "\(subdivision.code)\(Subdivisions.codeSeparator)\(subdivision.isoCode)"
        }))
    try output.write(
      .subdivisionNames, TextBlocks.bytes(of: order.map { tree.subdivisions[$0.number].name }))
  }

  /// The positions of the subdivisions of cities in their first-level divisions.
  private func cityBytes(greatestPosition: Int) -> [UInt8] {
    guard !order.isEmpty else { return [] }
    let positions = zip(cities, divisions).map { number, division in
      number.flatMap { numbers[$0] }.map { $0 - starts[Int(division)] + 1 } ?? 0
    }
    var bytes = positions.map { UInt8(truncatingIfNeeded: $0) }
    if let numbers = Subdivisions.highBits(
      cityCount: positions.count, greatestPosition: greatestPosition)
    {
      var bits = BitPackedNumbers.Writer(numbers)
      for position in positions { bits.append(position >> 8) }
      bytes += bits.bytes
    }
    return bytes
  }

  /// The second table of regions: the names of the tree that a first table lacks.
  func regions(
    beside first: RegionTableBuilder, inhabited: Set<Gazetteer.Division>
  ) throws(GazetteerError) -> (keys: [UInt8], lines: [UInt8]) {
    var builder = RegionTableBuilder(codes, inhabited: inhabited, beside: first)
    func append(_ key: [UInt8], for place: DivisionTree.Place) {
      switch place {
      case .country(let country):
        builder.append(RegionTableBuilder.Line(key: key, countryCode: country))
      case .division(let division):
        builder.append(
          RegionTableBuilder.Line(
            key: key, countryCode: division.countryCode, divisionCode: division.divisionCode))
      case .subdivision(let number):
        if let number = numbers[number] { builder.append(key, subdivision: number) }
      }
    }
    let words = DivisionWords()
    let countries = Set(inhabited.map(\.countryCode))
    for item in tree.names {
      let places = item.places.filter { place in
        switch place {
        case .country(let country): countries.contains(country)
        case .division(let division): inhabited.contains(division)
        case .subdivision(let number): numbers[number] != nil
        }
      }
      guard let first = places.first else { continue }
      var names = DivisionNames(words)
      let isCountry = if case .country = first { true } else { false }
      for name in item.names { names.add(name, isCountry: isCountry) }
      for code in item.codes { names.add(code: code) }
      for place in places {
        for key in names.keys { append(key, for: place) }
      }
    }
    for line in tree.lines { append(line.key, for: line.place) }
    return try builder.finish(subdivisionCount: order.count)
  }
}

extension TextBlocks {
  /// The stored form of texts without zeros.
  static func bytes(of texts: [String]) -> [UInt8] {
    var writer = ByteRegionWriter()
    writer.append(texts.count, width: 4)
    var end = 0
    for (number, text) in texts.enumerated() {
      if number % textsPerBlock == 0 { writer.append(end, width: 4) }
      end += text.utf8.count + 1
    }
    writer.append(end, width: 4)
    for text in texts {
      writer.append(text.utf8)
      writer.append(0 as UInt8, width: 1)
    }
    return writer.bytes
  }
}
