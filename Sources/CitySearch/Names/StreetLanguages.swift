/// The languages of words for streets.
enum StreetLanguages {
  /// The countries in whose languages a folded word is a kind of streets; none if it says nothing.
  ///
  /// The first one is that with most of these streets, or ZZ for none.
  static func countries(of kind: ArraySlice<UInt8>) -> CountryCodes {
    if let line = kinds.line(of: kind) { return kinds.countries(ofLine: line) }
    return ending(of: kind).map { kinds.countries(ofLine: $0.line) } ?? .none
  }

  /// The ending of a folded word that is joined with the kind of its street, such as "strasse"; `nil` if it has none.
  static func ending(of word: ArraySlice<UInt8>) -> (text: ArraySlice<UInt8>, line: Int)? {
    endings.first { word.suffix($0.text.count).elementsEqual($0.text) }
  }

  private static let endings = kinds.all.filter { $0.word.first == UInt8(ascii: "-") }
    .map { (text: $0.word.dropFirst(), line: $0.line) }

  /// Whether a folded word that may stand behind a name also stands in front, in French.
  static func isInFront(_ kind: ArraySlice<UInt8>) -> Bool { kinds.line(of: kind) ?? 2 < 2 }

  /// Countries, and the words for streets in their languages: first the country with most of these streets, or ZZ.
  ///
  /// A word that begins with a hyphen is an ending.
  private static let kinds = WordTable(
    """
    FR BE CH LU MC RE GP MQ GF YT NC PF CA SN CI CM MA DZ TN MG ML BF NE TG BJ GA CG CD HT: rue quai chemin impasse \
    allee allees faubourg cours chaussee ruelle sentier esplanade venelle montee clos lotissement residence hameau \
    domaine lieudit route rte bd
    FR BE CH LU MC RE GP MQ GF YT NC PF CA US GB IE AU NZ ZA IN SN CI CM MA DZ TN MG ML BF NE TG BJ GA CG CD HT: \
    avenue av boulevard place square passage promenade
    IT SM VA CH: via viale corso piazza piazzale vicolo lungotevere strada
    ES MX AR CO CL PE VE EC GT CU BO DO HN PY SV NI CR PA UY PR GQ AD PH: calle c carrera cra paseo plaza plazuela \
    calzada carretera ctra camino autopista jiron
    ES AD: carrer avinguda
    ES MX AR CO CL PE VE EC GT CU BO DO HN PY SV NI CR PA UY PR GQ AD BR PT AO MZ: avenida avda
    PT BR AO MZ CV GW ST TL MO: rua travessa alameda rodovia estrada praca pca
    DE AT CH LI LU IT: strasse gasse platz ufer damm -strasse -gasse -platz -allee
    ZZ DE NL AT CH LI LU BE: weg -weg
    NL BE SR: -straat -laan -plein -gracht
    SE FI: -gatan -vagen
    DK: -vej -gade
    NO: -veien -gata
    FI: -katu -tie
    HU RO SK RS: utca -utca
    PL: ulica ul aleja aleje
    TR CY: caddesi cad cd sokak sokagi sok sk bulvari blv mahallesi mahalle mah
    IN PK NP BD: marg nagar chowk
    GB IE AU NZ US CA ZA IN PK NG KE HK SG MY: road lane close crescent
    US CA GB IE AU NZ ZA IN PK NG KE HK SG MY PH PR: st ave blvd dr rd ln hwy pkwy
    : -str -ulica
    """)
}
