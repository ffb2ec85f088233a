public import DurableStorage

/// A change of the addresses of a queue, published after it was saved.
@nonexhaustive
public enum GeocodingUpdate: Sendable, Hashable {
  /// Addresses were found. A repeated address replaces its previous result, also an uncertain one.
  case found([GeocodedAddress])
  /// Addresses were found whose places may well be others than the addresses mean; see
  /// ``GeocodingResult/isUncertain``. A repeated address replaces its previous result.
  case uncertain([GeocodedAddress])
  /// Addresses failed. A repeated address replaces its previous failure.
  case failed([GeocodingFailure])
  /// Addresses were enqueued again by a retry: their failures are over, and results stay until new ones
  /// replace them.
  case retried(addressHashes: [String])
  /// Addresses were removed with their results. Some may have been enqueued again since.
  case removed(addressHashes: [String])
  /// Some of the stored data are damaged; all others were read.
  case damaged(StorageDamage)
}

/// The progress of a queue.
@nonexhaustive
public enum GeocodingProgress: Sendable, Hashable {
  /// The queue has not read its store yet: nothing was enqueued, resumed or listed.
  case notStarted
  /// The queue sends requests. Of `total` addresses, `current` have been requested, including the requests
  /// under way.
  case locating(current: Int, total: Int)
  /// The geocoder received too many requests, or does not answer, so the queue waits with `remaining`
  /// addresses left. It continues by itself.
  ///
  /// The reason is a sentence.
  case waiting(reason: String, remaining: Int)
  /// The queue was paused with `remaining` addresses left. ``GeocodingQueue/resume()`` continues.
  case paused(remaining: Int)
  /// All addresses were found, certainly or not, or failed, and that is saved; nothing is left to do.
  ///
  /// The counts are those of the addresses that were requested since the queue last had nothing to do.
  /// They are 0 if everything was known. A retried address that keeps its earlier result counts as found or
  /// uncertain, as that result is. See ``GeocodingQueue/uncertainAddresses()`` and
  /// ``GeocodingQueue/failures()``.
  case finished(found: Int, uncertain: Int, failed: Int)
  /// The geocoder rejects all requests, so the queue stopped with `remaining` addresses left.
  ///
  /// The reason is a sentence. Resume the queue when the cause is fixed, or create another one with another
  /// geocoder.
  case refused(reason: String, remaining: Int)
  /// The store cannot be written, so the queue stopped.
  ///
  /// Results that are not saved are kept in memory. Resume the queue when the cause is fixed.
  case interrupted(reason: String)
}
