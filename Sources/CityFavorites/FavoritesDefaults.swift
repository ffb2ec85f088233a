internal import DurableStorage
public import Foundation

/// Favorites among the settings of an app.
///
/// The value is what ``FavoritesFile`` writes, without the lines about what is over. Settings can only be
/// read and written whole: each change costs as much as all favorites do, about 0.1 s for 1,000 and 0.5 s
/// for 10,000. Take a file if there may be more than a few hundred.
///
/// Stores in one process never lose each other's updates. Settings know no lock between processes: if an
/// app and its extensions, say, write the same favorites, take a file. On Apple's systems, the system
/// decides when settings reach the disk. Elsewhere they are written before a change returns; not even
/// there do they all survive a power failure.
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
  public func load() throws -> FavoriteList { try Self.lock.withLock { try log().list } }

  /// Reads, changes and writes the setting, alone in this process.
  ///
  /// - Parameter change: Changes the list of this moment; it must not use a store.
  /// - Returns: The new list, and what the change returned.
  /// - Throws: ``StorageError`` with the key and the reason, or what the change throws; the setting
  ///   is as it was.
  /// - Complexity: O(*n*), where *n* is the length of the value.
  @discardableResult
  public func update<Result: Sendable>(
    _ change: @Sendable (inout FavoriteList) throws -> Result
  ) throws -> (list: FavoriteList, result: Result) {
    try Self.lock.withLock {
      var log = try log()
      let (list, changes, result) = try log.list.changed(by: change)
      if !changes.isEmpty {
        let lines = try FavoritesLog.encode(changes)
        var data = try value() ?? Data()
        data.append(log.separator)
        for line in lines { data.append(line) }
        log.written(list, changes, lines)
        try write([key: log.compact(data)])
      }
      return (list, result)
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

  private func log() throws -> FavoritesLog {
    var log = FavoritesLog(place: place)
    guard let value = try value() else { return log }
    try log.read(value)
    guard !log.hasTornEnd else {
      throw StorageError.damaged(file: place, reason: "its last line has no end")
    }
    return log
  }

  private func value() throws -> Data? {
    guard let value = defaults.object(forKey: key) else { return nil }
    guard let data = value as? Data else {
      throw StorageError.damaged(file: place, reason: "its value is no data, but \(value)")
    }
    return data
  }
}
