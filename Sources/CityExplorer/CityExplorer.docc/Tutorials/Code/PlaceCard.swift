import CitySession
import SwiftUI

struct PlaceCard: View {
  let placemark: Placemark

  var body: some View {
    VStack(alignment: .leading) {
      Text(placemark.name).font(.headline)
      if let region = placemark.division { Text(region) }
      if let country = placemark.countryName { Text(country) }
      if let population = placemark.population { Text("\(population) inhabitants") }
    }
    .padding()
    .background(.regularMaterial, in: .rect(cornerRadius: 12))
    .padding()
  }
}
