internal import PrefixSearch

/// How usual names in a script are in each country and division: a section of the file.
///
/// A name in Tamil letters is rather that of a town in Tamil Nadu than of one that sounds alike in Peru.
/// A share is the binary logarithm, in eighths, of how many times more usual such names are there than
/// everywhere, from -56 to 56. Divisions whose share is near that of their country are not stored.
///
/// | bytes | content |
/// |---:|---|
/// | 4 | the number *x* of stored divisions, for all scripts |
/// | 4 each | for each script, the position of its first division, and *x* |
/// | 1 each | for each script the share of each country |
/// | 3 or 4 each | the number of a division, and its share in the last byte |
struct ScriptShares: Sendable {
  private let region: ByteRegion
  private let countryCount: Int
  private let divisionCount: Int
  private let layout: Layout

  /// The share of a division is stored if it differs from that of the country by a factor of four or more.
  static let leastDifference = 16
  /// A script with fewer cities says nothing about any.
  static let leastCityCount = 100
  /// The greatest share, for names that are 128 times as usual.
  static let greatest = 56

  private struct Layout {
    let countries: Int
    let divisions: PackedNumbers
    let byteCount: Int

    init(countryCount: Int, divisionCount: Int, stored: Int) {
      countries = 8 + 4 * SoundTables.scriptCount
      let width = PackedNumbers.width(for: divisionCount)
      let start = countries + SoundTables.scriptCount * countryCount
      divisions = PackedNumbers(start: start, width: width, stride: width + 1)
      byteCount = start + stored * (width + 1)
    }
  }

  /// Reads the shares; `nil` if the section does not fit the numbers of countries and divisions.
  ///
  /// - Complexity: O(1)
  init?(_ region: ByteRegion, countryCount: Int, divisionCount: Int) {
    let size = region.count - ByteRegion.padding
    let stored = region.uint32(at: 0)
    guard stored <= size else { return nil }
    layout = Layout(
      countryCount: countryCount, divisionCount: divisionCount, stored: Int(stored))
    guard size == layout.byteCount else { return nil }
    self.region = region
    self.countryCount = countryCount
    self.divisionCount = divisionCount
  }

  /// The shares of all divisions; empty for Latin letters.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - country: The number of the country of a division.
  /// - Returns: The share of each division.
  /// - Complexity: O(*d*), where *d* is the number of divisions.
  func shares(ofScript script: Int, country: (Int) -> Int) -> [Int8] {
    guard 1...SoundTables.scriptCount ~= script else { return [] }
    let countries = layout.countries + (script - 1) * countryCount
    var shares = (0..<divisionCount).map { division in
      let number = country(division)
      return number < countryCount
        ? Int8(bitPattern: region.byte(at: countries &+ number)) : 0
    }
    let lower = Int(clamping: region.uint32(at: 4 * script))
    let upper = Int(clamping: region.uint32(at: 4 * script + 4))
    let stored = Int(clamping: region.uint32(at: 0))
    for position in lower..<max(lower, min(upper, stored)) {
      let division = layout.divisions.value(at: position, in: region)
      guard division < divisionCount else { continue }
      let place = layout.divisions.start &+ (position &+ 1) &* layout.divisions.stride &- 1
      shares[division] = Int8(bitPattern: region.byte(at: place))
    }
    return shares
  }
}

// MARK: - Building

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

    /// Reads all names.
    ///
    /// - Complexity: O(*b*), where *b* is the length of all names in bytes.
    init(_ names: NameTable, cityCount: Int) {
      self.init(cityCount: cityCount)
      for completion in names.tree.completions(of: []) {
        for row in completion.rows { add(completion.key.span, of: names[NameID(row)].city) }
      }
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
      for script in 1...SoundTables.scriptCount {
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
