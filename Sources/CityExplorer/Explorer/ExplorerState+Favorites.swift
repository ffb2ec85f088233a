public import CitySearch

extension ExplorerState {
  /// What a screen shows of the favorites.
  public struct Favorites: Sendable, Equatable {
    /// What is known of the list.
    public var phase = Phase.unknown
    /// Whether the list is open.
    public var isListShown = false
    /// The changes that were asked for and are not in the list yet; stars show them already.
    public var changes: [City.ID: Change] = [:]
    /// Why the last change was not saved, until somebody has read it.
    public var failure: FavoritesError?
    /// The number of the stream whose lists count.
    public var observationNumber: Int?

    /// What is known of the list.
    public enum Phase: Sendable, Equatable {
      /// Nobody asked.
      case unknown
      /// It is read for the first time.
      case loading
      /// It is known.
      case loaded([ResolvedFavorite])
      /// It cannot be read.
      case failed(FavoritesError)
    }

    /// A change that was asked for.
    public struct Change: Sendable, Equatable {
      /// What the city will be.
      public var isFavorite: Bool
      /// The number of the request.
      public var number: Int
      /// Whether it is saved; the list will say so, too, in a moment.
      public var isSaved = false

      /// Creates a change.
      public init(isFavorite: Bool, number: Int, isSaved: Bool = false) {
        self.isFavorite = isFavorite
        self.number = number
        self.isSaved = isSaved
      }
    }

    /// Creates the state of a screen that nobody used yet.
    public init() {}
  }
}

extension ExplorerState.Favorites {
  /// The favorites in order, as they are saved.
  public var cities: [ResolvedFavorite] {
    if case .loaded(let cities) = phase { cities } else { [] }
  }

  /// Whether to show that there are no favorites, instead of a list: they are known, and none.
  public var isEmpty: Bool { phase == .loaded([]) }

  /// Whether the star of a city is to be shown full.
  ///
  /// - Parameter id: The id of the city.
  /// - Returns: What was asked for last, saved or not.
  /// - Complexity: O(*f*), where *f* is the number of favorites.
  public func contains(_ id: City.ID) -> Bool {
    changes[id]?.isFavorite ?? isListed(id)
  }

  /// Forgets the changes that the list shows.
  mutating func settle() {
    changes = changes.filter { !($1.isSaved && $1.isFavorite == isListed($0)) }
  }

  private func isListed(_ id: City.ID) -> Bool { cities.contains { $0.id == id } }
}
