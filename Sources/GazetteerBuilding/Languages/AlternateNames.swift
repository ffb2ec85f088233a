internal import CitySearch
internal import PrefixSearch

/// Names of GeoNames' `alternateNamesV2.txt`, kept in working memory until the names of their cities are made.
///
/// The file is in the order in which names were entered, and the cities are read in that of their own file. So names
/// are distributed to groups of cities, each of which fits in memory when it is read.
struct AlternateNames {
  private let memory: WorkingMemory
  /// The ids of the cities in the high half, ascending, and their numbers in the low half.
  private let cities: [UInt64]
  private let citiesPerGroup: Int
  private var groups: [Spool]
  /// The languages in the order in which they came, and how many names have each.
  private var languages: [(code: String, count: Int)] = []
  private var languageNumbers: [String: Int] = [:]

  /// What a name is for a city; in the order in which names are taken.
  enum Use: UInt8 {
    /// The name that people prefer, which is shown.
    case preferred
    case plain
    /// A short form.
    case short
    /// A historic or colloquial name, which is found after others, and not shown as the name in a language.
    case lesser
    /// A code of an airport, or of a place of trade.
    case code
  }

  /// The names of a city.
  struct OfCity {
    /// The names that are in use, the preferred ones first, each with the number of its language.
    var names: [(text: [UInt8], language: Int?)] = []
    /// Historic and colloquial ones.
    var lesser: [[UInt8]] = []
    var codes: [[UInt8]] = []
  }

  /// The greatest number of groups, each of which takes a page of memory while names are added.
  private static let greatestGroupCount = 16
  private static let fewestCitiesPerGroup = 1 << 8

  /// Begins to collect names of cities, by their ids.
  init(of ids: [UInt32], in memory: WorkingMemory) {
    self.memory = memory
    cities = ids.enumerated().map { UInt64($1) << 32 | UInt64($0) }.sorted()
    citiesPerGroup = max(
      Self.fewestCitiesPerGroup,
      (ids.count + Self.greatestGroupCount - 1) / Self.greatestGroupCount)
    groups = Array(
      repeating: Spool(in: memory), count: (ids.count + citiesPerGroup - 1) / citiesPerGroup)
  }
}

extension AlternateNames {
  /// The number of the city with an id; `nil` if there is none.
  func number(ofCity id: UInt32) -> UInt32? {
    let place = cities.indices.partitioningIndex { cities[$0] >> 32 >= UInt64(id) }
    guard place < cities.count, cities[place] >> 32 == UInt64(id) else { return nil }
    return UInt32(truncatingIfNeeded: cities[place])
  }

  /// Adds a name of the city with a number.
  mutating func append(_ text: Span<UInt8>, _ use: Use, in language: String?, ofCity number: UInt32)
  {
    let language = language.map { self.number(of: $0) + 1 } ?? 0
    let (group, place) = Int(number).quotientAndRemainder(dividingBy: citiesPerGroup)
    groups[group].append { page in
      page.append(number: place)
      page.append(use.rawValue)
      page.append(number: language)
      page.append(number: text.count)
      for index in text.indices { page.append(text[index]) }
    }
  }

  private mutating func number(of language: String) -> Int {
    let number = languageNumbers[language] ?? languages.count
    if number == languages.count {
      languages.append((language, 0))
      languageNumbers[language] = number
    }
    languages[number].count += 1
    return number
  }

  /// Begins to read the names, city by city.
  ///
  /// - Parameter known: Languages that have numbers already. If there are more languages than a gazetteer can have,
  ///   the most frequent ones are taken, and the names in others have none.
  /// - Returns: The names.
  consuming func reader(after known: [String]) -> Reader {
    var codes = known
    var numbers = Dictionary(uniqueKeysWithValues: known.enumerated().map { ($1, $0) })
    let byCount = languages.indices.sorted {
      (languages[$1].count, $0) < (languages[$0].count, $1)
    }
    for number in byCount where codes.count < LanguageTable.maximumLanguageCount {
      let code = languages[number].code
      guard numbers[code] == nil else { continue }
      numbers[code] = codes.count
      codes.append(code)
    }
    return Reader(
      groups: groups.reversed(), citiesPerGroup: citiesPerGroup, codes: codes,
      numbers: languages.map { numbers[$0.code] })
  }

  /// Reads the names of cities in the order of their numbers.
  struct Reader {
    /// The groups that follow, the next one last.
    private var groups: [Spool]
    private let citiesPerGroup: Int
    /// The codes of all languages.
    let codes: [String]
    /// The numbers of languages in these codes, by those in the records.
    private let numbers: [Int?]
    /// The records of a group, and for each its city, its use and its place, ascending.
    private var records: [UInt8] = []
    private var items: [UInt64] = []
    private var nextItem = 0

    private static let placeWidth: UInt64 = 36
    private static let useWidth: UInt64 = 4

    fileprivate init(groups: [Spool], citiesPerGroup: Int, codes: [String], numbers: [Int?]) {
      self.groups = groups
      self.citiesPerGroup = citiesPerGroup
      self.codes = codes
      self.numbers = numbers
    }

    /// The names of the next city, whose number must be one more than that of the call before, 0 at first.
    mutating func names(ofCity number: UInt32) -> OfCity {
      let place = Int(number) % citiesPerGroup
      if place == 0 { readGroup() }
      var city = OfCity()
      while nextItem < items.count,
        Int(items[nextItem] >> (Self.placeWidth + Self.useWidth)) == place
      {
        let item = items[nextItem]
        nextItem += 1
        var position = Int(item & (1 << Self.placeWidth - 1))
        let language = records.number(at: &position)
        let length = records.number(at: &position)
        let text = Array(records[position..<position + length])
        switch Use(rawValue: UInt8(item >> Self.placeWidth & (1 << Self.useWidth - 1))) {
        case .lesser: city.lesser.append(text)
        case .code: city.codes.append(text)
        default: city.names.append((text, language == 0 ? nil : numbers[language - 1]))
        }
      }
      return city
    }

    private mutating func readGroup() {
      records = []
      items = []
      nextItem = 0
      guard var reader = groups.popLast()?.reader() else { return }
      while reader.advance() {
        let start = records.count
        records += reader.page[reader.position...]
        reader.position = reader.page.count
        var position = start
        while position < records.count {
          let city = UInt64(records.number(at: &position))
          let use = UInt64(records[position])
          position += 1
          items.append(
            (city << Self.useWidth | use) << Self.placeWidth | UInt64(position))
          _ = records.number(at: &position)
          let length = records.number(at: &position)
          position += length
        }
      }
      items.sort()
    }
  }
}
