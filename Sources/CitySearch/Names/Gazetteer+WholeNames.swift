internal import PrefixSearch

// Lookups for addresses: cities and regions by a whole name, as the readings of a query find them.

extension Gazetteer {
  /// A city with a name that was asked for.
  package struct NamedCity: Sendable {
    /// The row of the city.
    package let row: CityRow
    /// The name.
    let name: NameID
    /// The kind of the name.
    package let kind: NameKind
    /// The population of the city.
    package let population: Int
    /// The score of the city by this name without any bonus, as the search ranks it.
    package let score: Int
    /// The part of the score that comes from the kind of the name; 0 or less.
    package let bonus: Int

    fileprivate init(_ row: CityRow, _ name: NameID, _ kind: StoredKind, population: Int) {
      self.name = name
      (self.row, self.kind, self.population, bonus) = (row, kind.kind, population, -kind.penalty)
      score = NameScore.cityWeight(population: population) + bonus
    }
  }

  /// The cities with a name that has a key, grouped by the kind of the name.
  ///
  /// - Parameter key: The key, without the space at its end.
  /// - Returns: The cities, each once for each of its names that has the key.
  /// - Complexity: O(*m* + *k*), where *m* is the length of the key in bytes and *k* the number of names
  ///   that have it.
  package func cities(withKey key: ArraySlice<UInt8>) -> [NamedCity] {
    let names = table.nameTable
    guard key.count > 0, let position = names.tree.position(of: key.span),
      let end = names.tree.child(of: position, by: asciiSpace)
    else { return [] }
    return names.tree.rows(endingAt: end).map(namedCity)
  }

  /// The cities with a name that begins with a key and continues with another word.
  ///
  /// - Parameter key: The key, without a space at its end.
  /// - Returns: The cities, each once for each of its names; none if the key begins more than 300 names, as
  ///   "san" does.
  /// - Complexity: O(*m* + *k*), where *m* is the length of the key in bytes and *k* the number of names.
  package func cities(withFirstWords key: ArraySlice<UInt8>) -> [NamedCity] {
    let names = table.nameTable
    guard key.count > 0, let position = names.tree.position(of: key.span),
      let end = names.tree.child(of: position, by: asciiSpace)
    else { return [] }
    let (all, whole) = (names.tree.rows(below: end), names.tree.rows(endingAt: end))
    guard all.count - whole.count <= 300 else { return [] }
    return all.filter { !whole.contains($0) }.map(namedCity)
  }

  /// The cities with a name within a few edits of a text, as many as the search allows.
  ///
  /// - Parameter key: The text, folded, without a space at its end.
  /// - Returns: The cities of the names with the fewest edits, and how many these are.
  /// - Complexity: That of a walk through the names that begin like the text.
  package func cities(similarTo key: ArraySlice<UInt8>) -> (cities: [NamedCity], edits: Int) {
    let text = FoldedQuery(copying: key.span)
    guard let letters = text.correctableLetters else { return ([], 0) }
    let names = table.nameTable
    for limit in TypoRule.editLimits(letterCount: letters.count)
    where !names.misses.includes(text, limit: limit) {
      let similar = names.tree.prefixes(
        similarTo: letters, limit: limit, separator: asciiSpace, wholeOnly: true,
        filter: names.filter)
      let cities = similar.whole.flatMap { $0.map(namedCity) }.filter { $0.kind != .code }
      if !cities.isEmpty { return (cities, limit) }
    }
    return ([], 0)
  }

  /// The whole names of cities that a text is with other forms of its Chinese characters; none for most texts.
  func spellings(ofName key: ArraySlice<UInt8>) -> [[UInt8]] {
    let names = table.nameTable.tree
    return spellings(of: key, in: names).filter { spelling in
      names.position(of: spelling.span).flatMap { names.child(of: $0, by: asciiSpace) } != nil
    }
  }

  /// The names of regions that a text is with other forms of its Chinese characters; none for most texts.
  func spellings(ofRegion key: ArraySlice<UInt8>) -> [[UInt8]] {
    guard key.mayHaveHan else { return [] }
    let letters = FoldedQuery(copying: key.span).letters
    return table.regions.lines(spelling: letters[...], table.hanForms).map { $0.name }
      .filter { !$0.elementsEqual(key) }
  }

  private func spellings(of key: ArraySlice<UInt8>, in index: some PrefixIndex) -> [[UInt8]] {
    guard key.mayHaveHan else { return [] }
    let letters = FoldedQuery(copying: key.span).letters
    return table.hanForms.spellings(of: letters[...], in: index).filter { !$0.elementsEqual(key) }
  }

  /// The cities of some names, each once for each of its names.
  func cities(ofNames rows: Range<Int>) -> [NamedCity] { rows.map(namedCity) }

  /// A city by its own name.
  ///
  /// - Complexity: O(*m* + *k*), where *m* is the length of the name in bytes and *k* the number of names that have its
  ///   key.
  func cityByOwnName(_ row: CityRow) -> NamedCity? {
    cities(withKey: Folding.key(of: self[row].name).dropLast()).first {
      $0.row == row && $0.kind == .own
    }
  }

  /// The city of a name.
  private func namedCity(_ row: Int) -> NamedCity {
    let entry = table.nameTable[NameID(row)]
    return NamedCity(
      entry.city, NameID(row), entry.kind, population: table.records.population(atRow: entry.city))
  }

  /// The countries and divisions of any level that a text names, or whose names begin with it.
  package struct NamedRegions: Sendable, Hashable {
    /// The regions, each once; empty for those whose names a text begins, which may be hundreds.
    let all: [Region]
    /// The lines of names that are longer than the text, of both tables of regions.
    private(set) var (longer, longerOfMore) = (0..<0, 0..<0)

    /// Some regions.
    init(all: [Region]) { self.all = all }

    /// Those whose names have some lines.
    fileprivate init(longer: Range<Int>, ofMore: Range<Int>) {
      all = []
      (self.longer, longerOfMore) = (longer, ofMore)
    }

    /// No region.
    package static let none = NamedRegions(all: [])

    /// Whether there is none.
    package var isEmpty: Bool { all.isEmpty && !isBegun }

    /// The number of regions, or of names of regions that begin with the text.
    var count: Int { all.count + longer.count + longerOfMore.count }

    /// Whether these are the regions whose names begin with a text.
    var isBegun: Bool { !longer.isEmpty || !longerOfMore.isEmpty }

    /// Whether there are some, and all are countries.
    package var areCountries: Bool { !isEmpty && all.allSatisfy { $0.isCountry } }

    /// Whether one of them is a country.
    package var haveCountry: Bool { all.contains { $0.isCountry } }
  }

  /// The level of a country or a division: subdivisions are the divisions below the first level.
  package enum RegionLevel: Int, Sendable, Hashable, Comparable {
    case country, division, subdivision

    package static func < (one: RegionLevel, two: RegionLevel) -> Bool {
      one.rawValue < two.rawValue
    }
  }

  /// The countries and divisions with a name or code.
  ///
  /// A country is meant rather than a division in it, or a small one elsewhere: Usa is a district of Japan. Codes of two
  /// letters may be both: CH is Chieti, too.
  ///
  /// - Parameter key: The key, without the space at its end.
  /// - Returns: The regions.
  /// - Complexity: O(*m* + *k*), where *m* is the length of the key in bytes and *k* the number of regions.
  package func regions(withKey key: ArraySlice<UInt8>) -> NamedRegions {
    let known = table.regions.lines(named: key.span).map { Region(line: table.regions.line($0)) }
    let more = table.moreRegions.lines(named: key.span).map(table.place(ofLine:))
    let countries = (known + more).filter { $0.isCountry }.map(table.country(of:))
    return NamedRegions(
      all: known
        + more.filter { region in
          if countries.isEmpty || region.isCountry || key.count <= 2 { return true }
          return region.level == .division && !countries.contains(table.country(of: region))
        })
  }

  /// The countries and divisions with a name that begins with a text, and is longer.
  ///
  /// - Parameters:
  ///   - key: The text, which may end in a space.
  ///   - isEveryLevel: Whether rare names count, and those of divisions below the first level.
  /// - Returns: The regions.
  /// - Complexity: O(*m*), where *m* is the length of the text in bytes.
  func regions(
    beginningWith key: ArraySlice<UInt8>, ofEveryLevel isEveryLevel: Bool = true
  ) -> NamedRegions {
    NamedRegions(
      longer: table.regions.longerLines(of: key.span),
      ofMore: isEveryLevel ? table.moreRegions.longerLines(of: key.span) : 0..<0)
  }

  /// The countries and divisions with a name within a few edits of a text, as many as the search allows.
  ///
  /// - Parameter key: The text, folded, without a space at its end.
  /// - Returns: The regions of the names with the fewest edits.
  /// - Complexity: That of a walk through the names that begin like the text.
  package func regions(similarTo key: ArraySlice<UInt8>) -> NamedRegions {
    guard let letters = FoldedQuery(copying: key.span).correctableLetters else {
      return .none
    }
    for limit in TypoRule.editLimits(letterCount: letters.count) {
      let lines = table.regions.lines(similarTo: letters, limit: limit)
      if !lines.isEmpty {
        return NamedRegions(all: lines.map { Region(line: table.regions.line($0)) })
      }
    }
    return .none
  }

  /// The level of the smallest of some regions in which a city lies; `nil` if it lies in none.
  ///
  /// - Complexity: O(*k*), where *k* is the number of regions.
  package func level(of regions: NamedRegions, containing row: CityRow) -> RegionLevel? {
    table.level(of: regions, containing: row)
  }

  /// A country; none if no city lies in it.
  package func region(_ country: CountryCode) -> NamedRegions {
    guard let number = table.number(of: country) else { return .none }
    return NamedRegions(all: [.country(number)])
  }

  /// Whether a country is one of some regions.
  package func contains(_ regions: NamedRegions, _ country: CountryCode) -> Bool {
    guard let number = table.number(of: country) else { return false }
    return regions.all.contains(.country(number))
  }

  /// The code of the country of the city at `row`.
  package func countryCode(atRow row: CityRow) -> CountryCode {
    checkRow(row)
    return table.division(table.division(atRow: row)).countryCode
  }

  /// The code of the division of the city at `row`.
  package func divisionCode(atRow row: CityRow) -> DivisionCode {
    checkRow(row)
    return table.division(table.division(atRow: row)).divisionCode
  }

  /// The coordinate of the city at `row`, without making its name.
  package func coordinate(atRow row: CityRow) -> Coordinate {
    checkRow(row)
    return table.records.coordinate(atRow: row)
  }
}

extension Gazetteer {
  /// The number of names of all kinds of all cities.
  ///
  /// - Complexity: O(1).
  package var nameCount: Int { table.nameTable.count }

  /// Finds the cities with a name of any kind.
  ///
  /// - Parameters:
  ///   - name: The whole name; it is folded like the names.
  ///   - kinds: The kinds of names to search.
  /// - Returns: The cities in canonical order, each once.
  /// - Complexity: O(*m* + *k* log *k*), where *m* is the length of the name in bytes and *k* the number
  ///   of names that are equal.
  public func cities(
    named name: String, kinds: Set<NameKind> = Set(NameKind.allCases)
  ) -> [City] {
    cities(withKey: Folding.key(of: name), kinds: kinds)
  }

  /// Finds the cities with a name that has the key.
  package func cities(withKey key: [UInt8], kinds: Set<NameKind>) -> [City] {
    let names = table.nameTable
    guard let position = names.tree.position(of: key.span) else { return [] }
    let rows = names.tree.rows(endingAt: position).lazy.map { names[NameID($0)] }
      .filter { kinds.contains($0.kind.kind) }.map { $0.city }
    return [CityRow](Set(rows)).sortedByPlace(<).map { self[$0] }
  }
}

extension ArraySlice<UInt8> {
  /// Whether the text in UTF-8 may have a Chinese character: one of three bytes from U+3000 on.
  fileprivate var mayHaveHan: Bool { contains { (0xE3...0xE9).contains($0) } }
}
