import CitySearch
import Foundation
import Testing

@Suite("Ids of cities") struct CityIDTests {
  /// Ids that a 32-bit `Int` holds, ids that only a gazetteer file holds, and ids of other sources.
  private static let ids: [City.ID] = [
    -9_223_372_036_854_775_808, -1, 0, 2_867_714, 2_147_483_648, 4_294_967_295, 4_294_967_296,
    9_223_372_036_854_775_807,
  ]

  @Test(arguments: ids)
  func `an id is coded as its number, and written as its digits`(id: City.ID) throws {
    let data = try JSONEncoder().encode([id])
    #expect(String(decoding: data, as: UTF8.self) == "[\(id.rawValue)]")
    #expect(try JSONDecoder().decode([City.ID].self, from: data) == [id])
    #expect(City.ID("\(id)") == id)
    #expect(City.ID(exactly: id.rawValue) == id && City.ID(id.rawValue) == id)
  }

  @Test func `ids are ordered as their numbers`() {
    #expect(Self.ids.shuffled().sorted() == Self.ids)
    #expect(Set(Self.ids).count == Self.ids.count)
  }

  @Test func `what is no number of 64 bits is no id`() {
    for text in ["", " 1", "1.0", "one", "9223372036854775808"] { #expect(City.ID(text) == nil) }
    #expect(City.ID(exactly: UInt64.max) == nil)
  }
}
