import CitySearch
import CityTestSupport
import GazetteerBuilding
import TestSupport
import Testing

@testable import CitySession

@Suite("The minimum of characters", .againstHanging)
struct MinimumCharactersTests {
  private let index = Result { CityIndex(try Gazetteer([.testCity(7)])) }

  @Test func `when a source is asked depends on the source`() throws {
    let index = try index.get()
    let sources: [(any CitySearchable, SearchPacing)] = [
      (index, .immediate), (SortedCitySearch(index, by: .population), .immediate),
      (ScriptedSource(), SearchPacing(minimumCharacters: nil, pause: .milliseconds(300))),
      (
        SortedCitySearch(ScriptedSource()),
        SearchPacing(minimumCharacters: nil, pause: .milliseconds(300))
      ),
    ]
    for (source, pacing) in sources {
      #expect(SearchClient.live(source).pacing == pacing)
      let other = SearchClient.live(source, minimumCharacters: 2, pause: .seconds(1))
      #expect(other.pacing == SearchPacing(minimumCharacters: 2, pause: .seconds(1)))
    }
  }

  @Test(arguments: [
    "北", "東京", "々", "〇", "𠮷", "﨑", "お", "オ", "ｵ", "ー", "서", "\u{1109}", "ㅅ", "ﾤ", " 「北", "1北",
  ])
  func `one Han, Kana or Hangul is enough for any source`(text: String) {
    #expect(SearchCriteria(text, minimumCharacters: nil) != .tooShort(minimum: 3))
    #expect(SearchCriteria(text, minimumCharacters: nil) != .tooShort(minimum: 1))
    #expect(SearchCriteria(text, minimumCharacters: 9) == .tooShort(minimum: 9))
  }

  @Test(arguments: ["p", "1", "…", "ß", "م", "М", "ก", "Ａ", "a北", "・", "。", "ㄅ", "👩‍👩‍👧‍👦"])
  func `other scripts need three characters of a source that takes time`(text: String) {
    #expect(SearchCriteria(text, minimumCharacters: nil) == .tooShort(minimum: 3))
  }

  @Test(arguments: ["p", "北", "é", "7"])
  func `one letter or digit is enough for cities in memory`(text: String) {
    #expect(SearchCriteria(text, minimumCharacters: 1) == .searchable)
    #expect(SearchCriteria(" \(text)\n", minimumCharacters: 1) == .searchable)
  }

  @Test func `the error says what this text needs`() async throws {
    let source = ScriptedSource()
    let session = LocationSearch(.live(source, pause: .zero))
    await #expect(throws: LocationSearchError.invalidSearchCriteria(minimumCharacters: 3)) {
      _ = try await session.search(queryFragment: "pa")
    }
    async let answer = session.search(queryFragment: "北")
    await source.requestCount.wait(for: 1)
    source.answer(0, with: ["Beijing"])
    #expect(try await answer.map(\.title) == ["Beijing"])
    #expect(source.queries == ["北"])
  }
}
