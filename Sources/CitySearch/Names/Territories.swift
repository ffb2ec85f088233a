internal import PrefixSearch

/// The territories that people name together with a state, though they have a code of their own: "Hong Kong, China",
/// "Saint-Denis, France".
///
/// What people type is found; nothing is said about whose a territory is.
package struct Territories: Sendable {
  /// For each country the number of its state; its own number if it is none of the territories below.
  private let states: [UInt16]
  /// For each country, whether it has territories.
  private let areStates: [Bool]

  /// Reads the codes of countries.
  init(of countries: ByteRegion, count: Int) {
    func code(_ number: Int) -> CountryCode {
      CountryCode(rawValue: countries.uint32(at: number &* Gazetteer.Table.countrySize))
    }
    // In a damaged file there may be more countries than numbers of two bytes.
    let count = min(count, Int(UInt16.max))
    var states = (0..<count).map { UInt16($0) }
    for number in 0..<count {
      guard let state = Self.state(of: code(number)) else { continue }
      let place = (0..<count).partitioningIndex { code($0).rawValue >= state.rawValue }
      if place < count, code(place) == state { states[number] = UInt16(place) }
    }
    self.states = states
    var areStates = Array(repeating: false, count: count)
    for (number, state) in states.enumerated() where Int(state) != number {
      areStates[Int(state)] = true
    }
    self.areStates = areStates
  }

  /// The number of the state of a country; the same number if it is no territory.
  @inline(__always)
  func state(of country: Int) -> Int {
    country < states.count ? Int(states[country]) : country
  }

  /// Whether a country has territories.
  @inline(__always)
  func isState(_ country: Int) -> Bool { country < areStates.count && areStates[country] }

  /// The territories of a country.
  ///
  /// - Complexity: O(*c*), where *c* is the number of countries.
  func territories(of country: Int) -> [Int] {
    states.indices.filter { $0 != country && Int(states[$0]) == country }
  }

  /// The state of a territory; `nil` for any other country.
  static func state(of code: CountryCode) -> CountryCode? {
    territories.line(of: Array(code.description.utf8)[...])
      .map { territories.countries(ofLine: $0).first }
  }

  /// A line for each state, with its territories behind it.
  private static let territories = WordTable(
    """
    CN: HK MO TW
    US: PR GU VI AS MP UM
    FR: GF GP MQ RE YT NC PF PM WF BL MF TF
    GB: GG JE IM GI BM KY FK AI MS TC VG SH PN IO GS
    DK: GL FO
    NL: AW CW SX BQ
    NO: SJ BV
    AU: CX CC NF HM
    NZ: CK NU TK
    FI: AX
    """)
}
