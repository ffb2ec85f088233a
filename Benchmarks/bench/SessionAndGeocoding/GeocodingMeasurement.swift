package import CityGeocoding
package import CitySearch
package import Foundation
package import PrefixBenchmark
import PrefixSearch

/// The share of addresses of each class that are resolved to the right city, and the times.
package struct GeocodingMeasurement {
  private let geocoder: LineGeocoder
  private let writer: AddressWriter

  /// Prepares to write the addresses of cities, whose other names are in `file`.
  package init(cities: CityIndex, file: URL) throws {
    geocoder = LineGeocoder(cities.gazetteer)
    let names = try OtherName.all(in: file, everyLine: 1).filter(\.isWritten)
    writer = AddressWriter(
      gazetteer: cities.gazetteer,
      otherNames: Dictionary(grouping: names, by: \.cityID).mapValues { $0.map(\.name) })
  }

  /// Geocodes `count` addresses, about as many of each class.
  ///
  /// The first pass warms up; the second is timed and counted.
  package func measured(count: Int, seed: UInt64) -> (table: Table, note: String) {
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
          guard isRecording else {
            blackHole(try? geocoder.geocode(address))
            continue
          }
          let result = outcome.times.time { try? geocoder.geocode(address) }
          outcome.add(verdict(on: result, for: target, as: style), result)
        }
      }
      total += cases.count
      time += outcome.times.total
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
    for _ in 0..<100 * count where cases.count < count {
      guard let city = writer.gazetteer.randomElement(using: &generator),
        let address = writer.address(of: city, as: style, using: &generator)
      else { continue }
      cases.append((city, address))
    }
    return cases
  }

  private func verdict(
    on result: GeocodingResult?, for target: City, as style: AddressClass
  ) -> AddressOutcome.Verdict {
    guard let id = result?.match.cityID, let found = writer.gazetteer.city(withID: id) else {
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

/// The form of a city's address.
package enum AddressClass: String, CaseIterable {
  case asWritten = "as written"
  case lowercased = "lower-cased"
  case withoutDiacritics = "without diacritics"
  case stateCode = "state by code"
  case countryCode = "country by code"
  case oneText = "all in one text"
  case misspelledCountry = "misspelled country"
  case misspelledState = "misspelled state"
  case cityAndState = "city and state"
  case cityAndCountry = "city and country"
  case cityOnly = "city only"
  case otherName = "by another name"
}

package struct AddressWriter {
  package let gazetteer: Gazetteer
  let otherNames: [City.ID: [String]]

  package init(gazetteer: Gazetteer, otherNames: [City.ID: [String]]) {
    self.gazetteer = gazetteer
    self.otherNames = otherNames
  }

  /// The address of a city; `nil` if the class does not apply to it, for example to names too short to
  /// misspell.
  package func address(
    of city: City, as style: AddressClass, using generator: inout SplitMix64
  ) -> PostalAddress? {
    var address = plainAddress(of: city, as: style)
    switch style {
    case .misspelledCountry:
      guard let country = Self.misspelled(address.country, using: &generator) else { return nil }
      address.country = country
    case .misspelledState:
      guard let state = Self.misspelled(address.state, using: &generator) else { return nil }
      address.state = state
    case .otherName:
      guard let name = otherNames[city.id]?.randomElement(using: &generator) else { return nil }
      address.city = name
    default: break
    }
    return address
  }

  /// The address of a city without misspellings, which other cities may share.
  ///
  /// The class of other names has no city here, since it is compared after the search.
  package func plainAddress(of city: City, as style: AddressClass) -> PostalAddress {
    let state = gazetteer.divisionName(of: city) ?? city.divisionCode.description
    let country = gazetteer.countryName(of: city) ?? city.countryCode.description
    let whole = PostalAddress(city: city.name, state: state, country: country)
    return switch style {
    case .asWritten, .misspelledCountry, .misspelledState: whole
    case .lowercased: whole.changed { $0.lowercased() }
    case .withoutDiacritics: whole.changed(Self.withoutDiacritics)
    case .stateCode:
      PostalAddress(city: city.name, state: city.divisionCode.description, country: country)
    case .countryCode:
      PostalAddress(city: city.name, state: state, country: city.countryCode.description)
    case .oneText: PostalAddress(city: whole.description)
    case .cityAndState: PostalAddress(city: city.name, state: state)
    case .cityAndCountry: PostalAddress(city: city.name, country: country)
    case .cityOnly: PostalAddress(city: city.name)
    case .otherName: PostalAddress(state: state, country: country)
    }
  }

  private static func withoutDiacritics(_ text: String) -> String {
    let scalars = text.decomposedStringWithCanonicalMapping.unicodeScalars
    return String(
      String.UnicodeScalarView(scalars.filter { $0.properties.generalCategory != .nonspacingMark })
    )
  }

  /// The text with a letter left out, doubled, or swapped with the next; `nil` if there are few.
  private static func misspelled(_ text: String, using generator: inout SplitMix64) -> String? {
    var letters = Array(text)
    guard letters.count >= 5 else { return nil }
    let place = Int.random(in: 1..<letters.count - 1, using: &generator)
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: letters.remove(at: place)
    case 1: letters.insert(letters[place], at: place)
    default: letters.swapAt(place, place + 1)
    }
    return String(letters)
  }
}

extension PostalAddress {
  fileprivate func changed(_ change: (String) -> String) -> PostalAddress {
    PostalAddress(city: change(city), state: change(state), country: change(country))
  }
}

/// The results for the addresses of a class.
struct AddressOutcome {
  /// The result for an address.
  package enum Verdict: CaseIterable {
    case right
    /// A city that has the same address.
    case sameAddress
    case other
    case noResult
  }

  var times = Samples()
  private var counts: [Verdict: Int] = [:]
  private var confidence = 0.0

  mutating func add(_ verdict: Verdict, _ result: GeocodingResult?) {
    counts[verdict, default: 0] += 1
    confidence += result?.confidence.score ?? 0
  }

  /// The cells of a table: number of addresses, percentages, mean confidence of those that were found,
  /// and times in microseconds.
  var cells: [String] {
    let found = times.count - counts[.noResult, default: 0]
    return [times.count.grouped]
      + Verdict.allCases.map {
        (Double(counts[$0, default: 0]) / Double(max(times.count, 1)) * 100).rounded(decimals: 2)
      }
      + [(confidence / Double(max(found, 1))).rounded(decimals: 2)]
      + times.microseconds([50, 99])
  }
}
