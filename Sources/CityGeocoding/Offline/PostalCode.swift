internal import CitySearch

/// A postal code in an address, and the countries that write theirs so.
///
/// The forms are those that the Universal Postal Union publishes for its members.
struct PostalCode: Sendable {
  /// The numbers of its words.
  let words: Range<Int>
  /// The countries whose postal codes have this form.
  let countries: Set<CountryCode>
  /// Whether its form is not merely a number, so that it is a postal code wherever it stands.
  let isDistinctive: Bool
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
      if count > 1, let country = prefixes[String(decoding: texts[0], as: UTF8.self)],
        forms[form(of: texts.dropFirst())]?.contains(country) == true
      {
        return PostalCode(words: words, countries: [country], isDistinctive: true)
      }
      let form = form(of: texts[...])
      guard let countries = forms[form] else { continue }
      return PostalCode(
        words: words, countries: countries, isDistinctive: form.contains { $0 != "9" })
    }
    return nil
  }

  /// The form of words: 9 for each digit, A for each other byte.
  private static func form(of words: ArraySlice<ArraySlice<UInt8>>) -> String {
    words.map { word in
      String(word.map { (0x30...0x39).contains($0) ? "9" : "A" })
    }.joined(separator: " ")
  }

  /// The forms of postal codes after folding, which replaces dashes by spaces.
  private static let forms: [String: Set<CountryCode>] = {
    let lines = [
      ("999", "IS OM TW"),
      (
        "9999",
        """
        AF AL AM AR AT AU AZ BD BE BG CH CY DK GE HU LI LU LV MD MK NO NZ PH \
        PY SI TN VE ZA
        """
      ),
      (
        "99999",
        """
        BA CR CU CZ DE DO DZ EE EG ES FI FR GR GT HN HR ID IL IQ IT JO KH KR \
        KW LA LK LT MA MC ME MM MN MX MY NI NP PE PK PL PR RS SA SE SK SN TH \
        TR TW UA US UY VN ZM
        """
      ),
      ("99 999", "PL"),
      ("999 99", "CZ GR SE SK"),
      ("999999", "BY CN CO EC IN KG KH KZ NG RO RU SG TJ TM TW UZ VN"),
      ("999 999", "IN KR"),
      ("9999999", "CL IL JP"),
      ("999 9999", "CL JP"),
      ("9999 999", "PT"),
      ("99999999", "BR"),
      ("9999 9999", "LB"),
      ("99999 999", "BR"),
      ("99999 9999", "PR SA US"),
      ("9999999999", "IR"),
      ("99999 99999", "IR"),
      ("A9999", "AR"),
      ("9999AA", "NL"),
      ("A9 9AA", "GB"),
      ("A9A9A9", "CA"),
      ("AA9999", "BN"),
      ("9999 AA", "NL"),
      ("A99 9AA", "GB"),
      ("A9A 9A9", "CA"),
      ("A9A 9AA", "GB"),
      ("AA9 9AA", "GB"),
      ("AAA9999", "MT"),
      ("A99 A999", "IE"),
      ("A99 A9A9", "IE"),
      ("A99 AA99", "IE"),
      ("A99 AAA9", "IE"),
      ("A9999AAA", "AR"),
      ("A9A A9A9", "IE"),
      ("AA99 9AA", "GB"),
      ("AA9A 9AA", "GB"),
      ("AAA 9999", "MT"),
    ]
    var forms: [String: Set<CountryCode>] = [:]
    for (form, countries) in lines {
      forms[form] = Set(countries.split(separator: " ").compactMap { CountryCode(String($0)) })
    }
    return forms
  }()

  /// The letters before a postal code that stand for a country.
  private static let prefixes: [String: CountryCode] = [
    "a": "AT", "b": "BE", "be": "BE", "bg": "BG", "ch": "CH", "cy": "CY", "cz": "CZ", "d": "DE",
    "de": "DE", "dk": "DK", "e": "ES", "ee": "EE", "es": "ES", "f": "FR", "fi": "FI",
    "fin":
      "FI", "fl": "LI", "fr": "FR", "gr": "GR", "h": "HU", "hr": "HR", "hu": "HU", "i": "IT",
    "it": "IT", "l": "LU", "li": "LI", "lt": "LT", "lu": "LU", "lv": "LV", "mc": "MC",
    "md":
      "MD", "n": "NO", "nl": "NL", "no": "NO", "p": "PT", "pl": "PL", "pt": "PT", "ro": "RO",
    "rs": "RS", "s": "SE", "se": "SE", "si": "SI", "sk": "SK", "tr": "TR", "ua": "UA",
  ]
}
