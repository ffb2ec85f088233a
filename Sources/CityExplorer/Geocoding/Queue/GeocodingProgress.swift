/// What a queue is doing.
public enum GeocodingProgress: Sendable, Hashable {
  /// There is nothing to do, or the queue was cancelled.
  case idle
  /// The queue asks: `current` of `total` addresses have had their turn, counting the one that is asked for
  /// now.
  case locating(current: Int, total: Int)
  /// All addresses had their answer.
  ///
  /// What was found is saved. What failed is remembered, or asked for again when the queue is resumed.
  case finished(found: Int, failed: Int)
  /// Nothing could be saved any more, so nothing more is asked.
  ///
  /// What was found and not saved is kept in memory: resume the queue when the reason is gone.
  case interrupted(reason: String)
}
