import CityExplorer
import CityGeocoding
import CitySession
import SwiftUI

struct ExplorerView: View {
  @State private var model: ExplorerModel
  private let queue: GeocodingQueue

  init(_ explorer: Explorer) {
    model = explorer.makeModel()
    queue = explorer.queue
  }

  private var query: Binding<String> {
    Binding {
      model.state.query
    } set: { text in
      model.send(.queryChanged(text))
    }
  }

  var body: some View {
    NavigationStack {
      List(model.state.completions) { completion in
        HStack {
          Button {
            model.send(.completionTapped(completion))
          } label: {
            CompletionRow(completion: completion)
          }
          if completion.cityIDs.count == 1 {
            star(completion.cityIDs[0])
          }
        }
      }
      .navigationTitle("Cities")
      .searchable(text: query, prompt: "City, in any language")
      .onSubmit(of: .search) { model.send(.submitted) }
    }
    .safeAreaInset(edge: .bottom) {
      ExplorerMap(model: model).frame(height: 300)
    }
    .onAppear {
      model.send(.appeared)
      model.send(.favorites(.appeared))
      model.send(.geocoding(.appeared))
    }
  }

  private func star(_ id: MapItem.ID) -> some View {
    let isFavorite = model.state.favorites.contains(id)
    return Button {
      model.send(.favorites(.starred(id, isFavorite: !isFavorite)))
    } label: {
      Image(systemName: isFavorite ? "star.fill" : "star")
    }
  }
}
