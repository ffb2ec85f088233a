import CityGeocoding
import CitySearch
import Foundation
import PrefixSearch

/// The share of addresses of each class that are resolved to the right city, and the times.
struct GeocodingMeasurement {
  private let gazetteer: Gazetteer
  private let geocoder: GazetteerGeocoder
  private let writer: AddressWriter
  private let count: Int
  private let seed: UInt64

  /// Prepares `count` addresses of cities.
  ///
  /// - Parameters:
  ///   - cities: The cities.
  ///   - file: Their source file, which has their other names.
  ///   - count: How many addresses to write, of all classes together.
  ///   - seed: The seed of the addresses.
  /// - Throws: The error of reading the file.
  init(cities: CityIndex, file: URL, count: Int, seed: UInt64) throws {
    gazetteer = cities.gazetteer
    geocoder = GazetteerGeocoder(cities)
    writer = AddressWriter(
      gazetteer: gazetteer,
      otherNames: Dictionary(
        grouping: try OtherName.all(in: file, everyLine: 1).filter(\.isWritten), by: \.cityID
      ).mapValues { $0.map(\.name) })
    self.count = count
    self.seed = seed
  }

  /// Geocodes `count` addresses, about as many of each class.
  ///
  /// The first pass warms up; the second is timed and counted.
  func measured() -> (table: Table, note: String) {
    var table = Table(heads: [
      "addresses", "count", "right\nid %", "same\naddress %", "other\ncity %", "no\nresult %",
      "mean\nconfidence", "p50\nus", "p99\nus",
    ])
    var generator = SplitMix64(seed: seed)
    var (total, time) = (0, UInt64(0))
    let styles = AddressClass.allCases
    for (number, style) in styles.enumerated() {
      let share = count * (number + 1) / styles.count - count * number / styles.count
      let cases = addresses(share, as: style, using: &generator)
      var outcome = AddressOutcome()
      for isRecording in [false, true] {
        for (target, address) in cases {
          let start = MonotonicClock.now
          let result = try? geocoder.geocode(address)
          let elapsed = MonotonicClock.elapsed(since: start)
          blackHole(result)
          guard isRecording else { continue }
          outcome.add(verdict(on: result, for: target, as: style), result: result, time: elapsed)
        }
      }
      total += cases.count
      time += outcome.totalTime
      table.rows.append([style.rawValue] + outcome.cells)
    }
    let rate = Double(total) / (Double(max(time, 1)) / 1e9)
    return (
      table,
      """
      \(total.grouped) addresses of cities drawn uniformly, \(rate.rounded(decimals: 0)) a second on one \
      thread.
      same address: the found city and the intended one have the same address in this class, so the
      address does not distinguish them.
      """
    )
  }

  /// Draws cities until `count` of them have addresses of a class, if any have.
  private func addresses(
    _ count: Int, as style: AddressClass, using generator: inout SplitMix64
  ) -> [(target: City, address: PostalAddress)] {
    var cases: [(target: City, address: PostalAddress)] = []
    for _ in 0..<100 * count where cases.count < count && !gazetteer.isEmpty {
      guard let city = gazetteer.randomElement(using: &generator),
        let address = writer.address(of: city, as: style, using: &generator)
      else { continue }
      cases.append((city, address))
    }
    return cases
  }

  private func verdict(
    on result: GeocodingResult?, for target: City, as style: AddressClass
  ) -> AddressOutcome.Verdict {
    guard let id = result?.match.cityID, let found = gazetteer.city(withID: id) else {
      return .noResult
    }
    if id == target.id { return .right }
    let (one, two) = (
      writer.plainAddress(of: target, as: style), writer.plainAddress(of: found, as: style)
    )
    // Both are in the form of the class, so equal digests mean equal letters.
    return one.addressHash == two.addressHash ? .sameAddress : .other
  }
}
