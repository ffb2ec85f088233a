internal import CityExplorer
internal import CityFavorites
internal import CityGeocoding
internal import CitySearch
internal import CitySession
internal import JSONText

extension JSONText {
  /// The card of the chosen place, and why there is none.
  mutating func card(of model: PageModel) {
    let state = model.state
    object {
      if let item = state.selectedItem {
        $0.member("id", "\(item.id)")
        $0.member("isFavorite", state.favorites.contains(item.id))
        $0.cardMembers(of: item.placemark)
      } else if let marker = state.geocoding.selectedMarker {
        $0.cardMembers(of: marker.placemark)
        $0.member("isUncertain", marker.result.isUncertain)
        $0.reasons(for: marker.address, in: model.cities?.gazetteer)
        if !marker.result.unmatchedParts.isEmpty {
          $0.member("notUnderstood", marker.result.unmatchedParts.joined(separator: ", "))
        }
      }
      switch state.lookup {
      case .missing: $0.member("note", Message("gone"))
      case .failed(_, let error): $0.member("failure", error.description)
      case .idle, .loading: break
      }
    }
  }

  /// Why an address has its city: read once more, so that answers are kept without sentences in one language.
  private mutating func reasons(for address: PostalAddress, in gazetteer: Gazetteer?) {
    key("reasons")
    array {
      for reason in gazetteer?.reading(of: AddressFields(address))?.reasons ?? [] {
        $0.value(Message(reason))
      }
    }
  }

  private mutating func cardMembers(of placemark: Placemark) {
    member("name", placemark.name)
    regionMembers(of: placemark)
    if let population = placemark.population { member("population", population) }
    members(of: placemark.coordinate)
    member("timeZone", placemark.timeZone)
  }

  /// A page of the favorites.
  mutating func favorites(of model: PageModel) {
    let favorites = model.state.favorites
    let shown = ShownFavorites(model)
    object {
      $0.key("places")
      $0.page(shown.cities.indices, of: shown.count) { json, position in
        let city = shown.cities[position]
        json.object {
          $0.member("id", "\(city.id)")
          $0.member("name", city.name)
          $0.regionMembers(of: city.placemark)
          $0.member("isGone", city.isMissing)
        }
      }
      switch favorites.phase {
      case .failed(.failed(let error)): $0.member("failure", error.reason)
      case .failed(let error): $0.member("failure", error.description)
      case .loaded where shown.count == 0: $0.member("note", Message("noFavorites"))
      case .unknown, .loading, .loaded: break
      }
      switch favorites.failure {
      case .full(let limit)?: $0.member("problem", Message("favoritesFull", count: limit))
      case .failed(let error)?: $0.member("failure", error.reason)
      case let error?: $0.member("failure", error.description)
      case nil: break
      }
      if model.lostFavoriteCount > 0 {
        $0.member(
          "damage",
          Message("lost", count: model.lostFavoriteCount, total: favorites.cities.count))
      }
    }
  }

  /// The markers, which of them is chosen, and where the map moves.
  mutating func map(of model: PageModel) {
    let state = model.state
    // While a text is typed, of the places that were chosen before only that of an open card stays.
    let chosen = state.mapItems.filter { !model.showsFound || $0.id == state.selection }
    var ids = Set(chosen.map { $0.id })
    let found = model.foundPlaces.filter { ids.insert($0.id).inserted }
    let favorites = ShownFavorites(model).cities.filter { !ids.contains($0.id) }
    let places =
      chosen.map { ($0, "city") } + found.map { ($0, "found") }
      + favorites.map { ($0.mapItem, "favorite") }
    var counts: [String: Int] = [:]
    for (item, _) in places { counts[item.placemark.name, default: 0] += 1 }
    object {
      $0.key("markers")
      $0.array {
        for (item, kind) in places {
          $0.object {
            $0.member("id", "\(item.id)")
            $0.members(of: item.placemark.coordinate)
            $0.member("label", item.placemark.name)
            // Places of one name are told apart.
            if counts[item.placemark.name, default: 0] > 1 {
              $0.regionMembers(of: item.placemark)
              $0.member("subdivision", item.placemark.subdivision)
            }
            $0.member("kind", kind)
            $0.member("isFavorite", state.favorites.contains(item.id))
          }
        }
      }
      if let id = state.selection {
        $0.member("selected", "\(id)")
      } else if let id = state.geocoding.selection,
        let position = state.geocoding.markers.firstIndex(where: { $0.id == id })
      {
        $0.member("selected", "a\(position)")
      }
      // A region that the map itself reported needs no flight, and what is found is no reason for one back.
      if !model.showsFound, let region = state.region, region != model.reportedRegion {
        let rectangle = region.rectangle
        $0.key("region")
        $0.object {
          $0.key("southWest")
          $0.object { $0.members(of: rectangle.southWest) }
          $0.key("northEast")
          $0.object { $0.members(of: rectangle.northEast) }
        }
      }
    }
  }
}

/// The favorites of the page of the list.
private struct ShownFavorites {
  let count: Int
  let cities: ArraySlice<FavoriteCity>

  init(_ model: PageModel) {
    let favorites = model.state.favorites
    let all = favorites.cities.filter { favorites.contains($0.id) }
    count = all.count
    cities = all[model.pages.range(of: .favorites, count: all.count)]
  }
}

extension CoordinateRectangle {
  fileprivate var southWest: Coordinate {
    Coordinate(fixedLatitude: fixedSouth, fixedLongitude: fixedWest)
  }

  fileprivate var northEast: Coordinate {
    Coordinate(fixedLatitude: fixedNorth, fixedLongitude: fixedEast)
  }
}
