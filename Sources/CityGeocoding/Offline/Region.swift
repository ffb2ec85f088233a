internal import CitySearch

/// A country, or one of its first-level administrative divisions.
struct Region: Hashable, Sendable {
  let countryCode: CountryCode
  /// The code of the division; `nil` for the whole country.
  let admin1Code: DivisionCode?
  /// The name, or the code if the gazetteer has no name.
  let name: String

  /// Whether a city lies in the region.
  func contains(_ city: City) -> Bool {
    city.countryCode == countryCode && (admin1Code == nil || city.admin1Code == admin1Code)
  }
}

/// Regions of one kind, by their names and codes.
struct RegionTable: Sendable {
  private var byName: [String: [Region]] = [:]
  private var byBareName: [String: [Region]] = [:]
  /// The names that misspelt text is compared with.
  private var spellings: [Spelling] = []
  /// The regions of these names.
  private var spelledRegions: [Region] = []

  /// Adds a region by one of its codes or names.
  ///
  /// - Parameters:
  ///   - name: The name or code.
  ///   - region: The region.
  ///   - mayBeMisspelt: Whether misspelt text may match it; false for codes.
  mutating func add(_ name: String, for region: Region, mayBeMisspelt: Bool) {
    let name = RegionName(name)
    guard !name.text.isEmpty, byName[name.text]?.contains(region) != true else { return }
    byName[name.text, default: []].append(region)
    guard mayBeMisspelt else { return }
    spellings.append(Spelling(name.text))
    spelledRegions.append(region)
    byBareName[name.bare.text, default: []].append(region)
  }

  /// The regions with a name or code, which several regions may share.
  func regions(named name: RegionName) -> [Region] {
    byName[name.text] ?? byBareName[name.bare.text] ?? []
  }

  /// The regions with the smallest edit distance to a name, if it is within the limit.
  ///
  /// - Returns: The regions and their common distance; `nil` if there are none.
  /// - Complexity: O(*n*), where *n* is the number of regions.
  func regions(similarTo name: RegionName) -> (regions: [Region], distance: Int)? {
    let typed = Misspelling(name.text)
    guard typed.limit > 0 else { return nil }
    var nearest: (regions: [Region], distance: Int)?
    for index in spellings.indices where typed.canReach(spellings[index].outline) {
      guard let distance = typed.distance(to: spellings[index]) else { continue }
      if let best = nearest?.distance, distance > best { continue }
      if distance == nearest?.distance {
        nearest?.regions.append(spelledRegions[index])
      } else {
        nearest = ([spelledRegions[index]], distance)
      }
    }
    return nearest
  }
}

/// The name of a country or division in the form for comparison: folded, without optional words.
///
/// "U.S.A." is "usa", "Bosnia & Herzegovina" is "bosnia herzegovina", "St. Lucia" is "saint lucia",
/// "The Netherlands" is "netherlands", and "IL 62701" is "il".
struct RegionName: Hashable {
  /// The words, separated by spaces.
  let text: String

  init(_ name: String) {
    let words = Self.joiningInitials(Self.words(of: name))
      .filter { !Self.fillers.contains($0) }
      .map { $0 == "st" ? "saint" : $0 }
    // Words with digits are postal codes, unless there are no others.
    let letters = words.filter { !$0.hasDigit }
    self.init(words: letters.isEmpty ? words : letters)
  }

  private init(words: [String]) { text = words.joined(separator: " ") }

  /// The name without words for kinds of regions: "Łódź Voivodeship" is "lodz".
  var bare: RegionName {
    let words = text.split(separator: " ").map(String.init)
    let names = words.filter { !Self.kinds.contains($0) }
    return names.isEmpty ? self : RegionName(words: names)
  }

  private static let fillers: Set = ["and", "of", "the"]

  private static let kinds: Set = [
    "canton", "county", "department", "district", "governorate", "krai", "oblast", "prefecture",
    "province", "region", "republic", "state", "voivodeship",
  ]

  /// The folded words of a text.
  private static func words(of text: String) -> [String] {
    FoldedQuery(text).bytes.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Joins consecutive single letters into one word: "u", "s" is "us".
  private static func joiningInitials(_ words: [String]) -> [String] {
    var joined: [String] = []
    var lastIsInitial = false
    for word in words {
      let isInitial = word.utf8.count == 1
      if isInitial, lastIsInitial, let initials = joined.popLast() {
        joined.append(initials + word)
      } else {
        joined.append(word)
      }
      lastIsInitial = isInitial
    }
    return joined
  }
}

extension String {
  /// Whether this contains an ASCII digit, as postal codes do.
  var hasDigit: Bool { utf8.contains { (0x30...0x39).contains($0) } }
}
