#if Server
import CitySearch
import CitySession
import RemoteSearch

/// A person who reads a page: the languages, and the names of places in them.
struct PageReader: Sendable {
  let texts: PageTexts
  /// The languages that are read, the preferred one first; empty for the names of the data.
  let languages: [String]
  private let names: LocalNames
  private var gazetteer: Gazetteer { names.gazetteer }

  init(_ languages: [String], texts: PageLanguages, names: LocalNames) {
    self.languages = languages
    self.texts = texts.texts(for: languages)
    self.names = names
  }

  /// The placemark of a city, with its names in the languages.
  func placemark(of item: MapItem) -> Placemark {
    var placemark = item.placemark
    guard !languages.isEmpty else { return placemark }
    placemark.name = name(
      of: City(
        id: item.id, name: placemark.name, countryCode: .none, coordinate: placemark.coordinate))
    if let code = placemark.countryCode.flatMap({ CountryCode($0) }),
      let country = names.countryName(of: code, in: languages)
    {
      placemark.countryName = country
    }
    return placemark
  }

  /// The name of a city in the languages.
  func name(of city: City) -> String {
    languages.isEmpty ? city.name : gazetteer.name(of: city, in: languages)
  }

  /// The names of the country of a city, in the data and in the languages; `nil` if either is unknown.
  func countryNames(ofCity id: City.ID) -> (own: String, local: String)? {
    guard !languages.isEmpty, let own = gazetteer.mapItems(withIDs: [id]).first?.placemark,
      let name = own.countryName, let code = own.countryCode.flatMap({ CountryCode($0) }),
      let local = names.countryName(of: code, in: languages)
    else { return nil }
    return (name, local)
  }
}
#endif
