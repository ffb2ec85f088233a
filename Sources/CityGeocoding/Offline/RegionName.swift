internal import CitySearch

/// The name of a country or division as it is compared: folded, and without what people leave out.
///
/// "U.S.A." is "usa", "Bosnia & Herzegovina" is "bosnia herzegovina", "St. Lucia" is "saint lucia",
/// "The Netherlands" is "netherlands", and "IL 62701" is "il".
struct RegionName: Hashable {
  /// The words, with a space between them.
  let text: String

  init(_ name: String) {
    let words = Self.joiningInitials(Self.words(of: name))
      .filter { !Self.fillers.contains($0) }
      .map { $0 == "st" ? "saint" : $0 }
    // What has digits is a postal code, unless there is nothing else.
    let letters = words.filter { !$0.hasDigit }
    self.init(words: letters.isEmpty ? words : letters)
  }

  private init(words: [String]) { text = words.joined(separator: " ") }

  /// The name without words that say what kind of region it is: "Łódź Voivodeship" is "lodz".
  var bare: RegionName {
    let words = text.split(separator: " ").map(String.init)
    let names = words.filter { !Self.kinds.contains($0) }
    return names.isEmpty ? self : RegionName(words: names)
  }

  private static let fillers: Set = ["and", "of", "the"]

  private static let kinds: Set = [
    "canton", "county", "department", "district", "governorate", "krai", "oblast", "prefecture",
    "province", "region", "republic", "state", "voivodeship",
  ]

  /// The folded words of a text.
  private static func words(of text: String) -> [String] {
    FoldedQuery(text).bytes.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Makes one word of single letters that follow each other: "u", "s" is "us".
  private static func joiningInitials(_ words: [String]) -> [String] {
    var joined: [String] = []
    var lastIsInitial = false
    for word in words {
      let isInitial = word.utf8.count == 1
      if isInitial, lastIsInitial, let initials = joined.popLast() {
        joined.append(initials + word)
      } else {
        joined.append(word)
      }
      lastIsInitial = isInitial
    }
    return joined
  }
}

extension String {
  /// Whether this has a digit of ASCII, as postal codes have.
  var hasDigit: Bool { utf8.contains { (0x30...0x39).contains($0) } }
}
