public import CitySearch
public import DurableStorage
public import Foundation

/// Favorites as three functions, for the code that runs the effects of an app.
///
/// Tests and previews replace the functions that they need, as with ``/CitySession/SearchClient``.
public struct FavoritesClient: Sendable {
  /// The current favorites, and then the newest after changes; throws ``FavoritesError``.
  public var updates: @Sendable () async throws -> AsyncStream<ResolvedFavorites>
  /// Adds a city to the favorites or removes it, unless that is the case already; throws
  /// ``FavoritesError``.
  ///
  /// It returns a revision. Lists of ``updates`` with this revision or a later one include the change.
  public var set: @Sendable (_ id: City.ID, _ isFavorite: Bool) async throws -> Int
  /// Moves a favorite to another position; throws ``FavoritesError``.
  public var move: @Sendable (_ id: City.ID, _ position: Int) async throws -> Void

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - updates: Returns the current favorites, and then the newest after changes.
  ///   - set: Adds a city to the favorites, or removes it.
  ///   - move: Moves a favorite to another position.
  public init(
    updates: @escaping @Sendable () async throws -> AsyncStream<ResolvedFavorites>,
    set: @escaping @Sendable (_ id: City.ID, _ isFavorite: Bool) async throws -> Int,
    move: @escaping @Sendable (_ id: City.ID, _ position: Int) async throws -> Void
  ) {
    self.updates = updates
    self.set = set
    self.move = move
  }
}

/// The favorites to show at one moment.
public struct ResolvedFavorites: Sendable, Hashable {
  /// The favorites in order.
  public var cities: [ResolvedFavorite]
  /// The revision of the list; later lists have higher revisions.
  public var revision: Int

  /// Creates a list of favorites to show.
  ///
  /// - Parameters:
  ///   - cities: The favorites in order.
  ///   - revision: The revision of the list.
  public init(_ cities: [ResolvedFavorite], revision: Int) {
    self.cities = cities
    self.revision = revision
  }
}

/// An error of a ``FavoritesClient``.
public enum FavoritesError: Error {
  /// The store cannot be read or written.
  case storage(StorageError)
  /// No city with this id can be added.
  case unknownCity(City.ID)
  /// This client has no favorites.
  case unavailable
  /// Another error: of another kind of store, or of the lookup of a city.
  case failed(any Error)

  package init(_ error: any Error) {
    self =
      switch error {
      case let error as FavoritesError: error
      case let error as StorageError: .storage(error)
      default: .failed(error)
      }
  }
}

extension FavoritesError: Equatable {
  /// Whether both are the same case with equal values; other errors are equal if type and description
  /// are.
  public static func == (first: FavoritesError, second: FavoritesError) -> Bool {
    switch (first, second) {
    case (.storage(let one), .storage(let two)): one == two
    case (.unknownCity(let one), .unknownCity(let two)): one == two
    case (.unavailable, .unavailable): true
    case (.failed(let one), .failed(let two)):
      type(of: one) == type(of: two) && String(reflecting: one) == String(reflecting: two)
    default: false
    }
  }
}

extension FavoritesError: CustomStringConvertible, LocalizedError {
  /// The error as a sentence.
  public var description: String {
    switch self {
    case .storage(let error): error.description
    case .unknownCity(let id): "There is no city with the id \(id)."
    case .unavailable: "Favorites are not available here."
    case .failed(let error): "The favorites failed: \(error)"
    }
  }

  /// The same sentence.
  public var errorDescription: String? { description }
}
