import CitySearch
import CitySession
import MapKit
import SwiftUI

struct PlacesMap: View {
  let response: SearchResponse
  @State private var position = MapCameraPosition.automatic

  var body: some View {
    Map(position: $position) {
      ForEach(response.mapItems) { item in
        Marker(item.placemark.name, coordinate: item.placemark.coordinate.location)
      }
    }
    .onChange(of: response, initial: true) {
      if let region = response.boundingRegion { position = .region(region.mapRegion) }
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
