import CitySearch
import Foundation
import GeoNamesCities
import SwiftUI

@main
struct CitiesApp: App {
  private let explorer = Result {
    makeExplorer(of: try .geoNames(), in: .documentsDirectory)
  }

  var body: some Scene {
    WindowGroup {
      switch explorer {
      case .success(let explorer): ExplorerView(explorer)
      case .failure(let error): Text("\(error)")
      }
    }
  }
}
