import Fixtures
import Foundation
import Testing

@testable import CitySearch

@Suite("Folding")
struct FoldingTests {
  @Test("the answer key's names have the answer key's keys")
  func answerKey() throws {
    var count = 0
    for (name, key) in try AnswerFile.folding.pairs() {
      #expect(String(decoding: Folding.key(of: name), as: UTF8.self) + "|" == key, "\(name)")
      count += 1
    }
    #expect(count == 1_980)
  }
}
