import CitySearch
import TestSupport
import Testing

/// Texts that people type around a name, and the city that they mean.
@Suite(
  "What people type around a name",
  .disabled(if: Sanitizer.isWatchingThreads, "one thread does all of it"))
struct TypedTextTests {
  private static func matches(_ text: String) throws -> CityMatches {
    try NamedCities.Way.builtRadixTree.index().search(for: text, limit: 10)
  }

  @Test(arguments: [("paris", " "), ("rome, it", " "), ("東京", "都"), ("münchen", "\u{301}")])
  func `the first 1,000 code points of a text are read`(name: String, filler: String) throws {
    let text = name + String(repeating: filler, count: 1_000 - name.unicodeScalars.count)
    let ids = try Self.matches(text).ids
    #expect(try Self.matches(text + "x").ids == ids)
    let other = try Self.matches(String(text.unicodeScalars.dropLast()) + "x").ids
    #expect(other != ids || filler != " ")
    let long = text + String(repeating: ", paris", count: 10_000_000)
    let start = ContinuousClock.now
    let found = try Self.matches(long).ids
    #expect(ContinuousClock.now - start < .seconds(1))
    #expect(found == ids)
  }

  @Test(
    arguments: [
      ("Boston city", 4_930_956), ("City of Boston, MA", 4_930_956), ("Vilnius city", 593_116),
      ("Ghent city", 2_797_656), ("city of Leeds", 2_644_688), ("city of Heidelberg", 2_907_911),
      ("Town of Cary, NC", 4_459_467), ("Kota Cilegon", 1_646_511), ("Kota Jember", 1_642_588),
      ("Mairie de Lyon", 2_996_944), ("Ville de Paris", 2_988_507),
      ("Municipio de Monterrey", 3_995_465), ("Città di Milano", 3_173_435),
      ("Cidade de São Paulo", 3_448_439), ("місто Київ", 703_448),
      ("weather in paris", 2_988_507), ("hotel in berlin", 2_950_159),
      ("flights to new york", 5_128_581), ("gare de lyon", 2_996_944), ("Wien 7", 2_761_369),
    ] as [(String, City.ID)])
  func `words around a name are understood, or the answer says that they are not`(
    text: String, id: City.ID
  ) throws {
    let first = try #require(try Self.matches(text).first)
    #expect(first.id == id, "\(first)")
    #expect(first.grade == .exact || first.grade == .partial && first.address != nil, "\(first)")
  }

  @Test(
    arguments: [
      ("广东省深圳市", 1_795_565), ("广东省深圳", 1_795_565), ("广东深圳", 1_795_565), ("中国北京", 1_816_670),
      ("江苏南京", 1_799_962), ("四川省成都市", 1_815_286), ("福建厦门", 1_790_645),
      ("愛知県名古屋市", 1_856_057), ("愛知名古屋", 1_856_057), ("長野県長野市", 1_856_215),
      ("日本東京", 1_850_147), ("日本神奈川県横浜市", 1_848_354), ("경기도수원시", 1_835_553),
      ("경기수원", 1_835_553),
    ] as [(String, City.ID)])
  func `a region stands before a city without a space`(text: String, id: City.ID) throws {
    let first = try #require(try Self.matches(text).first)
    #expect(first.id == id && first.grade == .exact, "\(first)")
    #expect(!first.regions.isEmpty)
  }

  @Test(
    arguments: [
      ("阿勒頗", 170_063), ("里約熱内盧", 3_451_190), ("艾哈邁達巴德", 1_279_233), ("印多爾", 1_269_743),
      ("开普敦", 3_369_157),
    ] as [(String, City.ID)])
  func `traditional, simplified and Japanese characters are one`(
    text: String, id: City.ID
  ) throws {
    let first = try #require(try Self.matches(text).first)
    #expect(first.id == id && first.grade == .exact, "\(first)")
    #expect(first.highlight.length == text.utf16.count)
  }

  @Test(
    arguments: [
      ("Hong Kong China", 1_819_729), ("Macao, China", 1_821_274), ("Hagåtña, USA", 4_044_012),
      ("Saint-Denis, Réunion, France", 935_264), ("UAE", 292_223),
    ] as [(String, City.ID)])
  func `territories belong to their state, and some short names are regions`(
    text: String, id: City.ID
  ) throws {
    let first = try #require(try Self.matches(text).first)
    #expect(first.id == id && first.grade == .exact, "\(first)")
  }

  @Test func `a space at the end ends the name in any script`() throws {
    #expect(try Self.matches("开普敦 ").first?.id == 3_369_157)
    #expect(try Self.matches("广东省深圳市 ").first?.id == 1_795_565)
    for text in ["인 ", "广东深 "] {
      #expect(try Self.matches(text).allSatisfy { $0.grade != .exact }, "\(text)")
    }
  }

  @Test func `a short name of a country gives its cities, beside names that begin so`() throws {
    #expect(try Self.matches("uk").map(\.id).contains(2_643_743))
    #expect(try !Self.matches("ch").map(\.id).contains(2_657_896))
  }

  @Test func `a city of the state itself comes before one of a territory`() throws {
    let ids = try Self.matches("Saint-Denis, France").map(\.id)
    let (beside, overseas) = (ids.firstIndex(of: 2_980_916), ids.firstIndex(of: 935_264))
    #expect(try #require(beside) < #require(overseas))
  }

  @Test(
    arguments: [
      ("N. Las Vegas", 5_509_403), ("Gral. Roca", 3_855_065), ("Pto. Montt, Chile", 3_874_960),
      ("Neustadt a.d. Weinstraße", 2_864_054), ("E. Lansing MI", 4_991_640),
    ] as [(String, City.ID)])
  func `a word before a period is abbreviated, without a typo`(text: String, id: City.ID) throws {
    let first = try #require(try Self.matches(text).first)
    #expect(
      first.id == id && [.exact, .corrected].contains(first.grade) && first.edits == 0, "\(first)")
    #expect(first.highlight.length == first.matchedName.text.utf16.count)
  }

  @Test func `a number is not corrected, and nothing stands below what a region explains`() throws {
    #expect(try Self.matches("Paris 15").map(\.id) == [2_970_479])
    #expect(try Self.matches("Greenville, RI, USA").map(\.id) == [5_222_476])
  }

  /// A correction in the region is not shown alone.
  @Test func `a large city of exactly the name follows the corrections in a region`() throws {
    let matches = try Self.matches("London, France")
    #expect(matches.map(\.grade) == matches.map(\.grade).sorted(by: <))
    #expect(matches.first?.grade == .corrected)
    let london = try #require(matches.first { $0.id == 2_643_743 })
    #expect(london.grade == .partial && london.regions.isEmpty)
    #expect(matches.filter { $0.grade == .partial }.allSatisfy { $0.city.population >= 100_000 })
  }
}
