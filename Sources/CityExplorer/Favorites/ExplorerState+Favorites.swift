public import CityFavorites
public import CitySearch

extension ExplorerState {
  /// What a screen shows of the favorites.
  public struct Favorites: Sendable, Equatable {
    /// What is known of the list.
    public var phase = Phase.unknown
    /// Whether the list is open.
    public var isListShown = false
    /// The stars that were tapped and are not in the list yet; they are shown as they were tapped.
    public internal(set) var changes: [City.ID: Change] = [:]
    /// Why the last change was not saved, until somebody has read it or tries again.
    public var failure: FavoritesError?
    /// The changes that were not saved, in order, to be tried again.
    public internal(set) var failedChanges: [FailedChange] = []
    /// The revision of the list that is shown.
    public internal(set) var revision: Int?
    /// The number of the stream whose lists count.
    public internal(set) var observationNumber: Int?

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

    /// A star that was tapped.
    public struct Change: Sendable, Equatable {
      /// What the city is to be, after the last tap.
      public internal(set) var isFavorite: Bool
      /// What the request under way asks for, or the last one did.
      var requested: Bool
      /// The number of the request.
      var number: Int
      /// The first revision of the list that has the change, once it is saved.
      var savedRevision: Int?

      init(isFavorite: Bool, number: Int) {
        self.isFavorite = isFavorite
        requested = isFavorite
        self.number = number
      }
    }

    /// A change that was not saved.
    public enum FailedChange: Sendable, Equatable {
      /// A star that fell back.
      case star(City.ID, isFavorite: Bool)
      /// A favorite that stayed where it was.
      case move(City.ID, to: Int)
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

  /// Forgets the changes that the list shows: it may show still newer ones of other processes.
  mutating func settle() {
    guard let revision else { return }
    changes = changes.filter { $1.savedRevision.map { $0 > revision } ?? true }
  }

  private func isListed(_ id: City.ID) -> Bool { cities.contains { $0.id == id } }
}
