import CitySearch
import Testing

@Suite("Folding of queries")
struct FoldingQueryTests {
  @Test(arguments: [
    ("York", "york"), ("York ", "york "), ("York--", "york "), ("York -'", "york "),
    ("o'", "o"), ("O'Fallon", "ofallon"), ("  york", "york"), ("'-york", "york"),
    ("", ""), (" ", ""), ("—…", ""), ("'", ""), ("\u{200D}", ""), ("½", "1 2"), ("⑴", "1 "),
    ("Saint-É", "saint e"), ("saint-é ", "saint e "), ("é", "e"), ("東京 ", "東京 "),
    ("क\u{94D}\u{3099}", "क\u{3099}\u{94D}"), ("क\u{94D}\u{3099}-", "क\u{3099}\u{94D} "),
  ])
  func `a query ends in a space only if it ended in a separator`(text: String, folded: String) {
    let query = FoldedQuery(text)
    #expect(
      Array(String(decoding: query.bytes, as: UTF8.self).unicodeScalars)
        == Array(folded.unicodeScalars))
    #expect(query.count == folded.utf8.count)
    #expect(query.isEmpty == folded.isEmpty)
    #expect(query.endsInSeparator == folded.hasSuffix(" "))
    #expect(query.withBytes { span in span.indices.map { span[$0] } } == query.bytes)
  }

  @Test(arguments: 0...120)
  func `the bytes are the same whether they are stored inline or not`(length: Int) {
    for letters in ["ab-c", "é", "क\u{94D}\u{3099}", "a'—'b", "x "] {
      let text = String(repeating: letters, count: length)
      let query = FoldedQuery(text)
      // "x" keeps the last separator of the query from the end of the key.
      let key = Array(Folding.key(of: text + "x").dropLast(2))
      #expect(query.bytes == key)
      #expect(query.withBytes { span in span.indices.map { span[$0] } } == key)
      #expect(query.count == key.count)
      #expect(query == FoldedQuery(text))
      #expect(query.hashValue == FoldedQuery(text).hashValue)
      #expect(query != FoldedQuery(text + "y"))
    }
  }

  @Test func `queries with the same bytes are equal`() {
    #expect(FoldedQuery("SAINT É") == FoldedQuery("saint-e"))
    #expect(FoldedQuery("saint") != FoldedQuery("saint "))
    #expect(FoldedQuery() == FoldedQuery("—"))
    #expect(FoldedQuery("saint") != FoldedQuery("sainz"))
    #expect(Set([FoldedQuery("É"), FoldedQuery("e"), FoldedQuery("f")]).count == 2)
  }

  @Test func `access to the bytes rethrows the error of the closure`() {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try FoldedQuery("a").withBytes { _ throws(Failure) in throw Failure() }
    }
  }
}
