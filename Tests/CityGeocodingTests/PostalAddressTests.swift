import CityGeocoding
import TestSupport
import Testing

@Suite("Postal addresses")
struct PostalAddressTests {
  private static let home = PostalAddress(
    label: "Home", street: "12 O'Connell St", city: "München", state: "Bayern",
    postalCode: "80331", country: "Germany")

  @Test func `an address of one line is read like a line`() throws {
    let line = "7 Avenue des Acacias, Royan"
    #expect(PostalAddress.lines(of: line) == [PostalAddress(line)])
    #expect(PostalAddress(line).description == line)
  }

  @Test func `an id has a line for each field`() {
    #expect(Self.home.id == "12 O'Connell St\nMünchen\nBayern\n80331\nGermany")
    #expect(PostalAddress().id == "\n\n\n\n")
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
    #expect(other.id == Self.home.id)
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
      #expect(first.id != second.id)
    }
  }

  @Test func `each field counts, and so does the field that it stands in`() {
    var ids = [Self.home.id]
    let fields: [WritableKeyPath<PostalAddress, String>] = [
      \.street, \.city, \.state, \.postalCode, \.country,
    ]
    for field in fields {
      var address = Self.home
      address[keyPath: field] += "x"
      ids.append(address.id)
      address[keyPath: field] = ""
      ids.append(address.id)
      // One word, each time in another field.
      var single = PostalAddress()
      single[keyPath: field] = "Paris"
      ids.append(single.id)
      // Letters that move over to the next field.
      var split = PostalAddress(street: "ab", city: "ab", state: "ab", postalCode: "ab")
      split[keyPath: field] = "abab"
      ids.append(split.id)
    }
    #expect(Set(ids).count == ids.count)
  }

  @Test func `equal addresses have equal ids, however their characters are composed`() {
    let (composed, decomposed) = (PostalAddress(city: "\u{E9}"), PostalAddress(city: "e\u{301}"))
    #expect(composed == decomposed)
    #expect(composed.id == decomposed.id)
  }

  @Test func `line ends in a field do not make it two fields`() {
    let one = PostalAddress(street: "a \nb", city: "")
    let two = PostalAddress(street: "a", city: "b")
    #expect(one.id != two.id)
    #expect(one.id == PostalAddress(street: "a b").id)
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

  @Test func `a text has an address on each line`() {
    let addresses = PostalAddress.lines(of: " Paris,  France\r\n\n — \nRome\rParis, France")
    #expect(addresses.map(\.city) == ["Paris, France", "Rome", "Paris, France"])
    #expect(addresses.map(\.label) == addresses.map(\.city))
    #expect(PostalAddress.lines(of: "").isEmpty)
  }

  @Test func `a confidence is from 0 to 1`() {
    // Services report such scores.
    let scores = [-.infinity, -0.1, 0, 0.5, 1, 1.02, .infinity, .nan]
    #expect(
      scores.map { GeocodingConfidence($0, reason: "").score } == [0, 0, 0, 0.5, 1, 1, 1, 0])
  }
}
