import CitySession
import SwiftUI

struct SearchView: View {
  @State var model: SearchModel

  var body: some View {
    NavigationStack {
      List(model.phase.completions) { completion in
        VStack(alignment: .leading) {
          Text(completion.title)
          Text(completion.subtitle).font(.caption)
        }
      }
      .navigationTitle("Cities")
      .searchable(text: $model.query, prompt: "City, in any language")
    }
    .task { await model.run() }
  }
}
