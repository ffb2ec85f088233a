/// What a queue tells of its addresses, after it was saved.
public enum GeocodingNews: Sendable, Hashable {
  /// Addresses were found; an address that was found before is in another place now.
  case found([GeocodedAddress])
  /// Addresses were not found; one that failed before failed again.
  case failed([GeocodingFailure])
  /// Addresses that failed are to be asked for again, because somebody wants it.
  case retried(addressHashes: [String])
  /// Addresses were forgotten with all that is known of them; some may have been enqueued anew since.
  case forgotten(addressHashes: [String])
  /// Some of what was saved earlier could not be read; all else is there.
  case damaged(StorageDamage)
}
