import CitySearch
import CityTestSupport
import GazetteerBuilding
import TestSupport
import Testing

@testable import CitySession

@Suite("The minimum of characters", .againstHanging)
struct MinimumCharactersTests {
  private let index = Result { CityIndex(try Gazetteer([.testCity(7)])) }

  /// What a session over a source demands of a text.
  private func minimum(
    _ text: String, _ source: any CitySearchable, _ policy: MinimumCharacters = .automatic
  ) -> Int {
    LocationSearch(source: source, minimumCharacters: policy)
      .configuration.minimumCharacters.count(for: text)
  }

  @Test func `the default depends on the source`() throws {
    let index = try index.get()
    #expect(minimum("p", index) == 1)
    #expect(minimum("p", SortedCitySearch(index, by: .population)) == 1)
    #expect(minimum("p", ScriptedSource()) == 3)
    #expect(minimum("p", SortedCitySearch(ScriptedSource())) == 3)
  }

  @Test(arguments: [
    "北", "東京", "々", "〇", "𠮷", "﨑", "お", "オ", "ｵ", "ー", "서", "\u{1109}", "ㅅ", "ﾤ", " 「北", "1北",
  ])
  func `one Han, Kana or Hangul is enough for any source`(text: String) throws {
    #expect(minimum(text, ScriptedSource()) == 1)
    #expect(minimum(text, try index.get()) == 1)
    #expect(minimum(text, ScriptedSource(), 2) == 2)
  }

  @Test(arguments: ["", "p", "1", "…", "ß", "م", "М", "ก", "Ａ", "a北", "・", "。", "ㄅ", "👩‍👩‍👧‍👦"])
  func `other scripts need three characters of a source that takes time`(text: String) {
    #expect(minimum(text, ScriptedSource()) == 3)
  }

  @Test func `a fixed minimum is that of all texts and sources`() throws {
    for text in ["p", "北"] {
      #expect(minimum(text, ScriptedSource(), .fixed(2)) == 2)
      #expect(minimum(text, try index.get(), 4) == 4)
    }
    #expect(MinimumCharacters.fixed(2) == 2)
    #expect(MinimumCharacters.fixed(1) != .automatic)
  }

  @Test func `the error says what this text needs`() async throws {
    let source = ScriptedSource()
    let session = LocationSearch(source: source, debounce: .none)
    await #expect(throws: LocationSearchError.invalidSearchCriteria(minimumCharacters: 3)) {
      _ = try await session.search(queryFragment: "pa")
    }
    async let answer = session.search(queryFragment: "北")
    await source.requestCount.wait(for: 1)
    source.answer(0, with: ["Beijing"])
    #expect(try await answer.map(\.title) == ["Beijing"])
    #expect(source.queries == ["北"])
  }

  @Test func `a minimum below one makes no sense`() async {
    await #expect(processExitsWith: .failure) { _ = MinimumCharacters.fixed(0) }
  }
}
