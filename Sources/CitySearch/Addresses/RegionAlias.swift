/// Names of countries and abbreviations of divisions that the table of regions lacks.
enum RegionAlias {
  /// Folded names, behind their countries.
  private static let countries = WordTable(
    """
    AE: uae
    BA: bosnia
    BN: brunei darussalam
    CD: dr congo, drc
    CI: cote d ivoire, ivory coast
    CN: people s republic of china, peoples republic of china, p r china, prc
    CV: cape verde
    CZ: czech republic
    GB: britain, great britain
    HK: hong kong sar
    IE: eire, republic of ireland
    KR: korea, republic of korea
    LA: lao pdr
    MK: fyrom, macedonia
    MM: burma
    MO: macau
    NL: holland
    OM: sultanate of oman
    PS: palestine, state of palestine, فلسطين
    RU: russian federation
    SA: kingdom of saudi arabia, ksa
    SG: republic of singapore
    SK: slovak republic
    SY: syrian arab republic
    SZ: swaziland
    TL: east timor
    US: america
    VA: vatican city
    VN: viet nam
    ZA: republic of south africa, rsa
    """, separator: UInt8(ascii: ","))

  /// Folded abbreviations, behind their divisions.
  private static let divisions = WordTable(
    """
    DE.01: bawu
    DE.07: nrw
    GB.NIR: ni, n ireland
    MX.01: ags
    MX.02: b c
    MX.03: bcs, b c s
    MX.04: camp
    MX.05: chis
    MX.06: chih
    MX.07: coah
    MX.08: col
    MX.09: cdmx
    MX.10: dgo
    MX.11: gto
    MX.12: gro
    MX.13: hgo
    MX.14: jal
    MX.15: edomex, edo mex, mex
    MX.16: mich
    MX.17: mor
    MX.18: nay
    MX.19: n l
    MX.20: oax
    MX.21: pue
    MX.22: qro
    MX.23: q roo, qroo
    MX.24: slp, s l p
    MX.25: sin
    MX.26: son
    MX.27: tab
    MX.28: tamps
    MX.29: tlax
    MX.30: ver
    MX.31: yuc
    MX.32: zac
    """, separator: UInt8(ascii: ","))

  /// The country of a folded name; `nil` if it is not among them.
  static func country(named name: ArraySlice<UInt8>) -> CountryCode? {
    countries.line(of: name).map { countries.countries(ofLine: $0).first }
  }

  /// The division of a folded abbreviation; `nil` if it is not among them.
  static func division(named name: ArraySlice<UInt8>) -> Gazetteer.Division? {
    divisions.line(of: name).flatMap {
      Gazetteer.Division(String(decoding: divisions.head(ofLine: $0), as: UTF8.self))
    }
  }
}
