/// Names of countries in addresses that the table of regions lacks.
enum CountryAlias {
  /// The countries of folded names.
  private static let names = WordTable(
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

  /// The country of a folded name; `nil` if it is not among them.
  static func country(named name: ArraySlice<UInt8>) -> CountryCode? {
    names.line(of: name).map { names.countries(ofLine: $0).first }
  }
}
