import Testing

@testable import CityGeocoding

@Suite("Names of regions in addresses") struct RegionNameTests {
  @Test(arguments: [
    ("U.S.A.", "usa"), ("U. S.", "us"), ("usa", "usa"), ("D.C.", "dc"),
    ("Bosnia & Herzegovina", "bosnia herzegovina"),
    ("Bosnia and Herzegovina", "bosnia herzegovina"),
    ("St. Lucia", "saint lucia"), ("The Netherlands", "netherlands"), ("IL 62701", "il"),
    ("02", "02"), ("Île-de-France", "ile de france"), ("", ""), ("–", ""), ("of", ""),
  ])
  func `what people leave out does not count`(name: String, expected: String) {
    #expect(RegionName(name).text == expected)
  }

  @Test(arguments: [
    ("Łódź Voivodeship", "lodz"), ("Republic of the Congo", "congo"), ("State", "state"),
    ("Altai Krai", "altai"), ("Democratic Republic of the Congo", "democratic congo"),
  ])
  func `a bare name lacks the kind of region`(name: String, expected: String) {
    #expect(RegionName(name).bare.text == expected)
  }
}
