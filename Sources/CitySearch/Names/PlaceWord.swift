internal import PrefixSearch

/// What a folded word means in a line: a street, a house, a kind of place, or a part of the name of a street.
///
/// All such words stand in one table, each once, with all that it may mean; what is joined with a name stands behind it.
struct PlaceWord: OptionSet, Sendable {
  let rawValue: UInt32

  /// The name of a street follows: "rue".
  static let streetBefore = PlaceWord(rawValue: 1)
  /// The name of a street precedes it: "street".
  static let streetAfter = PlaceWord(rawValue: 1 << 1)
  /// It is a name that is joined with the kind: "Hauptstraße".
  static let streetName = PlaceWord(rawValue: 1 << 2)
  /// It is a thing that many places have, and no city: "gare".
  static let thing = PlaceWord(rawValue: 1 << 3)
  /// It is a house, a floor, a mailbox and the like, or announces its number or name.
  static let house = PlaceWord(rawValue: 1 << 4)
  /// It stands before or behind the name of a place, and says what kind of place that is.
  static let town = PlaceWord(rawValue: 1 << 5)
  /// It belongs to a postal code.
  static let postalCode = PlaceWord(rawValue: 1 << 6)
  /// It joins the words of the name of a street, so that the next one belongs to it.
  static let connective = PlaceWord(rawValue: 1 << 7)
  /// It belongs to the name that follows it, which may be that of a town: "rue du Moulin Le Mans".
  static let article = PlaceWord(rawValue: 1 << 8)
  /// It begins with a connective: "d'Arc".
  static let elision = PlaceWord(rawValue: 1 << 9)
  /// In a street, the next word belongs to the name: "rue du Maréchal Foch".
  static let title = PlaceWord(rawValue: 1 << 10)
  /// The same of saints.
  static let saint = PlaceWord(rawValue: 1 << 11)
  /// The same of the first name of a person.
  static let givenName = PlaceWord(rawValue: 1 << 12)
  /// It stands before the kind of a street, and the two may be the whole name: "Grande rue".
  static let adjective = PlaceWord(rawValue: 1 << 13)
  /// It belongs to the number of a house: "8 bis".
  static let numberAddition = PlaceWord(rawValue: 1 << 14)
  /// It is a kind of streets that have numbers: "calle 13".
  static let numberedKind = PlaceWord(rawValue: 1 << 15)
  /// It is an article that lists have behind a name, as they have each ``article``: "Hague, The".
  static let articleBehind = PlaceWord(rawValue: 1 << 16)

  /// A kind of streets, or a name that is joined with one.
  static let street: PlaceWord = [.streetBefore, .streetAfter, .streetName]
  /// What belongs to a street or house, and not to a town.
  static let ofStreet: PlaceWord = [.street, .house]
  /// What is no name; a word has one of these meanings at most.
  static let kind: PlaceWord = [.ofStreet, .thing, .town, .postalCode]
  /// What is no name of a city, if other words stand beside it.
  static let noName: PlaceWord = [
    .streetBefore, .streetAfter, .house, .thing, .town, .postalCode, .connective, .article,
  ]
  /// What a word is within the name of a street; a word has one of these meanings at most.
  static let inStreet: PlaceWord = [
    .connective, .article, .elision, .title, .saint, .givenName, .adjective, .numberAddition,
    .numberedKind,
  ]

  /// The meaning of a folded word; empty for any other.
  ///
  /// - Complexity: O(*m*) on average, where *m* is the length of the word.
  init(_ word: ArraySlice<UInt8>) {
    if let line = Self.words.line(of: word) {
      self = Self.meanings[line]
    } else {
      // Some languages join the word with the name: "Hauptstraße", "Storgatan", "Kerkstraat".
      let ending = StreetLanguages.ending(of: word)
      self = word.count > (ending?.text.count ?? word.count) + 2 ? .streetName : []
    }
  }

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Whether it has one of some meanings.
  func isAny(of meanings: PlaceWord) -> Bool { !isDisjoint(with: meanings) }
}

// MARK: - The table

extension PlaceWord {
  /// The names of the meanings in the order of their bits.
  private static let names = WordTable(
    """
    streetBefore
    streetAfter
    streetName
    thing
    house
    town
    postalCode
    connective
    article
    elision
    title
    saint
    givenName
    adjective
    numberAddition
    numberedKind
    articleBehind
    """)

  /// The meanings of each line of the table.
  private static let meanings: [PlaceWord] = (0..<words.lineCount).map { line in
    words.head(ofLine: line).split(separator: asciiSpace).reduce(into: []) { meaning, name in
      guard let bit = names.line(of: name) else { preconditionFailure("A meaning has no name.") }
      meaning.insert(PlaceWord(rawValue: 1 << UInt32(bit)))
    }
  }

  /// What some words mean, and the words, folded.
  static let words = WordTable(
    """
    streetBefore: avd bd bvd rue quai chemin impasse faubourg cours chaussee passage rond ruelle sentier \
    esplanade venelle montee clos lotissement lot residence hameau domaine lieudit promenade parvis cote \
    allees mail sente voie lieu via viale corso piazza piazzale vicolo largo lungotevere lungomare contrada \
    localita borgata salita paseo plaza plazuela calzada carretera ctra camino jiron esquina esq carrer \
    avinguda passeig urbanizacion glorieta pasaje callejon travesia rua beco travessa alameda rodovia \
    estrada praca pca ulica ul ulitsa prospekt prosp prospect aleja aleje osiedle rondo plac namesti nam \
    trida tr trg bulevar bul bulevardul strada sos soseaua calea piata pereulok per ploshchad shosse \
    naberezhnaya nab ул улица просп проспект пер переулок пл площадь шоссе наб набережная бул бульвар вул \
    вулиця провулок jalan jl jln lorong gang soi thanon duong odos leof leoforos οδοσ λεωφ λεωφοροσ πλατεια \
    شارع طريق جاده خيابان rehov sderot רחוב שדרות דרך ถนน ซอย aleea
    streetBefore numberedKind: av avda route rte calle avenida carrera cra kr cll autopista transversal \
    diagonal
    streetAfter: street str rd road lane ln drive boulevard blvd way court ct square sq place pl terrace \
    close crescent highway hwy parkway pkwy expressway expwy freeway pike trail turnpike alley strasse \
    gasse weg platz allee ring ufer damm katu tie gatan vagen vej gade gata utca u ut utja tere korut \
    rakpart caddesi cad cd sokak sokagi sok sk bulvari blv mahallesi mahalle mah mh yolu marg nagar chowk \
    bazar bazaar gali path avenue ave arms inn
    streetAfter title: dr
    streetAfter numberAddition: ter
    thing: bahnhof bas cite eglise gare haut hauptbahnhof mairie mer rathaus
    thing adjective: grande
    thing connective: sur
    house: no nr num numero number n house flat apt apartment apto unit suite floor flr room rm level tower \
    building bldg block blk plot shop store office hotel mall centre center airport terminal hospital \
    university school college museum station embassy consulate resort bank restaurant bar cafe park po box \
    pobox postfach apartado casilla cp bp bte boite case postale cs etage og ug eg stock stk hinterhaus \
    haus hof piso local loja lote quadra bloco sala apartamento edificio edif torre casa interior int \
    manzana mz km kv korp стр кв дом д корп корпус офис оф этаж emelet ajto fszt epulet kat daire apartmani \
    binasi blok is merkezi lantai lt gedung ruko หมู่ หมู่ที่ ม เลขที่ ชั้น ห้อง อาคาร
    house saint: ste
    house title: dom
    house connective: em
    town: city town village municipality commune ville stadt gemeinde ciudad municipio comuna pueblo cidade \
    citta comune miasto gmina grad mesto obec gorod г гор город м місто с село смт пгт п пос poselok kota \
    kab kabupaten tp thanh pho bandar daerah mukim ilce ilcesi district dist county co mueang amphoe khet \
    khwaeng tambon changwat chang wat province region oblast state department governorate prefecture canton \
    krai voivodeship amphur muang upazila upojela zila jela thana taluka taluk tehsil woreda горад место \
    град поселок деревня станица раион раен ауданы аудан округ область облысы провинция муниципалитет \
    қаласы қала шаары шаһары шаҳри хот сум аимаг уезд повіт община општина πολη δημοσ επαρχια νομοσ \
    περιφερεια κοινοτητα χωριο քաղաք մարզ շրջան գյուղ համայնք ქალაქი მუნიციპალიტეტი რაიონი დაბა სოფელი עיר \
    העיר מחוז נפת נפה עיריית مدينه ضلع شهر تحصيل مديريه محافظه اقليم بلديه جماعه ولايه ولايت ولسوالۍ \
    ولسوالي شهرستان بخش استان قصبه قريه منطقه دايره مركز دهستان ناحيه ښار شاري अमफो जिला जिल्हा शहर तहसील \
    तालुका नगरपालिका महानगरपालिका उपमहानगरपालिका गाउँपालिका गाविस प्रखंड अनुमंडल उपजिला প্রদেশ জেলা উপজেলা \
    থানা শহর পৌরসভা মহানগর বিভাগ জিলা চহৰ সিটি જિલ્લો તાલુકો શહેર નગરપાલિકા ਜਿਲ੍ਹਾ ਜਿਲਾ ਸਹਿਰ ਤਹਿਸੀਲ ଜିଲ୍ଲା \
    ସହର மாவட்டம் நகரம் வட்டம் மாநகராட்சி நகராட்சி பேரூராட்சி జిల్లా మండలం పట్టణం నగరం ಜಿಲ್ಲೆ ತಾಲ್ಲೂಕು \
    ತಾಲೂಕು ನಗರ ജില്ല താലൂക്ക് നഗരം දිස්ත්රික්කය නගරය නගර ከተማ ወረዳ ዞን ክልል རྫོང してぃ あむぷ
    town connective: of di
    town article: la el
    town connective articleBehind: de
    postalCode: cedex pin pincode postcode postal zip code cep cap plz psc kode pos ccp
    connective: al all alla alle au aux d da dal das degli dei del dell della delle dello der des do dos du \
    e en et im par pour sous te to van vom von y zu zum zur
    connective articleBehind: den
    article: het l las le les los the
    title: abbe amiral capitaine cardinal chanoine colonel commandant comte docteur doct don dott duc frere \
    general gal lieutenant madame mal marechal mgr monseigneur pere president prof professeur roi sergent \
    sir
    saint: notre saint sainte saints san sankt sant santa santo sao st
    givenName: albert alexandre alphonse anatole andre antoine arthur auguste camille charles claude \
    edouard emile ernest etienne eugene ferdinand fernand francois gabriel gaston georges gustave henri \
    jacques jean jeanne joseph jules leon louis lucien marcel marie maurice max michel paul philippe pierre \
    raymond rene robert roger theodore thomas victor
    adjective: ancienne basse belle gran grand haute nouvelle petite vieille vieux
    numberAddition: bis quater
    numberedKind: cl
    articleBehind: o a os as il lo
    town: \(joinedInFrontOfName)
    """)
}

// MARK: - Words that are joined with a name

extension PlaceWord {
  /// Words for kinds of places that may be written together with a name behind them, the longer ones first.
  static let beforeName = """
    เทศบาลเมือง เทศบาลตำบล เทศบาลนคร กิ่งอำเภอ อำเภอ จังหวัด ตำบล เขต เมือง อุทยานแห่งชาติ \
    ເມືອງ ແຂວງ ເຂດ ອຳເພີ ក្រុង ខេត្ត ស្រុក ខណ្ឌ ឃុំ ဝဵင်း ၸႄႈဝဵင်း ဝေင်ꩻနယ်ႏ ဝေင်ꩻ ဍုံ ဍုၚ် ဢမ်းၽိူဝ်ႇ ဢမ်းၼၢတ်ႈ
    """

  /// The same with a name before them.
  static let behindName = """
    특별자치시 특별자치도 特別行政区 特别行政区 특별시 광역시 特別市 広域市 自治州 自治区 自治區 自治县 自治縣 市镇 城市 地区 \
    市 县 縣 県 郡 区 區 镇 鎮 乡 鄉 村 町 省 州 府 道 旗 盟 시 군 구 읍 면 주 도 동 မြို့နယ် မြို့ ခရိုင်
    """

  /// The least number of bytes of a folded name before such a word: an ideograph, or a short Korean syllable.
  static let leastName = 3
  /// The greatest number of letters of a word behind a name.
  static let longestEnding = 5

  /// The length in bytes of the word in front of a folded text, which is longer; `nil` if there is none.
  static func lengthOfBeginning(of text: ArraySlice<UInt8>) -> Int? {
    beginnings.first { $0.count < text.count && text.starts(with: $0) }?.count
  }

  /// The length in bytes of the longest word at the end of a folded text, which is longer; 0 if there is none.
  static func lengthOfEnding(of text: ArraySlice<UInt8>) -> Int {
    endings.first { $0.count < text.count && text.suffix($0.count).elementsEqual($0) }?.count ?? 0
  }

  /// Whether a folded text is a word that may stand at the end of a name.
  static func isEnding(_ text: ArraySlice<UInt8>) -> Bool {
    endings.contains { $0.elementsEqual(text) }
  }

  private static let beginnings = folded(beforeName + " " + streetsBeforeName)
  /// Names in other scripts end in 都, "capital", too: 內比都.
  private static let endings = folded(behindName + " 都")

  /// Thai words for streets, which names of cities do not begin with.
  private static let streetsBeforeName = "แขวง ถนน ซอย"

  private static var joinedInFrontOfName: String {
    String(decoding: Array(folded(beforeName).joined(separator: [asciiSpace])), as: UTF8.self)
  }

  private static func folded(_ words: String) -> [[UInt8]] {
    Array(words.utf8).split(separator: asciiSpace)
      .map { FoldedQuery(String(decoding: $0, as: UTF8.self)).bytes }
      .sortedByPlace { $0.count > $1.count }
  }
}
