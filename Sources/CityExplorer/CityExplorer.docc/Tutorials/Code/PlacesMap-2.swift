import CitySearch
import CitySession
import MapKit
import SwiftUI

struct PlacesMap: View {
  let response: SearchResponse
  @State private var position = MapCameraPosition.automatic
  @State private var selection: City.ID?

  var body: some View {
    Map(position: $position, selection: $selection) {
      ForEach(response.mapItems) { item in
        Marker(item.placemark.name, coordinate: item.placemark.coordinate.location)
          .tag(item.id)
      }
    }
    .onChange(of: response, initial: true) {
      if let region = response.boundingRegion { position = .region(region.mapRegion) }
      selection = response.mapItems.count == 1 ? response.mapItems.first?.id : nil
    }
    .overlay(alignment: .bottom) {
      if let item = response.mapItems.first(where: { $0.id == selection }) {
        PlaceCard(placemark: item.placemark)
      }
    }
  }
}

extension Coordinate {
  var location: CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
  }
}

extension CoordinateRegion {
  var mapRegion: MKCoordinateRegion {
    MKCoordinateRegion(
      center: center.location,
      span: MKCoordinateSpan(
        latitudeDelta: span.latitudeDelta, longitudeDelta: span.longitudeDelta))
  }
}
