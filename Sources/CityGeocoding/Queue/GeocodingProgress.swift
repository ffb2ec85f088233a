/// What a queue is doing.
public enum GeocodingProgress: Sendable, Hashable {
  /// There is nothing to do.
  case idle
  /// The queue asks: `current` of `total` addresses have had their turn, counting the one that is asked for
  /// now.
  case locating(current: Int, total: Int)
  /// The queue was cancelled, with `remaining` addresses left: resume it to go on.
  case paused(remaining: Int)
  /// All addresses had their answer.
  ///
  /// What was found is saved, and so is what failed: see ``GeocodingQueue/failures()``.
  case finished(found: Int, failed: Int)
  /// The geocoder refuses to answer, so nothing more is asked, with `remaining` addresses left.
  ///
  /// The reason is a sentence. Resume the queue when it is gone, or begin another one with another geocoder.
  case refused(reason: String, remaining: Int)
  /// Nothing could be saved any more, so nothing more is asked.
  ///
  /// What was found and not saved is kept in memory: resume the queue when the reason is gone.
  case interrupted(reason: String)
}
