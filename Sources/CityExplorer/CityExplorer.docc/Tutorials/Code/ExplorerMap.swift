import CityExplorer
import CitySearch
import CitySession
import MapKit
import SwiftUI

struct ExplorerMap: View {
  let model: ExplorerModel
  @State private var position = MapCameraPosition.automatic
  @State private var visibleRegion: CoordinateRegion?

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
      if let region, region != visibleRegion { position = .region(region.mapRegion) }
    }
    .onMapCameraChange { context in
      guard let region = CoordinateRegion(context.region) else { return }
      visibleRegion = region
      model.send(.regionChanged(region))
    }
    .overlay(alignment: .bottom) {
      if let item = model.state.selectedItem { PlaceCard(placemark: item.placemark) }
    }
  }
}

extension CoordinateRegion {
  init?(_ region: MKCoordinateRegion) {
    let (center, span) = (region.center, region.span)
    guard let center = Coordinate(validatingLatitude: center.latitude, longitude: center.longitude),
      let span = Span(
        validatingLatitudeDelta: span.latitudeDelta, longitudeDelta: span.longitudeDelta)
    else { return nil }
    self.init(center: center, span: span)
  }
}
