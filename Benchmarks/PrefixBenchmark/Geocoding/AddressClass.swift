import CityGeocoding
import CitySearch
import Foundation

/// The form of a city's address.
enum AddressClass: String, CaseIterable {
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

/// Writes addresses of cities.
struct AddressWriter {
  let gazetteer: Gazetteer
  /// Other names of cities by their ids.
  let otherNames: [City.ID: [String]]

  /// The address of a city; `nil` if the class does not apply to it, for example to names too short to
  /// misspell.
  func address(
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
  func plainAddress(of city: City, as style: AddressClass) -> PostalAddress {
    let state = gazetteer.admin1Name(of: city) ?? city.admin1Code.description
    let country = gazetteer.countryName(of: city) ?? city.countryCode.description
    let whole = PostalAddress(city: city.name, state: state, country: country)
    return switch style {
    case .asWritten, .misspelledCountry, .misspelledState: whole
    case .lowercased: whole.changed { $0.lowercased() }
    case .withoutDiacritics: whole.changed(Self.withoutDiacritics)
    case .stateCode:
      PostalAddress(city: city.name, state: city.admin1Code.description, country: country)
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
