internal import CitySearch

/// The names under which a country or a division is found, made of a name in a file.
///
/// For "Murcia, Región de" these are "murcia region de", "region de murcia" and "murcia".
struct DivisionNames {
  /// The keys, each with the space at its end.
  private(set) var keys: [[UInt8]] = []
  private let words: DivisionWords

  init(_ words: DivisionWords) { self.words = words }

  /// Adds the keys of a name.
  ///
  /// - Parameters:
  ///   - name: The name; asterisks in it are left out.
  ///   - isCountry: Whether a country has it: "Republic" behind a name is a part of it.
  mutating func add(_ name: some StringProtocol, isCountry: Bool = false) {
    let name = String(name.filter { $0 != "*" })
    addForms(of: name, isCountry: isCountry)
    if let comma = name.firstIndex(of: ",") {
      let (first, last) = (name[..<comma], name[name.index(after: comma)...])
      addForms(of: "\(last) \(first)", isCountry: isCountry)
      addForms(of: String(first), isCountry: isCountry)
    }
    if let open = name.firstIndex(of: "("), let close = name[open...].firstIndex(of: ")") {
      addForms(of: "\(name[..<open]) \(name[name.index(after: close)...])", isCountry: isCountry)
    }
  }

  /// Adds a code.
  mutating func add(code: String) { add(Folding.key(of: code)) }

  /// Adds the key of a name, and those without generic words.
  private mutating func addForms(of name: String, isCountry: Bool) {
    let key = Folding.key(of: name)
    add(key)
    for key in words.shortened(key, isCountry: isCountry) { add(key) }
    // Of "Parròquia d'Encamp", the key has no space between the article and the name.
    let spaced = Folding.key(of: name.withSpacesAfterElisions)
    guard spaced != key else { return }
    for key in words.shortened(spaced, isCountry: isCountry) { add(key) }
  }

  private mutating func add(_ key: [UInt8]) {
    if key.count > 1, !keys.contains(key) { keys.append(key) }
  }
}

extension String {
  /// This text with a space behind each apostrophe that follows d or l, as in French and Catalan.
  fileprivate var withSpacesAfterElisions: String {
    var (text, last) = ("", Character(" "))
    for character in self {
      text.append(character)
      if character == "'" || character == "’", "dlDL".contains(last) { text.append(" ") }
      last = character
    }
    return text
  }
}

/// The generic words before and behind the names of divisions, in many languages.
///
/// They are folded like names, so that accents, capitals and apostrophes do not matter here.
struct DivisionWords {
  /// Those before a name by their first words, and those behind it by their last words.
  private let before, behind, behindCountries: [[UInt8]: [[UInt8]]]
  private let particles, signs: [[UInt8]]
  /// What names no division alone.
  private let common: Set<[UInt8]>

  init() {
    func words(_ text: String) -> [[UInt8]] {
      text.split { $0 == "," || $0 == "\n" }.map { Folding.key(of: String($0)) }
        // The longest first, so that "de la" counts before "de".
        .filter { $0.count > 1 }.sorted { $0.count > $1.count }
    }
    before = Dictionary(grouping: words(Self.before)) { Self.firstWord(of: $0[...]) }
    particles = words(Self.particles)
    common = Set(words(Self.common))
    behindCountries = Dictionary(grouping: words(Self.behind)) { Self.lastWord(of: $0[...]) }
    behind = Dictionary(grouping: words(Self.behind + "\n" + Self.behindDivisions)) {
      Self.lastWord(of: $0[...])
    }
    // These have no space before them.
    signs = words(Self.signs).map { $0.dropLast() }
  }

  /// A name as it is shown: "City of Bristol" for "Bristol, City of", as ISO 3166-2 has it.
  func shown(_ name: String) -> String {
    let name = String(name.filter { $0 != "*" })
    let parts = name.split(separator: ", ", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return name }
    let last = Folding.key(of: String(parts[1]))
    let isWord = before[Self.firstWord(of: last[...])]?.contains(last) ?? false
    return isWord || last == Folding.key(of: "the") ? "\(parts[1]) \(parts[0])" : name
  }

  /// A key without the word before the name, without the one behind it, and without both.
  ///
  /// - Parameters:
  ///   - key: The key, which ends in a space, as the results do.
  ///   - isCountry: Whether it is that of a country.
  /// - Returns: The keys; none if there is no such word, or if hardly anything is left, or a word such as "north".
  func shortened(_ key: [UInt8], isCountry: Bool) -> [[UInt8]] {
    var keys: [[UInt8]] = []
    let start = startOfName(key[...])
    for name in start == key.startIndex ? [key[...]] : [key[start...], key[...]] {
      if name.startIndex != key.startIndex { keys.append(Array(name)) }
      if let end = endOfName(name, isCountry: isCountry) {
        keys.append(name[..<end] + [asciiSpace])
      }
    }
    return keys.filter { Self.isLongEnough($0) && !common.contains($0) }
  }

  private static func firstWord(of key: ArraySlice<UInt8>) -> [UInt8] {
    Array(key.prefix { $0 != asciiSpace })
  }

  /// The last word of a key that ends in a space.
  private static func lastWord(of key: ArraySlice<UInt8>) -> [UInt8] {
    let name = key.dropLast()
    return name.lastIndex(of: asciiSpace).map { Array(name[($0 + 1)...]) } ?? Array(name)
  }

  /// Three letters and the space, or two Chinese characters.
  private static func isLongEnough(_ key: [UInt8]) -> Bool {
    let letters = key.count { $0 & 0xC0 != 0x80 } - 1
    return letters > 2 || letters == 2 && (key.first ?? 0) >= 0xE3
  }

  /// Where the name begins behind a word, and behind a preposition or an article after it.
  private func startOfName(_ key: ArraySlice<UInt8>) -> Int {
    let words = before[Self.firstWord(of: key)] ?? []
    guard let word = words.first(where: { key.starts(with: $0) && $0.count < key.count }) else {
      return key.startIndex
    }
    let rest = key.dropFirst(word.count)
    let particle = particles.first { rest.starts(with: $0) && $0.count < rest.count }
    return rest.startIndex + (particle?.count ?? 0)
  }

  /// Where the name ends before a word or a sign; `nil` if there is none.
  private func endOfName(_ key: ArraySlice<UInt8>, isCountry: Bool) -> Int? {
    for word in (isCountry ? behindCountries : behind)[Self.lastWord(of: key)] ?? []
    where word.count + 1 < key.count && key.suffix(word.count) == word[...]
      && key[key.endIndex - word.count - 1] == asciiSpace
    {
      return key.endIndex - word.count - 1
    }
    let name = key.dropLast()
    for sign in signs where sign.count < name.count && name.suffix(sign.count) == sign[...] {
      return name.endIndex - sign.count
    }
    return nil
  }
}

extension DivisionWords {
  private static let before = """
    county, county of, city of, city and county of, city and borough of, town of, borough of, royal borough of,
    london borough of, metropolitan borough of, district, district of, municipal district of, regional district of,
    regional municipality of, rural municipality of, metropolitan city of, municipality, municipality of,
    urban municipality of, parish of, state, state of, the state of, province, province of, prefecture of, governorate of,
    region, region of, autonomous region of, autonomous republic of, autonomous community of, canton of, commune of,
    department of, territory of, division of, council of, community of, republic of, the republic of, kingdom of,
    the kingdom of, federal republic of, democratic republic of, islamic republic of, united republic of,
    people's republic of, socialist republic of, co-operative republic of, commonwealth of, commonwealth of the,
    grand duchy of, principality of, sultanate of, union of, federation of, independent state of
    condado, provincia, província, departamento, departament, municipio, município, municipi, distrito, districte, partido,
    estado, estat, cantón, cantó, parroquia, parròquia, región, regió, comarca, comunidad autónoma, comunitat autònoma,
    comunidad, comunidad foral, concelho, comuna, ciudad autónoma, principado, república, reino, isla
    province, département, région, canton, arrondissement, commune, préfecture, territoire, cercle, collectivité,
    délégation, gouvernorat, ville, comté, état, royaume, république, daïra, district régional
    provincia, regione, città metropolitana, libero consorzio comunale, comune, cantone, distretto, dipartimento, contea
    kreis, landkreis, kreisfreie stadt, stadt, bezirk, politischer bezirk, kanton, land, freistaat, provinz, gemeinde,
    republik, gemeente, gemeng, provincie, kreis der stadt
    powiat, powiat miasto, województwo, gmina, okres, kraj, grad, općina, opština, mestna občina, občina, oblast, okrug,
    županija, opshtina, obshtina, rrethi, bashkia, komuna, qarku, județul, municipiul, oraș, comuna, raionul, judet
    республика, область, край, район, городской округ, город, община, општина, область, раионул, округ, повіт
    gorodskoy okrug, respublika, νομός, nomos, δήμος, dimos
    kabupaten, kota, kotamadya, provinsi, daerah, negeri, amphoe, changwat, khet, huyện, tỉnh, quận, thị xã, thành phố,
    srok, krong, khan, mueang, agbegbe ijoba ibile, mkoa, wilaya, kaunti, akarere, iprovense, intara, mmasepala setereke,
    shahrestan, ostan, sese ti komanda, probinsia, lalawigan, bwrdeistref sirol, sir, maakunta
    محافظة, ولاية, معتمدية, اقليم, شهرستان, استان, ضلع, قضاء, ولایت, منطقة, إمارة, جمهورية, مملكة, دولة
    """

  /// Between such a word and the name.
  private static let particles = """
    of, of the, the, de, de la, de las, de los, de l, del, d, da, do, das, dos, di, della, delle, dei, degli, dell, dello,
    du, des, la, le, von, der, e, ya, wa, ka, ti, tsa, y, in
    """

  private static let behind = """
    county, district, region, province, state, prefecture, governorate, department, territory, division,
    municipality
    """

  /// Behind the names of divisions only: the Dominican Republic is a country.
  private static let behindDivisions = """
    regency, council, parish, borough, city, republic, voivodeship, oblast, okrug, krai, raion, rayon, rayonu, raioni,
    community, council area, unitary authority, metropolitan municipality, local municipality, district municipality,
    autonomous region, autonomous prefecture, autonomous county, autonomous okrug, autonomous oblast, capital region,
    area, zone, canton, atoll, pueblo, barrio, shi, si, gun, ku, ken, fu, sheng, do, zizhizhou, diqu, ilçesi, ili,
    kommun, kommune, vald, kunta, seutukunta, lääni, maakunta, munitsipaliteti, pagasts, novads, savivaldybė, apskritis,
    rajono savivaldybė, seniūnija, vilayeti, viloyati, aymag, aimag, sum, suyu, distriksmunisipaliteit, munisipaliteit,
    županija, kraj, okres, kreis, bezirk, land, län, fylke, sysla, járás, megye, vármegye, respublika, kanton, taluk
    область, обласць, обласьт, облысы, край, район, округ, республика, автономный округ, автономная область, елі,
    өлкәсе, өлкәһе, улус, уобалаһа, енкс, аймак, аймаг, област, община, муниципалитет, городской округ
    մարզ, համայնք, მუნიციპალიტეტი, რეგიონი, மாவட்டம், जिला, जिल्हा, जिल्ला, જિલ્લો, জেলা, ଜିଲ୍ଲା, දිස්ත්‍රික්කය, ضلع,
    ولايت, ولسوالۍ, জিলা, ಜಿಲ್ಲೆ, ജില്ല, జిల్లా
    """

  /// Left of "Northern Region", "Distrito Federal" and the like.
  private static let common = """
    north, south, east, west, northern, southern, eastern, western, central, centre, center, middle, capital, federal,
    metropolitan, upper, lower, new, city, town, county, state, province, region, district, norte, sur, este, oeste,
    nord, sud, est, ouest, centro, sul, leste, north east, north west, south east, south west, northeast, northwest,
    southeast, southwest, north central, south central, federal capital, coast, river, island, islands, lake, lakes
    """

  /// Behind the names of divisions, without a space.
  private static let signs = """
    特别行政区, 特別行政区, 特別行政區, 自治区, 自治區, 自治州, 自治县, 自治縣, 地区, 地區, 市, 区, 區, 県, 縣, 县, 府, 都, 省, 郡, 盟,
    特别市, 广域市, けん, ぐん, し, 특별자치시, 특별자치도, 특별시, 광역시, 시, 군, 구, 도
    """
}
