import CitySearch

/// Queries that are the names of cities in other languages.
extension CaseMaker {
  /// Names without a zone of that name in the cities' file are looked for among cities of this size.
  ///
  /// Zones are renamed: Europe/Kiev is Europe/Kyiv where it is newer.
  private static let largeCity = 500_000

  /// The languages that names are taken from: those of the names of countries in `Fixtures.regions`.
  ///
  /// The CLDR has more, some of which were written by a rule from the sound of the English names.
  private static let languages: Set<String> = Set(
    """
    ar bg bn ca cs da de el es et fa fi fr gl he hi hr hu id it ja ka kk ko lt lv mk ms nb nl no \
    pl pt ro ru sk sl sq sr sv sw ta te th tr uk ur vi zh zh_Hant
    """.split(separator: " ").map(String.init))

  /// The names in Latin letters, or all others, of the cities that stand for time zones.
  ///
  /// The names of a city share its population as their weight: a capital with forty of them should not
  /// take the place of all others.
  func exonyms(isLatin: Bool) -> Lots<Draft> {
    var rowsByZone: [String: CityRow] = [:]
    for zone in Set(exemplars.names.map(\.zone)) { rowsByZone[zone] = row(ofZone: zone) }
    var seen: Set<String> = []
    var drafts: [Draft] = []
    for name in exemplars.names {
      let key = CasePlaces.key(of: name.text)
      guard let row = rowsByZone[name.zone], key != places.key(ofRow: row),
        Self.languages.contains(name.language),
        // Several names at once, or one with its state.
        !name.text.contains(where: { "(),/[]↑∅".contains($0) }),
        Self.isLatin(name.text) == isLatin, seen.insert("\(row) \(key)").inserted
      else { continue }
      drafts.append(Draft(query: name.text, row: row, source: "CLDR \(name.language)"))
    }
    let counts = drafts.reduce(into: [:]) { $0[$1.row, default: 0] += 1 }
    return drafts.map { draft in
      (draft, max(places.population(ofRow: draft.row) / counts[draft.row, default: 1], 1))
    }
  }

  /// The row of the city that stands for a zone: the most populous one there with its English name as
  /// its own, or else as another name.
  private func row(ofZone zone: String) -> CityRow? {
    let zones = exemplars.aliases[zone] ?? [zone]
    let ends = zones.map { zone in
      String(zone.split(separator: "/").last ?? "").replacing("_", with: " ")
    }
    let names = zones.compactMap { exemplars.englishNames[$0] } + ends
    let keys = Set(names.map(CasePlaces.key(of:)))
    func otherKeys(_ row: CityRow) -> Set<String> {
      Set(places.otherNames(ofRow: row).map(CasePlaces.key(of:)))
    }
    func largest(_ rows: [CityRow]) -> CityRow? {
      rows.max { (places.population(ofRow: $0), $1) < (places.population(ofRow: $1), $0) }
    }
    let rows = zones.flatMap { places.rows(inZone: $0) }
    if rows.isEmpty {
      // One name alone may be that of a large city far away.
      let large = places.gazetteer.indices.filter {
        places.population(ofRow: $0) >= Self.largeCity
      }
      return largest(large.filter { otherKeys($0).isSuperset(of: keys) })
    }
    return largest(rows.filter { keys.contains(places.key(ofRow: $0)) })
      ?? largest(rows.filter { !otherKeys($0).isDisjoint(with: keys) })
  }

  /// Whether all letters are Latin ones.
  private static func isLatin(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      // Greek begins at 370; the extensions of Latin behind it are the exception.
      !scalar.properties.isAlphabetic || scalar.value < 0x370
        || (0x1D00...0x1EFF).contains(scalar.value) || (0x2C60...0x2C7F).contains(scalar.value)
        || (0xA720...0xA7FF).contains(scalar.value)
    }
  }
}
