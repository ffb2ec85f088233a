/// A postal code in an address, and the countries that write theirs so.
///
/// The forms are those that the Universal Postal Union publishes for its members, and those of `countryInfo.txt`.
struct PostalCode: Sendable {
  /// The numbers of its words.
  let words: Range<Int>
  /// The countries whose postal codes have this form.
  let countries: CountryCodes
  /// Whether its form is not merely a number, so that it is a postal code wherever it stands.
  let isDistinctive: Bool
  /// Its first two digits; `nil` if it does not begin with two.
  var area: ArraySlice<UInt8>?
  /// Whether it has fewer than four digits, so that it is rather the number of a house.
  var isShort: Bool { digitCount < 4 }
  let digitCount: Int
}

extension PostalCode {
  /// The postal codes of a line; a number of another meaning may be among them.
  ///
  /// - Complexity: O(*w*) for *w* words.
  static func all(in line: AddressLine) -> [PostalCode] {
    var codes: [PostalCode] = []
    for part in line.parts {
      var start = part.words.lowerBound
      while start < part.words.upperBound {
        let code = longest(at: start, before: part.words.upperBound, in: line)
        if let code { codes.append(code) }
        start = code?.words.upperBound ?? start + 1
      }
    }
    return codes
  }

  /// The longest postal code that begins with a word; it has up to three words.
  private static func longest(at start: Int, before end: Int, in line: AddressLine) -> PostalCode? {
    for count in (1...3).reversed() where start + count <= end {
      let words = start..<start + count
      guard words.contains(where: { line.words[$0].isNumber }) else { continue }
      let texts = words.map { line.folded[line.words[$0].range] }
      if count > 1, let line = prefixes.line(of: texts[0]),
        let form = forms.line(of: form(of: texts.dropFirst())),
        forms.countries(ofLine: form).contains(prefixes.countries(ofLine: line).first)
      {
        return PostalCode(
          words: words, countries: prefixes.countries(ofLine: line), isDistinctive: true,
          area: areaDigits(texts[1]),
          digitCount: 5)
      }
      let form = form(of: texts[...])
      guard let line = forms.line(of: form) else { continue }
      return PostalCode(
        words: words, countries: forms.countries(ofLine: line),
        isDistinctive: form.contains { $0 != UInt8(ascii: "9") },
        area: areaDigits(texts[0]),
        digitCount: form.count { $0 == UInt8(ascii: "9") })
    }
    return nil
  }

  private static func areaDigits(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let digits = word.prefix(2)
    return digits.count == 2 && digits.allSatisfy { (0x30...0x39).contains($0) } ? digits : nil
  }

  /// The form of words: 9 for each digit, A for each other byte, and a dash between words.
  private static func form(of words: ArraySlice<ArraySlice<UInt8>>) -> ArraySlice<UInt8> {
    var form: [UInt8] = []
    for word in words {
      if !form.isEmpty { form.append(UInt8(ascii: "-")) }
      for byte in word {
        form.append((0x30...0x39).contains(byte) ? UInt8(ascii: "9") : UInt8(ascii: "A"))
      }
    }
    return form[...]
  }

  /// Countries and the forms of their postal codes, after folding, which replaces a dash by a space.
  private static let forms = WordTable(
    """
    AX BA BB BL CR CS CU CZ DE DO DZ EE EG ES FI FM FR GR GT HN HR ID IL IQ IT JO KE KH KR KW LA LK LT MA MC \
    ME MF MM MN MQ MV MX MY NC NI NP PA PE PK PL PR RS SA SD SE SK SM SN TH TR TW UA US UY VA VN YT ZM: 99999
    AF AI AL AM AR AT AU AZ BD BE BG CC CH CV CX CY DK ET GE GL GW HM HT HU LI LR LU LV MD MK MZ NE NF NL NO \
    NU NZ PH PY SI SJ SV TN VE ZA: 9999
    AM BY CN CO EC HK HN IN KG KH KP KZ MN MO MW NG RO RU SG TJ TM TW UZ VN: 999999
    AD BH FO IS LS MG OM PG TW: 999
    CZ GR SE SK: 999-99
    CL IL JP NI: 9999999
    PR SA US: 99999-9999
    IN KR: 999-999
    CL JP: 999-9999
    PL: 99-999
    PT: 9999-999
    LB: 9999-9999
    BR: 99999-999 99999999
    IR: 99999-99999 9999999999
    NL: 9999-AA 9999AA
    GB: A9-9AA A99-9AA A9A-9AA AA9-9AA AA99-9AA AA9A-9AA
    IE: A99-A999 A99-A9A9 A99-AA99 A99-AAA9 A9A-A9A9
    SZ: A999
    AR: A9999 A9999AAA
    EC: A9999A
    CA: A9A-9A9 A9A9A9
    BM: AA99
    BN: AA9999
    SO: AA99999
    MT: AAA-9999 AAA9999
    """)

  /// The letters before a postal code that stand for a country.
  private static let prefixes = WordTable(
    """
    AT: a
    BE: b be
    BG: bg
    CH: ch
    CY: cy
    CZ: cz
    DE: d de
    DK: dk
    EE: ee
    ES: e es
    FI: fi fin
    FR: f fr
    GR: gr
    HR: hr
    HU: h hu
    IT: i it
    LI: fl li
    LT: lt
    LU: l lu
    LV: lv
    MC: mc
    MD: md
    NL: nl
    NO: n no
    PL: pl
    PT: p pt
    RO: ro
    RS: rs
    SE: s se
    SI: si
    SK: sk
    TR: tr
    UA: ua
    """)
}
