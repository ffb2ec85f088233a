import CityGeocoding
import CitySearch
import Foundation
import TestSupport
import Testing

@Suite("Postal addresses")
struct PostalAddressTests {
  private static let home = PostalAddress(
    label: "Home", street: "12 O'Connell St", city: "München", state: "Bayern",
    postalCode: "80331", country: "Germany")

  /// The digest of this text was made with `sha256sum`.
  @Test func `the digest is the SHA-256 of a documented text`() {
    // postal address 1\n12 O'Connell St\nMünchen\nBayern\n80331\nGermany\n
    #expect(
      Self.home.addressHash
        == "a6b269867a9c5c9e8265e7d595ff7314cc0251bb2d2a8df93e85c3c840e8d5e3")
    #expect(
      PostalAddress().addressHash
        == "07f02c34099ad6b5a43568587054aa2b25c5bc0077f8d3878889728b41d20dc4")
  }

  @Test(
    arguments: [
      PostalAddress(
        label: "Parents", street: "12 O'Connell St", city: "München", state: "Bayern",
        postalCode: "80331", country: "Germany"),
      PostalAddress(
        street: "  12 \u{A0} O'Connell\tSt\r\n", city: "Mu\u{308}nchen", state: "Bayern",
        postalCode: " 80331", country: "Germany\u{3000}"),
    ].named(by: \.self))
  func `blanks, normalization and the label do not count`(example: Named<PostalAddress>) {
    let other = example.value
    #expect(other.addressHash == Self.home.addressHash)
  }

  @Test(arguments: [
    ("Bäckerstraße 1", "Backerstraße 1"), ("Bäckerstraße 1", "Bäckerstrasse 1"),
    ("10½ Main St", "101/2 Main St"), ("10½ Main St", "10 1/2 Main St"), ("x² 1", "x2 1"),
    ("Main St", "main st"), ("Main St", "Main St."), ("O'Connell St", "O’Connell St"),
    ("Åsgatan", "Asgatan"), ("12-14 High St", "12 14 High St"),
  ])
  func `every letter counts as it was typed`(one: String, other: String) {
    for field in [\PostalAddress.street, \.city, \.state, \.postalCode, \.country] {
      var (first, second) = (Self.home, Self.home)
      first[keyPath: field] = one
      second[keyPath: field] = other
      #expect(first.addressHash != second.addressHash)
    }
  }

  @Test func `each field counts, and so does the field that it stands in`() {
    var digests = [Self.home.addressHash]
    let fields: [WritableKeyPath<PostalAddress, String>] = [
      \.street, \.city, \.state, \.postalCode, \.country,
    ]
    for field in fields {
      var address = Self.home
      address[keyPath: field] += "x"
      digests.append(address.addressHash)
      address[keyPath: field] = ""
      digests.append(address.addressHash)
      // One word, each time in another field.
      var single = PostalAddress()
      single[keyPath: field] = "Paris"
      digests.append(single.addressHash)
      // Letters that move over to the next field.
      var split = PostalAddress(street: "ab", city: "ab", state: "ab", postalCode: "ab")
      split[keyPath: field] = "abab"
      digests.append(split.addressHash)
    }
    #expect(Set(digests).count == digests.count)
  }

  @Test func `equal addresses have equal digests, however their characters are composed`() {
    let (composed, decomposed) = (PostalAddress(city: "\u{E9}"), PostalAddress(city: "e\u{301}"))
    #expect(composed == decomposed)
    #expect(composed.addressHash == decomposed.addressHash)
  }

  @Test func `line ends in a field do not make it two fields`() {
    let one = PostalAddress(street: "a \nb", city: "")
    let two = PostalAddress(street: "a", city: "b")
    #expect(one.addressHash != two.addressHash)
    #expect(one.addressHash == PostalAddress(street: "a b").addressHash)
  }

  @Test func `an address of blanks is blank`() {
    #expect(PostalAddress(label: "Home").isBlank)
    #expect(PostalAddress(street: " \t", city: "—").isBlank)
    #expect(!PostalAddress(postalCode: "1").isBlank)
  }

  @Test func `a description has what is there`() {
    #expect(
      "\(PostalAddress(label: "x", city: "Paris", country: "FR"))" == "Paris, FR")
  }

  // MARK: Geocoded addresses

  private static let result = GeocodingResult(
    coordinate: Coordinate(latitude: 48.1374, longitude: 11.5755),
    confidence: GeocodingConfidence(0.9, reason: "It is the only one."),
    match: GeocodingMatch(name: "München", precision: .city, cityID: 2_867_714))

  @Test func `what needs geocoding`() {
    let date = Date(timeIntervalSinceReferenceDate: 1)
    var address = GeocodedAddress(Self.home)
    #expect(address.needsGeocoding)
    address = GeocodedAddress(Self.home, result: Self.result, date: date)
    #expect(!address.needsGeocoding)

    var other = address
    other.found = nil
    #expect(other.needsGeocoding && other.coordinate == nil && other.match == nil)
    other = address
    other.address.city = "Augsburg"
    #expect(other.needsGeocoding)
    other.address.city = "Munchen"
    #expect(other.needsGeocoding)
    other.address.city = " München "
    #expect(!other.needsGeocoding)
  }

  @Test func `a new label keeps the coordinate, a new city does not`() {
    let date = Date(timeIntervalSinceReferenceDate: 1)
    let geocoded = GeocodedAddress(Self.home, result: Self.result, date: date)
    var address = geocoded
    var renamed = Self.home
    renamed.label = "Office"
    address.update(to: renamed)
    #expect(address.coordinate == geocoded.coordinate && address.found?.date == date)
    #expect(address.address.label == "Office")

    renamed.city = "Augsburg"
    address.update(to: renamed)
    #expect(address == GeocodedAddress(renamed))
  }

  @Test func `geocoded addresses survive JSON unchanged`() throws {
    let address = GeocodedAddress(Self.home, result: Self.result, date: Date())
    let json = try JSONEncoder().encode([address, GeocodedAddress(Self.home)])
    let decoded = try JSONDecoder().decode([GeocodedAddress].self, from: json)
    #expect(decoded == [address, GeocodedAddress(Self.home)])
  }

  @Test func `a confidence is from 0 to 1`() {
    let json = Data(#"{"score":1.5,"reason":""}"#.utf8)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(GeocodingConfidence.self, from: json)
    }
    // Services report such scores.
    let scores = [-.infinity, -0.1, 0, 0.5, 1, 1.02, .infinity, .nan]
    #expect(
      scores.map { GeocodingConfidence($0, reason: "").score } == [0, 0, 0, 0.5, 1, 1, 1, 0])
  }
}
