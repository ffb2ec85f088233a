/// An address as people write it on an envelope; what is not known is empty.
///
/// Nothing is checked: an address is text until a geocoder has found it.
public struct PostalAddress: Sendable, Hashable, Codable {
  /// What the owner of the address calls it, such as "Home", which says nothing about the place.
  public var label: String
  /// The street and the number of the house.
  public var street: String
  /// The city, town or village.
  public var city: String
  /// The first-level administrative division, by name or code: state, province, region.
  public var state: String
  /// The postal code.
  public var postalCode: String
  /// The country, by name or by its code of two letters (ISO 3166-1).
  public var country: String

  /// Creates an address; what is not known may be left out.
  public init(
    label: String = "", street: String = "", city: String = "", state: String = "",
    postalCode: String = "", country: String = ""
  ) {
    self.label = label
    self.street = street
    self.city = city
    self.state = state
    self.postalCode = postalCode
    self.country = country
  }
}

extension PostalAddress: CustomStringConvertible {
  /// The fields that are not empty, with commas between them, without the label.
  public var description: String {
    fields.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The fields that say where the place lies, from street to country.
  var fields: [String] { [street, city, state, postalCode, country] }
}
