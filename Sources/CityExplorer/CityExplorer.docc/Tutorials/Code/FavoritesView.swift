import CityFavorites
import Foundation
import SwiftUI

struct FavoritesView: View {
  @State private var model = FavoritesModel(
    FavoriteCities(
      store: FavoritesFile(at: .documentsDirectory.appending(path: "favorites.jsonl"))))

  var body: some View {
    List(model.cities) { city in
      Label(city.name, systemImage: "star.fill")
    }
    .overlay {
      if let failure = model.failure { Text(failure) }
    }
    .task { await model.run() }
  }
}
