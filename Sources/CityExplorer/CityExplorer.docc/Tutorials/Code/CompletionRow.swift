import CitySession
import SwiftUI

struct CompletionRow: View {
  let completion: SearchCompletion

  private var bold: AttributeContainer {
    var attributes = AttributeContainer()
    attributes.inlinePresentationIntent = .stronglyEmphasized
    return attributes
  }

  var body: some View {
    VStack(alignment: .leading) {
      HStack {
        Text(completion.attributedTitle(matched: bold))
        if let name = completion.attributedMatchedName(matched: bold) {
          Text(name).foregroundStyle(.secondary)
        }
      }
      Text(completion.attributedSubtitle(matched: bold)).font(.caption)
    }
  }
}
