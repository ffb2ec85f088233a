/// An address with the answer of a geocoder: a place, or why there is none.
public struct GeocodedAddress: Sendable, Hashable, Identifiable {
  /// The address that was asked for.
  public let address: PostalAddress
  /// The place, or why there is none.
  public let outcome: Result<GeocodingResult, GeocodingError>

  /// Creates an address with an answer.
  ///
  /// - Parameters:
  ///   - address: The address that was asked for.
  ///   - outcome: The place, or why there is none.
  public init(_ address: PostalAddress, _ outcome: Result<GeocodingResult, GeocodingError>) {
    self.address = address
    self.outcome = outcome
  }

  /// The id of the address.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the address in bytes.
  public var id: String { address.id }

  /// The place; `nil` if there is none.
  public var result: GeocodingResult? {
    if case .success(let result) = outcome { result } else { nil }
  }

  /// Why there is no place; `nil` if there is one.
  public var error: GeocodingError? {
    if case .failure(let error) = outcome { error } else { nil }
  }
}
