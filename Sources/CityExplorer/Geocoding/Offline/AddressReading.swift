internal import CitySearch

/// One way to take an address: what the city is called, and what says where it lies.
struct AddressReading {
  /// The key of the city's name.
  let name: FoldedQuery
  let hints: [RegionHint]

  /// The ways to take an address, the likeliest first.
  ///
  /// The field of the city holds its name; or everything, with commas: "Springfield, IL". If there is no
  /// city of that name, a postal code that stands with it is left out, and abbreviations are written
  /// out, or words abbreviated.
  static func all(of address: PostalAddress) -> [AddressReading] {
    let fields = [
      RegionHint(field: .state, text: address.state),
      RegionHint(field: .country, text: address.country),
    ].filter { !FoldedQuery($0.text).isEmpty }
    var readings = [AddressReading(address.city, hints: fields)]
    let parts = address.city.split(separator: ",").map(String.init)
      .filter { !FoldedQuery($0).isEmpty }
    if parts.count > 1 {
      let hints = parts.dropFirst().map { RegionHint(field: .part, text: $0) }
      readings.append(AddressReading(parts[0], hints: hints + fields))
    }
    readings += readings.compactMap(\.withoutNumbers)
    return readings + readings.compactMap(\.respelled)
  }

  private init(_ name: String, hints: [RegionHint]) {
    self.name = FoldedQuery(name + " ")
    self.hints = hints
  }

  /// The folded words of the name.
  private var words: [String] {
    String(decoding: name.bytes, as: UTF8.self).split(separator: " ").map(String.init)
  }

  /// The reading without words of the name that have digits; `nil` if there are none, or no others.
  private var withoutNumbers: AddressReading? {
    let others = words.filter { !$0.hasDigit }
    guard others.count < words.count, !others.isEmpty else { return nil }
    return AddressReading(others.joined(separator: " "), hints: hints)
  }

  /// The reading with other spellings of words: "Saint" for "St."; `nil` if there are none.
  private var respelled: AddressReading? {
    let others = words.map { Self.spellings[$0] ?? $0 }
    return others == words ? nil : AddressReading(others.joined(separator: " "), hints: hints)
  }

  private static let spellings: [String: String] = {
    let pairs = [("fort", "ft"), ("mount", "mt"), ("saint", "st"), ("sainte", "ste")]
    return Dictionary(uniqueKeysWithValues: pairs + pairs.map { ($1, $0) })
  }()
}
