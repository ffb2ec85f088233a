public import DurableStorage
public import Foundation

/// Favorites in the user defaults of an app.
///
/// The value is a compacted log, as ``FavoritesFile`` writes it. User defaults are read and written
/// whole, so each change costs as much as all favorites together: about 0.1 s for 1,000 and 0.5 s for
/// 10,000. Use ``FavoritesFile`` for more than a few hundred.
///
/// Stores in one process never lose each other's updates. User defaults have no lock between processes:
/// if an app and its extensions change the same favorites, use a file. On Apple platforms the system
/// decides when user defaults reach the disk. On others they are written before a change returns, but
/// may still be lost in a power failure.
public struct FavoritesDefaults: FavoritesStore, @unchecked Sendable {
  // Unchecked, because not every platform declares user defaults thread-safe; each use here holds the
  // lock.
  private let defaults: UserDefaults
  private let key: String

  /// One lock for all stores, because two stores may name the same defaults in two ways.
  private static let lock = NSLock()

  /// Creates a store without reading the defaults.
  ///
  /// - Parameters:
  ///   - defaults: The user defaults.
  ///   - key: The key of the value.
  public init(in defaults: UserDefaults = .standard, key: String = "favoriteCities") {
    self.defaults = defaults
    self.key = key
  }

  /// Reads the favorites.
  ///
  /// - Returns: The list; empty if there is no value.
  /// - Throws: ``/DurableStorage/StorageError`` with the key and the reason, if the value is damaged or of a newer
  ///   version.
  /// - Complexity: O(*n*), where *n* is the length of the value.
  public func load() throws(StorageError) -> FavoriteList {
    Self.lock.lock()
    defer { Self.lock.unlock() }
    return try log(of: value()).list
  }

  /// Reads, changes and writes the value, in isolation from all other updates in this process.
  ///
  /// - Parameter change: Changes the current list; it must not use a store.
  /// - Returns: The new list, and the result of `change`.
  /// - Throws: ``/DurableStorage/StorageError`` with the key and the reason, or the error of `change`; the value is
  ///   unchanged then.
  /// - Complexity: O(*n*), where *n* is the length of the value.
  @discardableResult
  public func update<Result: Sendable>(
    _ change: @Sendable (inout FavoriteList) throws -> Result
  ) throws -> (list: FavoriteList, result: Result) {
    Self.lock.lock()
    defer { Self.lock.unlock() }
    // Read once: another process can replace the value at any time.
    let old = try value()
    var log = try log(of: old)
    let (list, changes, result) = try log.list.changed(by: change)
    if !changes.isEmpty {
      let lines = try FavoritesLog.encode(changes)
      var data = old ?? Data()
      data.append(log.separator)
      for line in lines { data.append(line) }
      log.didAppend(lines, for: changes, resultingIn: list)
      try write([key: log.compact(data)])
    }
    return (list, result)
  }

  /// Moves the value to another key, so that the next change starts a new one.
  ///
  /// Call it for values that cannot be read, and only if a person asked for it.
  ///
  /// - Returns: The new key, which had no value before; `nil` if there is no value.
  /// - Throws: ``/DurableStorage/StorageError`` with the key and the reason; the value keeps its key then.
  @discardableResult
  public func setAside() throws(StorageError) -> String? {
    Self.lock.lock()
    defer { Self.lock.unlock() }
    guard let value = defaults.object(forKey: key) else { return nil }
    var number = 1
    while defaults.object(forKey: "\(key).aside-\(number)") != nil { number += 1 }
    try write(["\(key).aside-\(number)": value, key: nil])
    return "\(key).aside-\(number)"
  }

  /// The name of the value in errors.
  private var source: String { "The setting \"\(key)\"" }

  /// Sets or removes some values, and makes that as durable as the platform can.
  private func write(_ values: [String: Any?]) throws(StorageError) {
    #if canImport(Darwin)
    set(values)
    #else
    // Without this call, the values stay in memory until the program ends.
    let old = set(values)
    guard defaults.synchronize() else {
      set(old)
      throw .notWritable(
        file: source, operation: "synchronizing", reason: "the system gives no reason")
    }
    #endif
  }

  /// Sets or removes some values, and returns the old ones.
  @discardableResult
  private func set(_ values: [String: Any?]) -> [String: Any?] {
    var old: [String: Any?] = [:]
    for (key, value) in values {
      old.updateValue(defaults.object(forKey: key), forKey: key)
      if let value { defaults.set(value, forKey: key) } else { defaults.removeObject(forKey: key) }
    }
    return old
  }

  private func log(of value: Data?) throws(StorageError) -> FavoritesLog {
    var log = FavoritesLog(source: source)
    guard let value else { return log }
    try log.read(value)
    guard !log.hasTornEnd else {
      throw StorageError.damaged(file: source, reason: "its last line is incomplete")
    }
    return log
  }

  private func value() throws(StorageError) -> Data? {
    guard let value = defaults.object(forKey: key) else { return nil }
    guard let data = value as? Data else {
      throw StorageError.damaged(file: source, reason: "its value must be data, got \(value)")
    }
    return data
  }
}
