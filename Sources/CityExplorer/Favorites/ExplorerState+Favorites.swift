public import CityFavorites
public import CitySearch

extension ExplorerState {
  /// The favorites on the screen.
  public struct Favorites: Sendable, Equatable {
    /// The phase of the list.
    package internal(set) var phase = Phase.unknown
    /// The tapped stars that are being saved; they are shown as they were tapped.
    var changes: [City.ID: Change] = [:]
    /// Why the latest change was not saved; `nil` after it was dismissed or retried.
    public internal(set) var failure: FavoritesError?
    /// The changes that were not saved, in order, for a retry.
    package internal(set) var failedChanges: [FailedChange] = []
    /// The number of moves that are being saved.
    var unsavedMoveCount = 0

    /// The phase of the list.
    package enum Phase: Sendable, Equatable {
      /// Nothing has asked for the favorites.
      case unknown
      /// The first list is being read.
      case loading
      /// The list, with the current places of its cities.
      case loaded(FavoriteList)
      /// The list cannot be read.
      case failed(FavoritesError)
    }

    /// A star that was tapped.
    struct Change: Sendable, Equatable {
      /// Whether the city will be a favorite, after the last tap.
      var isFavorite: Bool
      /// The star that the latest request sets.
      var requested: Bool
      /// The number of the request.
      var number: Int
    }

    /// A change that was not saved.
    package enum FailedChange: Sendable, Equatable {
      /// A star that was reverted.
      case star(City.ID, isFavorite: Bool)
      /// A move that was reverted.
      case move(City.ID, to: Int)
    }
  }
}

extension ExplorerState.Favorites {
  /// The saved favorites; `nil` before they are loaded.
  package var list: FavoriteList? {
    if case .loaded(let list) = phase { list } else { nil }
  }

  /// The saved favorites, in order.
  public var cities: [FavoriteCity] { list?.cities ?? [] }

  /// Why the list cannot be read; `nil` if it can, or nothing has asked for it.
  public var loadingFailure: FavoritesError? {
    if case .failed(let error) = phase { error } else { nil }
  }

  /// Whether the list is loaded and empty.
  public var isEmpty: Bool { list?.cities.isEmpty ?? false }

  /// Whether a change is being saved.
  package var isSaving: Bool { unsavedMoveCount > 0 || !changes.isEmpty }

  /// Whether the star of a city is full.
  ///
  /// - Parameter id: The id of the city.
  /// - Returns: The star as it was tapped last, saved or not.
  /// - Complexity: O(1).
  public func contains(_ id: City.ID) -> Bool {
    changes[id]?.isFavorite ?? isListed(id)
  }

  /// Whether a city is in the saved list.
  func isListed(_ id: City.ID) -> Bool { list?.contains(id) ?? false }
}
