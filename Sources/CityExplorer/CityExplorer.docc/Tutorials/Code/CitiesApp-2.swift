import CitySearch
import GeoNamesCities
import SwiftUI

@main
struct CitiesApp: App {
  private let gazetteer = Result { try Gazetteer.geoNames() }

  var body: some Scene {
    WindowGroup {
      switch gazetteer {
      case .success(let gazetteer): Text("\(gazetteer.count) cities")
      case .failure(let error): Text("\(error)")
      }
    }
  }
}
