import Fixtures
import Foundation
import Testing

@testable import CitySearch

@Suite("Highlights")
struct HighlightTests {
  @Test("the answer key's pairs have the answer key's lengths")
  func answerKey() throws {
    let rows = try AnswerFile.highlight.rows(columns: 3)
    #expect(rows.count == 13_092)
    for row in rows {
      let highlight = FoldedQuery(row[0]).highlight(in: row[1])
      #expect(highlight?.location == 0, "\(row)")
      #expect(highlight.map { String($0.length) } == row[2], "\(row)")
    }
  }
}
