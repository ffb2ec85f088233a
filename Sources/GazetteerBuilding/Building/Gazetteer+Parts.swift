public import CitySearch
internal import PrefixSearch

extension Gazetteer {
  /// Creates a gazetteer of some of the cities, with all their data: names, time zones, and the names of
  /// countries and divisions. (`Gazetteer(cities.filter { ... })` only has the fields of `City`.)
  ///
  /// ```swift
  /// let large = try gazetteer.filtered { $0.population >= 100_000 }
  /// ```
  ///
  /// - Parameter isIncluded: Whether to take a city.
  /// - Returns: The gazetteer.
  /// - Throws: ``/CitySearch/GazetteerError``, only if this gazetteer is a damaged file.
  /// - Complexity: O(*b* + *n* log *n*), where *b* is the length of all names in bytes and *n* their
  ///   number.
  public func filtered(
    by isIncluded: (City) -> Bool
  ) throws(GazetteerError) -> Gazetteer {
    var builder = GazetteerBuilder()
    try builder.append(part: self, where: isIncluded)
    return try builder.finish(places: PlaceNames(of: [self]), source: SourceRecord(of: self))
  }

  /// Creates a gazetteer of the cities of several gazetteers, with all their data.
  ///
  /// Of cities with the same id, only that of the last gazetteer is taken, so pass corrections and your
  /// own cities last:
  ///
  /// ```swift
  /// let all = try Gazetteer(merging: [.geoNames(), ours])
  /// ```
  ///
  /// The same holds for the names of countries and divisions.
  ///
  /// - Parameter gazetteers: The gazetteers; later ones replace earlier ones.
  /// - Throws: ``/CitySearch/GazetteerError`` if together they have too many cities or divisions, or one of them is a
  ///   damaged file.
  /// - Complexity: O(*b* + *n* log *n*), where *b* is the length of all names in bytes and *n* their
  ///   number.
  public init(merging gazetteers: [Gazetteer]) throws(GazetteerError) {
    var builder = GazetteerBuilder()
    for gazetteer in gazetteers.reversed() {
      try builder.append(part: gazetteer) { _ in true }
    }
    self = try builder.finish(places: PlaceNames(of: gazetteers))
  }
}

extension GazetteerBuilder {
  fileprivate mutating func append(
    part: Gazetteer, where isIncluded: (City) -> Bool
  ) throws(GazetteerError) {
    do throws(ValidationError) {
      try append(part, where: isIncluded)
    } catch {
      throw .invalidFile(
        file: "the gazetteer", reason: "\(error.field.title) of a city: \(error.reason)")
    }
  }
}

extension PlaceNames {
  /// The names in several gazetteers; later ones replace earlier ones.
  fileprivate init(of gazetteers: [Gazetteer]) {
    var lines: [RegionTableBuilder.Line] = []
    for gazetteer in gazetteers {
      for country in gazetteer.countries {
        if let name = country.name { countries[country.code] = name }
      }
      for division in gazetteer.divisions {
        if let name = division.name { divisions[division.codes] = name }
      }
      lines += gazetteer.regionLines
    }
    regions = lines
    tree = DivisionTree(of: gazetteers)
  }
}

extension Gazetteer {
  /// The names of countries and divisions, as lines of a region table.
  fileprivate var regionLines: [RegionTableBuilder.Line] {
    table.regions.completions.flatMap { completion in
      completion.rows.map { number in
        let value = table.regions.line(number)
        if value & RegionTable.countryFlag != 0 {
          let country = table.country(Int(value & ~RegionTable.countryFlag))
          return RegionTableBuilder.Line(key: completion.key, countryCode: country)
        }
        let division = table.division(Int(value))
        return RegionTableBuilder.Line(
          key: completion.key, countryCode: division.countryCode,
          divisionCode: division.divisionCode)
      }
    }
  }
}

/// A gazetteer whose cities are copied to another one, with their names.
struct GazetteerPart {
  let gazetteer: Gazetteer
  /// The number of the city of each row in the new gazetteer; `nil` if it is excluded.
  var numbers: [UInt32?]

  /// Adds the names.
  ///
  /// - Parameters:
  ///   - builder: Where to add them.
  ///   - rows: The new rows by the numbers of cities.
  /// - Throws: ``/CitySearch/GazetteerError/tooManyKeyBytes(limit:)``
  func appendNames(
    to builder: inout NameTableBuilder, rows: [UInt32]
  ) throws(GazetteerError) {
    let names = gazetteer.table.nameTable
    let tags = tagsByName
    for completion in names.tree.completions(of: []) {
      let key = FoldedQuery(copying: completion.key.span)
      var beginning: KnownPrefix?
      for row in completion.rows {
        let entry = names[NameID(row)]
        guard let number = numbers[entry.city.rawValue] else { continue }
        var texts: [ArraySlice<UInt8>] = []
        if !entry.kind.isCode, !entry.kind.hasOwnText || entry.form == .spellings {
          let known =
            beginning
            ?? KnownPrefix(query: key, position: names.tree.position(of: completion.key.span))
          beginning = known
          texts = names.texts(of: NameID(row), beginningWith: known).map { ArraySlice($0.utf8) }
        }
        try builder.append(
          key: completion.key[...], entry.kind, texts: texts, of: CityRow(Int(rows[Int(number)])),
          languages: tags[entry.kind == .own ? .own(entry.city) : .other(NameID(row))] ?? [])
      }
    }
  }

  /// A name that may have languages.
  private enum TaggedName: Hashable {
    case own(CityRow)
    case other(NameID)
  }

  /// The languages of the spellings of names of the cities that are copied.
  private var tagsByName: [TaggedName: [(spelling: Int, codes: [String])]] {
    let languages = gazetteer.table.nameTable.languages
    var tags: [TaggedName: [(spelling: Int, codes: [String])]] = [:]
    for (row, number) in zip(gazetteer.indices, numbers) where number != nil {
      for tag in languages.tags(of: row) {
        let codes = languages.codes(ofSet: tag.set)
        tags[tag.name.map { .other($0) } ?? .own(row), default: []].append((tag.spelling, codes))
      }
    }
    return tags
  }
}
