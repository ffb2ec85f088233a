import CityFavorites
import CitySession
import Observation

/// The model of a list of favorites.
@MainActor @Observable
final class FavoritesModel {
  /// The favorites in order.
  private(set) var cities: [FavoriteCity] = []
  /// Why the favorites could not be read or changed.
  private(set) var failure: String?

  private let favorites: FavoriteCities

  init(_ favorites: FavoriteCities) { self.favorites = favorites }

  /// Updates the list until the task is cancelled.
  func run() async {
    do {
      for await list in try await favorites.updates { cities = list.cities }
    } catch {
      failure = "\(error)"
    }
  }

  /// Whether a place is a favorite.
  func contains(_ item: MapItem) -> Bool { cities.contains { $0.id == item.id } }

  /// Adds a place to the favorites, or removes it.
  func toggle(_ item: MapItem) async {
    do {
      try await favorites.toggle(FavoriteCity(item))
      failure = nil
    } catch {
      failure = "\(error)"
    }
  }
}
