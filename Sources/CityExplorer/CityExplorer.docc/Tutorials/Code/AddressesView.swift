import CityGeocoding
import CitySearch
import MapKit
import SwiftUI

struct AddressesView: View {
  @State private var model: AddressesModel
  @State private var text = ""

  init(_ gazetteer: Gazetteer) {
    let queue = GeocodingQueue(
      geocoder: LineGeocoder(gazetteer),
      store: GeocodingJournal(at: .documentsDirectory.appending(path: "addresses.jsonl")))
    model = AddressesModel(queue)
  }

  var body: some View {
    VStack {
      Map {
        ForEach(model.found.sorted { $0.key < $1.key }, id: \.key) { _, address in
          if let coordinate = address.coordinate {
            let label = address.address.label
            Marker(address.isUncertain ? "\(label)?" : label, coordinate: coordinate.location)
          }
        }
      }
      if case .locating(let current, let total) = model.progress {
        ProgressView("\(current) of \(total)", value: Double(current), total: Double(total))
      }
      TextEditor(text: $text)
      Button("Find on the map") { Task { await model.add(text) } }
      if let failure = model.failure { Text(failure) }
    }
    .task { await model.run() }
    .task { await model.observeProgress() }
  }
}
