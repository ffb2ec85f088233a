internal import CitySearch

/// One way to take an address: what the city is called, and what says where it lies.
struct AddressReading {
  /// The key of the city's name.
  let name: FoldedQuery
  /// The city's name as it is written; `nil` if the key was made of parts of it.
  let spelling: String?
  let hints: [RegionHint]

  /// The ways to take an address as it is written, the likeliest first.
  ///
  /// The field of the city holds its name; or everything, with commas: "Springfield, IL".
  static func all(of address: PostalAddress) -> [AddressReading] {
    let fields = [
      RegionHint(field: .state, text: address.state),
      RegionHint(field: .country, text: address.country),
    ].filter { !FoldedQuery($0.text).isEmpty }
    let whole = AddressReading(address.city, hints: fields)
    guard address.city.utf8.contains(UInt8(ascii: ",")) else { return [whole] }
    let parts = address.city.split(separator: ",").map(String.init)
      .filter { !FoldedQuery($0).isEmpty }
    guard parts.count > 1 else { return [whole] }
    let hints = parts.dropFirst().map { RegionHint(field: .part, text: $0) }
    return [whole, AddressReading(parts[0], hints: hints + fields)]
  }

  /// The ways to take the same if no city has the name: without a postal code that stands with it, or
  /// with abbreviations written out and words abbreviated.
  var variants: [AddressReading] {
    let words = String(decoding: name.bytes, as: UTF8.self).split(separator: " ").map(String.init)
    let named = words.filter { !$0.hasDigit }
    let respelled = (named.isEmpty ? words : named).map { Self.spellings[$0] ?? $0 }
    return [named, respelled].filter { !$0.isEmpty && $0 != words }
      .map {
        let key = FoldedQuery($0.joined(separator: " ") + " ")
        return AddressReading(name: key, spelling: nil, hints: hints)
      }
  }

  /// The same without regard to which field a hint stood in; `nil` if none stood in a field.
  ///
  /// "Georgia" in the field of the state is the one in America, unless that leaves no city.
  var withoutFields: AddressReading? {
    guard hints.contains(where: { $0.field != .part }) else { return nil }
    return AddressReading(
      name: name, spelling: spelling,
      hints: hints.map { RegionHint(field: .part, text: $0.text) })
  }

  private static let spellings: [String: String] = {
    let pairs = [("fort", "ft"), ("mount", "mt"), ("saint", "st"), ("sainte", "ste")]
    return Dictionary(uniqueKeysWithValues: pairs + pairs.map { ($1, $0) })
  }()

  private init(_ name: String, hints: [RegionHint]) {
    self.init(name: FoldedQuery(name + " "), spelling: name, hints: hints)
  }

  private init(name: FoldedQuery, spelling: String?, hints: [RegionHint]) {
    self.name = name
    self.spelling = spelling
    self.hints = hints
  }
}
