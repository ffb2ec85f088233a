import CitySession
import SwiftUI

struct StarButton: View {
  let item: MapItem
  let model: FavoritesModel

  var body: some View {
    Button {
      Task { await model.toggle(item) }
    } label: {
      Image(systemName: model.contains(item) ? "star.fill" : "star")
    }
  }
}
