internal import CitySearch
internal import PrefixSearch

extension ScriptShares {
  /// Counts the cities that have a name in a script.
  struct Counts {
    /// The scripts of each city as a set of bits.
    private var scripts: [UInt32]

    init(cityCount: Int) { scripts = Array(repeating: 0, count: cityCount) }

    /// Adds a name of a city, by its key.
    mutating func add(_ key: Span<UInt8>, of city: CityRow) {
      let script = SpokenText.script(ofFolded: key)
      guard script > 0, scripts.indices.contains(city.rawValue) else { return }
      scripts[city.rawValue] |= 1 << UInt32(script)
    }

    /// The stored form of the shares.
    ///
    /// - Parameters:
    ///   - divisions: The number of the division of each city.
    ///   - countries: The number of the country of each division.
    ///   - countryCount: The number of countries.
    /// - Returns: The bytes of the section.
    /// - Complexity: O(*n* + *d*), where *n* is the number of cities, and *d* that of divisions.
    func bytes(divisions: [UInt32], countries: [Int], countryCount: Int) -> [UInt8] {
      let all = Tally(of: divisions, countries, countryCount) { _ in true }
      var starts: [Int] = []
      var shares: [Int] = []
      var stored: [(division: Int, share: Int)] = []
      for script in 1...scriptCount {
        starts.append(stored.count)
        let found = Tally(of: divisions, countries, countryCount) {
          scripts[$0] >> UInt32(script) & 1 == 1
        }
        guard found.total >= leastCityCount else {
          shares += Array(repeating: 0, count: countryCount)
          continue
        }
        let ratios = (0..<countryCount).map {
          Ratio(found.countries[$0], of: all.countries[$0], like: .one, found.total, all.total)
        }
        shares += ratios.map(\.share)
        for (division, country) in countries.enumerated() where country < countryCount {
          let share = Ratio(
            found.divisions[division], of: all.divisions[division], like: ratios[country],
            found.total, all.total
          ).share
          if abs(share - ratios[country].share) >= leastDifference {
            stored.append((division, share))
          }
        }
      }
      var writer = ByteRegionWriter()
      for number in [stored.count] + starts + [stored.count] { writer.append(number, width: 4) }
      for share in shares { writer.append(share, width: 1) }
      let width = PackedNumbers.width(for: countries.count)
      for (division, share) in stored {
        writer.append(division, width: width)
        writer.append(share, width: 1)
      }
      return writer.bytes
    }
  }

  /// Numbers of cities by division and country.
  private struct Tally {
    var divisions: [Int]
    var countries: [Int]
    var total = 0

    init(
      of divisionOf: [UInt32], _ countryOf: [Int], _ countryCount: Int,
      where isCounted: (Int) -> Bool
    ) {
      divisions = Array(repeating: 0, count: countryOf.count)
      countries = Array(repeating: 0, count: countryCount)
      for (city, division) in divisionOf.lazy.map({ Int($0) }).enumerated()
      where divisions.indices.contains(division) && isCounted(city) {
        total += 1
        divisions[division] += 1
        let country = countryOf[division]
        if country < countryCount { countries[country] += 1 }
      }
    }
  }

  /// How many times more usual something is in a place than everywhere, in units of 2^-32.
  private struct Ratio {
    let value: UInt128

    static let one = Ratio(value: 1 << 32)

    private init(value: UInt128) { self.value = value }

    /// Estimates the ratio of a place from few cities: eight more count as they would in `larger`, the
    /// place that this one lies in.
    init(_ found: Int, of all: Int, like larger: Ratio, _ foundTotal: Int, _ allTotal: Int) {
      let expected = (UInt128(found) * UInt128(allTotal) << 32) / UInt128(max(1, foundTotal))
      value = (expected + 8 * larger.value) / UInt128(all + 8)
    }

    /// Eight times the binary logarithm, rounded.
    var share: Int {
      guard value > 1 << 25 else { return -greatest }
      guard value < 1 << 39 else { return greatest }
      let exponent = 127 - value.leadingZeroBitCount
      let mantissa = UInt64(truncatingIfNeeded: value << (63 - exponent))
      return 8 * (exponent - 32) + Self.steps.count { $0 <= mantissa }
    }

    /// 2^((2 k + 1) / 16) for k from 0 to 7, in units of 2^-63.
    private static let steps: [UInt64] = [
      0x85AA_C367_CC48_7B14, 0x91C3_D373_AB11_C336, 0x9EF5_3260_91A1_11AD, 0xAD58_3EEA_42A1_4AC6,
      0xBD08_A39F_580C_36BF, 0xCE24_8C15_1F84_80E3, 0xE0CC_DEEC_2A94_E111, 0xF525_7D15_2486_CC2C,
    ]
  }
}
