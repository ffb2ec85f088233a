public import Foundation

/// Favorites among the settings of an app.
///
/// The value is the document that ``FavoritesFile`` writes. Stores in one process never lose each
/// other's updates. Settings know no lock between processes: if an app and its extensions, say,
/// write the same favorites, take a file. On Apple's systems, the system decides when settings reach
/// the disk. Elsewhere they are written before a change returns; not even there do they all survive a
/// power failure.
public struct FavoritesDefaults: FavoritesStore, @unchecked Sendable {
  // Unchecked, because not every platform says that settings may be used on all threads; the lock
  // is around each use here.
  private let defaults: UserDefaults
  private let key: String

  /// One for all stores: two of them may name the same settings in two ways.
  private static let lock = NSLock()

  /// Names the setting; nothing is read yet.
  ///
  /// - Parameters:
  ///   - defaults: The settings to use.
  ///   - key: The name of the setting.
  public init(_ defaults: UserDefaults = .standard, key: String = "favoriteCities") {
    self.defaults = defaults
    self.key = key
  }

  /// Reads the favorites.
  ///
  /// - Returns: The cities in order; none if there is no such setting.
  /// - Throws: ``StorageError`` with the key and the reason, if the setting makes no sense or is of a
  ///   newer version.
  /// - Complexity: O(*n*), where *n* is the length of the value.
  public func load() throws -> [FavoriteCity] { try Self.lock.withLock { try value() } }

  /// Reads, changes and writes the setting, alone in this process.
  ///
  /// - Parameter change: Changes the list of this moment; it must not use a store.
  /// - Returns: What the change returns.
  /// - Throws: ``StorageError`` with the key and the reason, or what the change throws; the setting
  ///   is as it was.
  /// - Complexity: O(*n*), where *n* is the length of the value.
  public func update<Result>(_ change: (inout [FavoriteCity]) throws -> Result) throws -> Result {
    try Self.lock.withLock {
      let old = try value()
      var cities = old
      let result = try change(&cities)
      if cities != old { try write([key: try FavoritesDocument.encode(cities)]) }
      return result
    }
  }

  /// Gives the setting another key, so that favorites can be begun anew.
  ///
  /// It is for values that cannot be read, and for nothing but the explicit wish of a person.
  ///
  /// - Returns: The new key, which had no value before; `nil` if there is no such setting.
  /// - Throws: ``StorageError`` with the key and the reason; the setting is where it was.
  @discardableResult
  public func setAside() throws -> String? {
    try Self.lock.withLock {
      guard let value = defaults.object(forKey: key) else { return nil }
      var number = 1
      while defaults.object(forKey: "\(key).aside-\(number)") != nil { number += 1 }
      try write(["\(key).aside-\(number)": value, key: nil])
      return "\(key).aside-\(number)"
    }
  }

  /// What errors call the setting.
  private var place: String { "The setting \"\(key)\"" }

  /// Gives some settings new values, or none, and keeps them as well as the platform can.
  private func write(_ values: [String: Any?]) throws(StorageError) {
    #if canImport(Darwin)
    set(values)
    #else
    // Without being asked to write, the system keeps settings in memory until the program ends.
    let old = set(values)
    guard defaults.synchronize() else {
      set(old)
      throw .notWritable(
        file: place, operation: "synchronizing", reason: "the system does not say why")
    }
    #endif
  }

  /// Gives some settings new values, or none, and returns the old ones.
  @discardableResult
  private func set(_ values: [String: Any?]) -> [String: Any?] {
    var old: [String: Any?] = [:]
    for (key, value) in values {
      old.updateValue(defaults.object(forKey: key), forKey: key)
      if let value { defaults.set(value, forKey: key) } else { defaults.removeObject(forKey: key) }
    }
    return old
  }

  private func value() throws -> [FavoriteCity] {
    guard let value = defaults.object(forKey: key) else { return [] }
    guard let data = value as? Data else {
      throw StorageError.damaged(file: place, reason: "its value is no data, but \(value)")
    }
    return try FavoritesDocument.decode(data, from: place)
  }
}
