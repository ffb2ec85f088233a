/// What words and letters of addresses mean, in many languages.
enum AddressWord {
  /// The meaning of a word that is no name.
  enum Meaning: Int {
    /// The name of a street follows: "rue".
    case streetBefore
    /// The name of a street precedes it: "street".
    case streetAfter
    /// It is a name that is joined with the kind: "Hauptstraße".
    case streetName
    /// It is a word for a thing that many places have, and no city: "gare".
    case thing
    /// It is a word for a house, a floor, a mailbox and the like, or announces its number or name.
    case house
    /// It stands before or behind the name of a town, and says what kind of place that is.
    case town
    /// It belongs to a postal code.
    case postalCode

    /// Whether the word is a kind of streets, or has one.
    var isStreet: Bool { self == .streetBefore || self == .streetAfter || self == .streetName }

    /// Whether the word belongs to a street or house, and not to a town.
    var isOfStreets: Bool {
      switch self {
      case .streetBefore, .streetAfter, .streetName, .house: true
      case .town, .thing, .postalCode: false
      }
    }
  }

  /// The meaning of a folded word; `nil` for any other.
  static func meaning(of word: ArraySlice<UInt8>) -> Meaning? {
    if let line = words.line(of: word) { return Meaning(rawValue: line) }
    // Some languages join the word with the name: "Hauptstraße", "Storgatan", "Kerkstraat".
    let ending = StreetWord.ending(of: word)
    return word.count > (ending?.text.count ?? word.count) + 2 ? .streetName : nil
  }

  /// The words of each meaning, a line for each in their order.
  private static let words = WordTable(
    """
    av avda avd bd bvd route rte rue quai chemin impasse faubourg cours chaussee passage rond ruelle sentier \
    esplanade venelle montee clos lotissement lot residence hameau domaine lieudit promenade parvis cote allees \
    mail sente voie lieu via viale corso piazza piazzale vicolo largo lungotevere lungomare contrada localita \
    borgata salita calle avenida carrera cra kr cll paseo plaza plazuela calzada carretera ctra camino autopista \
    transversal diagonal jiron esquina esq carrer avinguda passeig urbanizacion glorieta pasaje callejon \
    travesia rua beco travessa alameda rodovia estrada praca pca ulica ul ulitsa prospekt prosp prospect aleja \
    aleje osiedle rondo plac namesti nam trida tr trg bulevar bul bulevardul strada sos soseaua calea piata \
    pereulok per ploshchad shosse naberezhnaya nab ул улица просп проспект пер переулок пл площадь шоссе наб \
    набережная бул бульвар вул вулиця провулок jalan jl jln lorong gang soi thanon duong odos leof leoforos οδος \
    λεωφ λεωφορος πλατεια شارع طريق جاده خیابان rehov sderot רחוב שדרות דרך ถนน ซอย aleea
    street str rd road lane ln drive dr boulevard blvd way court ct square sq place pl terrace close crescent \
    highway hwy parkway pkwy expressway expwy freeway pike trail turnpike alley strasse gasse weg platz allee ring ufer \
    damm katu tie gatan vagen vej gade gata utca u ut utja ter tere korut rakpart caddesi cad cd sokak sokagi \
    sok sk bulvari blv mahallesi mahalle mah mh yolu marg nagar chowk bazar bazaar gali path avenue ave arms inn

    bahnhof bas cite eglise gare grande haut hauptbahnhof mairie mer rathaus sur
    no nr num numero number n house flat apt apartment apto unit suite ste floor flr room rm level tower \
    building bldg block blk plot shop store office hotel mall centre center airport terminal hospital university \
    school college museum station embassy consulate resort bank restaurant bar cafe park po box pobox postfach \
    apartado casilla cp bp bte boite case postale cs etage og ug eg stock stk hinterhaus haus hof piso local \
    loja lote quadra bloco sala apartamento edificio edif torre casa interior int manzana mz km kv dom korp стр \
    кв дом д корп корпус офис оф этаж emelet em ajto fszt epulet kat daire apartmani binasi blok is merkezi \
    lantai lt gedung ruko หมู่ หมู่ที่ ม เลขที่ ชั้น ห้อง อาคาร
    city town village municipality commune ville stadt gemeinde ciudad municipio comuna pueblo cidade citta \
    comune miasto gmina grad mesto obec gorod г гор город м місто с село смт пгт п пос poselok kota kab \
    kabupaten tp thanh pho bandar daerah mukim ilce ilcesi of de di la el district dist county co mueang amphoe \
    khet khwaeng tambon changwat chang wat province region oblast state department governorate prefecture canton \
    krai voivodeship \(PlaceWords.words) \(PlaceWords.foldedPrefixes)
    cedex pin pincode postcode postal zip code cep cap plz psc kode pos ccp
    """)
}

// MARK: - Scripts without spaces

extension AddressWord {
  /// Whether a letter is of a script that is written without spaces between words: Han, kana, Thai, Lao, Khmer
  /// or Burmese.
  static func isOfScriptWithoutSpaces(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: true
    case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0x2_0000...0x3_FFFF: true
    default: false
    }
  }
}
