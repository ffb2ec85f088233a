/// What a queue tells of its addresses, after it was saved.
public enum GeocodingNews: Sendable, Hashable {
  /// Addresses were found; an address that was found before is in another place now.
  case found([GeocodedAddress])
  /// Addresses are of no interest any more.
  case forgotten(addressHashes: [String])
}
