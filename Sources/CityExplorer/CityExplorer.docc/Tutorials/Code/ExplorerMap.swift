import CityExplorer
import CitySession
import MapKit
import SwiftUI

struct ExplorerMap: View {
  let model: ExplorerModel
  @State private var position = MapCameraPosition.automatic

  private var selection: Binding<MapItem.ID?> {
    Binding {
      model.state.selection
    } set: { id in
      model.send(id.map { .citySelected($0) } ?? .selectionCleared)
    }
  }

  var body: some View {
    Map(position: $position, selection: selection) {
      ForEach(model.state.mapItems) { item in
        Marker(item.placemark.name, coordinate: item.placemark.coordinate.location)
          .tag(item.id)
      }
      ForEach(model.state.geocoding.markers) { marker in
        Marker(marker.placemark.name, coordinate: marker.placemark.coordinate.location)
          .tint(.green)
      }
    }
    .onChange(of: model.state.region) { _, region in
      if let region { position = .region(region.mapRegion) }
    }
    .overlay(alignment: .bottom) {
      if let item = model.state.selectedItem { PlaceCard(placemark: item.placemark) }
    }
  }
}
