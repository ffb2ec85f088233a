import CityExplorer
import Foundation

/// A program that the tests start to keep data, and kill while it does.
///
///     storage-probe [--limit BYTES] [--powerless] TASK ARGUMENT...
///
/// With `--limit`, no file can grow beyond so many bytes, as on a full disk. With `--powerless`, the
/// rights on files count even if an administrator runs the tests.
@main
enum StorageProbe {
  /// What the program can do; the tasks of one kind of data stand in a file of their own.
  static let tasks: [String: @Sendable ([String]) async throws -> Void] = [
    "add-favorites": FavoritesProbe.add,
    "churn-favorites": FavoritesProbe.churn,
    "append": append,
