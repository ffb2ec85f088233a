import CitySession
import SwiftUI

struct SearchView: View {
  @State var model: SearchModel

  var body: some View {
    NavigationStack {
      List(model.phase.completions) { completion in
        Button {
          Task { await model.choose(completion) }
        } label: {
          CompletionRow(completion: completion)
        }
      }
      .navigationTitle("Cities")
      .searchable(text: $model.query, prompt: "City, in any language")
    }
    .safeAreaInset(edge: .bottom) {
      if let response = model.response {
        PlacesMap(response: response).frame(height: 300)
      }
    }
    .task { await model.run() }
  }
}
