import GeoNamesCities
import TestSupport
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

/// Cities whose names sound like a text.
@Suite("Names that sound alike") struct SoundSearchTests {
  static func city(
    _ id: City.ID, _ name: String, _ countryCode: CountryCode = "IN", population: Int = 100_000,
    divisionCode: DivisionCode = "01"
  ) -> City {
    GazetteerTests.city(
      id, name, countryCode, population: population, divisionCode: divisionCode)
  }

  static let cities = [
    city(1, "Pune", population: 3_124_458), city(2, "Poona", population: 40_000),
    city(3, "Boone", "US", population: 19_000), city(4, "Narayanganj", "BD", population: 223_622),
    city(5, "Lahore", "PK", population: 6_310_888), city(6, "Lahr", "DE", population: 43_000),
    city(7, "Fes", "MA", population: 964_891), city(8, "Addis Ababa", "ET", population: 2_757_729),
    city(9, "Phnom Penh", "KH", population: 1_573_544), city(10, "Bangkok", "TH"),
    city(11, "Krung Thep", "TH", population: 5_104_476), city(12, "New Delhi", population: 317_797),
    city(13, "Delhi", population: 10_927_986), city(14, "Dili", "TL", population: 150_000),
    city(15, "London", "GB", population: 8_961_989), city(16, "Oia", "GR"), city(17, "—"),
    city(18, "Delhi", "US", population: 10_000), city(19, "Delhi", "US", population: 10_000),
    city(20, "Москва", "RU", population: 10_381_222),
  ]

  private static let gazetteer = Result { try Gazetteer(cities) }

  private static func names(_ text: String) throws -> [String] {
    let gazetteer = try gazetteer.get()
    return gazetteer.table.citiesSoundingLike(text).map { gazetteer[$0.city].name }
  }

  @Test(arguments: [
    ("पुणे", "Pune"), ("لاہور", "Lahore"), ("فاس", "Fes"),
    ("አዲስ አበባ", "Addis Ababa"), ("ភ្នំពេញ", "Phnom Penh"), ("กรุงเทพ", "Krung Thep"),
    ("देली", "Delhi"), ("ロンドン", "London"), ("Лондон", "London"),
    ("Адис-Абеба", "Addis Ababa"), ("Narajangandsch", "Narayanganj"), ("Pnompen", "Phnom Penh"),
    ("Лондон, Англия", "London"), ("伦敦", "London"), ("倫敦市", "London"), ("런던", "London"),
    ("อำเภอลอนดอน", "London"), ("город Лондон", "London"), ("লন্ডন জেলা", "London"),
    ("လန်ဒန်မြို့", "London"), ("Λονδίνο", "London"), ("ლონდონი", "London"),
  ])
  func `a name in other letters or by ear finds the city first`(text: String, name: String) throws {
    #expect(try Self.names(text).first == name)
  }

  @Test(arguments: [("greater london", "London"), ("phnom penh city", "Phnom Penh")])
  func `words beside the name may be left out`(text: String, name: String) throws {
    #expect(try Self.names(text).first == name)
  }

  @Test(arguments: [
    "xqzvw", "asdfgh", "", " ", "a", "Oia", "—", "東京", "12345", "😀", "wollongong", "भारत",
    String(repeating: "pune", count: 11),
  ])
  func `nothing is found for nonsense, for other names, and without consonants`(
    text: String
  ) throws {
    #expect(try Self.names(text) == [])
  }

  @Test func `the best score is first, then the largest city, then canonical order`() throws {
    let gazetteer = try Self.gazetteer.get()
    let found = gazetteer.table.citiesSoundingLike("дели")
    #expect(found.prefix(4).map { gazetteer[$0.city].id } == [13, 18, 19, 14])
    #expect(found.allSatisfy { $0.score >= 0 })
    for (one, next) in zip(found, found.dropFirst()) { #expect(one.score >= next.score) }
  }

  @Test func `the population counts half as much in another script`() throws {
    func scores(_ text: String, population: Int) throws -> [Int] {
      let gazetteer = try Gazetteer([Self.city(1, "Poona", population: population)])
      return gazetteer.table.citiesSoundingLike(text).map(\.score)
    }
    // The last vowel differs by 3 of 28.
    for (text, points) in [("পুন", 10), ("poone", 20)] {
      let small = try #require(scores(text, population: 99_900).first)
      let large = try #require(scores(text, population: 999_900).first)
      #expect(large - small == points, "\(text)")
    }
    #expect(try scores("pajane", population: 0).isEmpty)
    #expect(try scores("পুন", population: 0).count == 1)
  }

  @Test func `every city is found by its own name`() throws {
    let gazetteer = try Gazetteer.sample(of: 300)
    for row in gazetteer.indices {
      let name = gazetteer[row].name
      guard let spoken = SpokenText(name.utf8.span), spoken.script == 0 else { continue }
      let sounds = spoken.sounds(of: 0..<spoken.words.count)
      let found = gazetteer.table.citiesSoundingLike(name).first { $0.city == row }
      let weight = NameScore.cityWeight(population: gazetteer.population(atRow: row))
      if !sounds.isTruncated, !SoundSkeleton(sounds).isVoid, !name.contains(",") {
        #expect(found?.score == weight, "\(name)")
      }
    }
  }

  @Test func `a city is found once, by its most similar part`() throws {
    let gazetteer = try Gazetteer([Self.city(1, "Narayanganj", population: 9_000_000)])
    let found = gazetteer.table.citiesSoundingLike("narayanganj narayanganj")
    #expect(found.count == 1)
    #expect(found.first?.score == NameScore.cityWeight(population: 9_000_000) - 80)
  }

  @Test func `a city is found by the sound of any Latin name`() throws {
    let gazetteer = try Gazetteer([
      Gazetteer.Entry(Self.city(1, "Mumbai"), otherNames: ["Bombay", "Mumbay"]),
      Gazetteer.Entry(Self.city(2, "Bamba"), otherNames: []),
    ])
    #expect(gazetteer.table.citiesSoundingLike("Бомбей").first?.city == gazetteer.row(ofID: 1))
  }

  @Test func `in another script, the sounds decide and the population breaks ties`() throws {
    let gazetteer = try Gazetteer([
      Self.city(1, "Multan", population: 1_900_000), Self.city(2, "Multai", population: 20_000),
      Self.city(3, "Multan", population: 900),
    ])
    let found = gazetteer.table.citiesSoundingLike("मुलतान").map { gazetteer[$0.city].id }
    #expect(found == [1, 3, 2])
  }

  @Test func `the beginning of a name is found while it is typed, if nothing else is close`() throws
  {
    let name = "Филадельфия"
    let gazetteer = try Gazetteer([
      Self.city(1, "Philadelphia", "US"), Self.city(2, "Fili", "GR", population: 900),
    ])
    // P, L: from the second consonant on.
    for length in 4...name.count {
      let found = gazetteer.table.citiesSoundingLike(String(name.prefix(length)))
      #expect(found.contains { gazetteer[$0.city].id == 1 }, "\(name.prefix(length))")
    }
    #expect(gazetteer.table.citiesSoundingLike("Фили").first?.city == gazetteer.row(ofID: 2))
    // In Latin letters, names that begin so were found before.
    #expect(gazetteer.table.citiesSoundingLike("Filadel").isEmpty)
  }

  @Test func `sounds come before a typo in the same script that is farther away`() throws {
    let cities = CityIndex(
      try Gazetteer([
        Gazetteer.Entry(Self.city(1, "Multan", "PK", population: 1_900_000), otherNames: []),
        Gazetteer.Entry(Self.city(2, "Multai"), otherNames: ["मुलताई"]),
        Gazetteer.Entry(Self.city(3, "Pune"), otherNames: ["मुलतेन शहर"]),
      ]))
    let matches = Array(cities.search(for: "मुलतान"))
    // A vowel for another is nearer than any other city, a letter for another is not.
    #expect(matches.map(\.city.id) == [3, 1, 2])
    #expect(matches.map(\.grade) == [.corrected, .phonetic, .corrected])
    // As typed, nothing else is asked.
    #expect(cities.search(for: "मुलताई").first?.city.id == 2)
  }

  @Test(arguments: ["東京都市", "東京市", "город Токио", "Токио город", "อำเภอโตเกียว"])
  func `a name that is known but for a word beside it is found as it is`(text: String) throws {
    let cities = CityIndex(
      try Gazetteer([
        Gazetteer.Entry(
          Self.city(1, "Tokyo", "JP"), otherNames: ["東京", "東京都", "Токио", "โตเกียว"]),
        Gazetteer.Entry(Self.city(2, "Takio", "JP"), otherNames: []),
      ]))
    let matches = Array(cities.search(for: text))
    #expect(matches.map(\.city.id) == [1])
    #expect(matches.first?.grade == .exact || matches.first?.grade == .partial)
    #expect(matches.first.map { !$0.matchedName.isOwn } ?? false)
  }

  @Test func `a name of two letters is found by sound, one letter is not`() throws {
    let cities = CityIndex(try Gazetteer([Self.city(1, "Fu", "CN"), Self.city(2, "Lima", "PE")]))
    #expect(cities.search(for: "利马").first?.grade == .phonetic)
    #expect(cities.search(for: "利").isEmpty)
  }

  @Test func `all of the name is highlighted`() throws {
    let gazetteer = try Gazetteer([Self.city(1, "Örebro 𝕏", population: 9_000_000)])
    let match = try #require(CityIndex(gazetteer).search(for: "оребро").first)
    #expect(match.grade == .phonetic && match.matchedName.isOwn && match.edits == 0)
    #expect(match.highlight == HighlightRange(validatingLocation: 0, length: 9))
  }

  /// A hundred texts that are no names, in ten scripts.
  private static let sentences = """
    спасибо большое|не знаю|доброе утро|где мой ключ|купить холодильник|погода завтра|я тебя люблю|\
    срочно нужна помощь|дешёвые билеты|почему так|ευχαριστώ πολύ|δεν ξέρω|καλημέρα σας|πού είναι το κλειδί|\
    θέλω νερό|τι ώρα είναι|αγοράζω ψυγείο|γιατί όχι|πάμε σινεμά|σε παρακαλώ|شكرا جزيلا|لا أعرف|صباح الخير|\
    أين المفتاح|أريد الماء|كم الساعة|شراء ثلاجة|لماذا لا|أحبك كثيرا|من فضلك|תודה רבה|אני לא יודע|בוקר טוב|\
    איפה המפתח|אני רוצה מים|מה השעה|לקנות מקרר|למה לא|אני אוהב אותך|בבקשה רגע|बहुत धन्यवाद|मुझे नहीं पता|\
    सुप्रभात मित्रों|चाबी कहाँ है|पानी चाहिए|कितने बजे हैं|फ्रिज खरीदना|क्यों नहीं|मैं तुमसे प्यार करता हूँ|कृपया रुकिए|\
    অনেক ধন্যবাদ|আমি জানি না|শুভ সকাল বন্ধু|চাবি কোথায়|পানি লাগবে|কয়টা বাজে|ফ্রিজ কিনব|কেন নয়|আমি তোমাকে ভালোবাসি|\
    দয়া করে দাঁড়ান|ขอบคุณมาก|ฉันไม่รู้|สวัสดีตอนเช้า|กุญแจอยู่ที่ไหน|อยากดื่มน้ำ|กี่โมงแล้ว|ซื้อตู้เย็น|ทำไมไม่|ฉันรักคุณ|กรุณารอสักครู่|\
    정말 감사합니다|나는 몰라요|좋은 아침입니다|열쇠가 어디 있어요|물 주세요|지금 몇 시예요|냉장고 구매|왜 안 돼|사랑해요|잠깐만 기다려|\
    ありがとうございます|わかりません|おはようございます|かぎはどこですか|みずをください|いまなんじですか|れいぞうこをかう|\
    どうしてだめ|あいしています|ちょっとまって|非常感谢你|我不知道啊|早上好朋友|钥匙在哪里|我想喝水|现在几点了|购买冰箱|为什么不呢|\
    我非常爱你|请您稍等
    """.split(separator: "|").map(String.init)

  @Test func `what is found for a text that is no name is marked`() throws {
    let cities = CityIndex(try .geoNames())
    #expect(Self.sentences.count == 100)
    let unmarked = Self.sentences.filter { text in
      cities.search(for: text).first.map { $0.grade != .phonetic && $0.grade != .partial } ?? false
    }
    #expect(unmarked.count <= 10, "\(unmarked)")
  }

  /// Names that GeoNames lacks, in every script that a city is found in by sound.
  private static let foreignNames: [(text: String, city: City.ID, region: String)] = [
    ("মুলতান", 1_169_825, "pakistan"), ("मुलतान", 1_169_825, "pakistan"),
    ("สวินดอน", 2_636_389, "united kingdom"), ("סווינדון", 2_636_389, "england"),
    ("სვინდონი", 2_636_389, "england"), ("Ռոտենբուրգ", 2_843_729, "germany"),
    ("Γκίλντφορντ", 2_647_793, "england"), ("أوديناردي", 2_789_529, "belgium"),
    ("ዲላ", 338_998, "ethiopia"), ("હલ્દવાની", 1_270_498, "india"), ("హల్ద్వాని", 1_270_498, "india"),
    ("ஹல்துவானி", 1_270_498, "india"), ("ಹಲ್ದ್ವಾನಿ", 1_270_498, "india"),
    ("ഹൽദ്വാനി", 1_270_498, "india"), ("ਹਲਦਵਾਨੀ", 1_270_498, "india"),
    ("ହଲଦ୍ୱାନୀ", 1_270_498, "india"), ("හල්ද්වානි", 1_270_498, "india"),
    ("ဟာလ်ဒွာနီ", 1_270_498, "india"), ("ហាល់ឌវានី", 1_270_498, "india"),
    ("ຮັລດວານີ", 1_270_498, "india"), ("ハルドワニ", 1_270_498, "india"),
    ("할드와니", 1_270_498, "india"), ("哈尔德瓦尼", 1_270_498, "india"),
    ("Халдвани", 1_270_498, "india"), ("ཧལ་དྭ་ནི", 1_270_498, "india"),
  ]

  @Test(arguments: [", ", " "])
  func `a city found by sound stays in view while its region is typed`(separator: String) throws {
    let cities = CityIndex(try .geoNames())
    var lost: [String] = []
    for (name, city, region) in Self.foreignNames {
      for length in 0...region.count {
        let text = name + (length == 0 ? "" : separator + region.prefix(length))
        if !cities.search(for: text, limit: 10).ids.contains(city) { lost.append(text) }
      }
    }
    #expect(lost == [])
  }

  @Test func `an empty gazetteer finds nothing`() throws {
    #expect(try Gazetteer([City]()).table.citiesSoundingLike("पुणे").isEmpty)
  }

  /// The parts of texts that nobody types.
  private static let pieces: [[String]] = [
    ["na", "ra", "sa", "ta", " "], ["\u{301}", "\u{300}", "e"], ["😀", "🏴‍☠️", "a"],
    ["क", "्", "़", "ा", "ि", "र", "न"], ["เ", "แ", "ก", "์", "ๆ"], ["ゃ", "っ", "ー", "か"],
    ["Ж", "ل", "か", "ក", "a", "ⵣ"], ["\u{200D}", "\u{FE0F}", ",", "、", "n"],
    ["\u{FDFA}", "ﷺ", "ß"],
    ["n", "g", "Ng", "N"],
  ]

  @Test(arguments: 0..<10)
  func `any text gives a list in order, of each city once`(number: Int) throws {
    let gazetteer = try Gazetteer.sample(of: 300)
    var generator = SeededGenerator(seed: UInt64(number))
    for length in [1, 2, 3, 5, 8, 13, 30, 63, 64, 100, 1_000, 10_000] {
      for _ in 0..<10 {
        let text = (0..<length)
          .map { _ in Self.pieces[number].randomElement(using: &generator) ?? "" }.joined()
        let found = gazetteer.table.citiesSoundingLike(text)
        #expect(Set(found.map(\.city)).count == found.count)
        #expect(found.allSatisfy { $0.score >= 0 && $0.city.rawValue < gazetteer.count })
        if text.utf8.count > SpokenText.maximumByteCount { #expect(found.isEmpty) }
      }
    }
  }
}

extension Gazetteer.Table {
  /// The cities that sound like a text.
  func citiesSoundingLike(_ text: String) -> [SoundMatch] { citiesSoundingLike(text.utf8.span) }
}

/// Words that say what a place is.
@Suite("Words beside names of places") struct NamesInTextsTests {
  private static func name(_ text: String) -> String? {
    let bytes = text.utf8.span
    guard let range = SpokenText.name(in: bytes) else { return nil }
    return String(validating: bytes.extracting(range))
  }

  @Test(arguments: [
    ("Горад Пінск", "Пінск"), ("Пинск, город", nil), ("Пинск город", "Пинск"),
    ("город", nil), ("район город", "район"), ("ঢাকা জেলা", "ঢাকা"), ("ضلع لاہور", "لاہور"),
    ("لاہور شہر", "لاہور"), ("ज़िला पुणे", "पुणे"), ("အင်းစိန် မြို့", "အင်းစိန်"), ("Місто Київ", "Київ"),
    ("Δήμος Πάτρας", "Πάτρας"), ("서울 특별시", "서울"), ("Pune", nil), ("", nil), (" , ", nil),
  ])
  func `a word that stands alone is no part of the name`(text: String, name: String?) {
    #expect(Self.name(text) == name)
  }

  @Test(arguments: [
    ("深圳市", "深圳"), ("沙市", nil), ("横浜市", "横浜"), ("수원시", "수원"), ("대구", nil),
    ("อำเภอหัวหิน", "หัวหิน"), ("เทศบาลเมืองหัวหิน", "หัวหิน"), ("အင်းစိန်မြို့", "အင်းစိန်"),
    ("ຫຼວງພະບາງ", nil), ("ເມືອງຫຼວງພະບາງ", "ຫຼວງພະບາງ"), ("北京市, 中国", "北京"), ("深圳", nil),
  ])
  func `a word that is written together with the name is no part of it`(
    text: String, name: String?
  ) {
    #expect(Self.name(text) == name)
  }
}
