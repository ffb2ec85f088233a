internal import PrefixSearch

/// The divisions of a country in which the postal codes of two first digits lie.
///
/// They choose among places of one name: "Saint-Denis 93200" is in Île-de-France. Some digits name parts of several
/// divisions. The sources are the lists of the postal services of France, Spain, Germany, Italy and the United States.
enum PostalArea {
  /// Whether a country is divided so by its postal codes.
  static func isKnown(_ country: CountryCode) -> Bool { line(of: country) != nil }

  /// Whether some postal codes of a division begin with two digits.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the country's line.
  static func contains(
    _ digits: ArraySlice<UInt8>, _ division: DivisionCode, of country: CountryCode
  ) -> Bool {
    guard let line = line(of: country) else { return false }
    let code = Array(division.description.utf8)
    for word in line.split(separator: asciiSpace) {
      guard let colon = word.firstIndex(of: UInt8(ascii: ":")), word[..<colon].elementsEqual(code)
      else { continue }
      return stride(from: colon + 1, to: word.endIndex - 1, by: 2)
        .contains { word[$0..<$0 + 2].elementsEqual(digits) }
    }
    return false
  }

  /// The line of a country, without its code.
  private static func line(of country: CountryCode) -> ArraySlice<UInt8>? {
    let code = Array(country.description.utf8)
    return lines.first { $0.starts(with: code) }?.dropFirst(3)
  }

  /// Lines of a country, and for each division its code and the two digits, one after another.
  private static let lines = Array(
    """
    FR 84:010307152638424363697374 27:2125395870718990 53:22293556 24:182836374145 94:20 44:08105152545557676888 \
    32:0259606280 11:7577789192939495 28:1427506176 75:161719232433404764798687 76:09111230313234464865668182 \
    52:4449537285 93:040506138384
    ES 59:012048 54:0213161945 60:031246 51:0411141821232941 55:050924343740424749 57:0610 07:07 56:08172543 \
    58:15273236 52:224450 27:26 29:28 31:30 32:31 34:33 53:3538 39:39 CE:51 ML:52
    DE 13:0102040809 12:17181923 16:10121314 11:0103041415161719 14:06293839 15:0406073637969899 04:20212227 \
    10:2122232425 06:19212627282930313437384849 03:2728 07:3233343740414244454647484950515253575859 \
    05:343536375560616364656869 08:51535455565765666776 09:66 01:6364686970717273747576777879888997 \
    02:63808182838485868788899091929394959697
    IT 07:0001020304 18:0506 14:070809 12:101213141528 19:11 08:16171819 09:202122232425262746 05:2940414243444748 \
    20:30313235363745 06:3334 17:3839 16:50515253545556575859 10:60616263 01:64656667 13:707172737476 02:7585 \
    04:8081828384 11:86 03:878889 15:909192939495969798
    US MA:0102 RI:02 NH:03 ME:0304 VT:05 CT:06 NJ:0708 NY:061011121314 PA:1516171819 DE:19 DC:20 MD:2021 VA:20222324 \
    WV:242526 NC:2728 SC:29 GA:303139 FL:323334 AL:3536 TN:3738 MS:3839 KY:404142 OH:434445 IN:4647 MI:4849 \
    IA:505152 WI:5354 MN:5556 SD:57 ND:58 MT:59 IL:606162 MO:636465 KS:6667 NE:6869 LA:7071 AR:7172 OK:7374 \
    TX:757677787988 CO:8081 WY:8283 ID:83 UT:84 AZ:8586 NM:8788 NV:89 CA:90919293949596 HI:96 OR:97 WA:9899 AK:99
    """.utf8
  ).split(separator: UInt8(ascii: "\n"))
}
