import PrefixSearch
import TestSupport
import Testing

@testable import CityGeocoding

@Suite("Misspelled names") struct MisspellingTests {
  @Test(
    arguments: [
      ("germny", "germany", 1), ("germanyy", "germany", 1), ("gremany", "germany", 1),
      ("germani", "germany", 1), ("germany", "germany", 0), ("gerni", "germany", nil),
      ("untied states", "united states", 1), ("untied sttes", "united states", 2),
      ("united stites of", "united states", nil), ("il", "in", nil), ("peru", "per", 1),
      ("per", "peru", nil), ("", "a", nil), ("ca", "abc", nil),
      ("unitde staets", "united states", 2),
      // A letter is one letter, however many bytes it has, and how many there are sets the limit.
      ("γερμανα", "γερμανια", 1), ("ελαδα", "ελλαδα", 1), ("ロシヤ", "ロシア", nil), ("日本国", "日本", nil),
      ("росия", "россия", 1), ("росиа", "россия", nil), ("казохстон", "казахстан", 2),
    ] as [(String, String, Int?)])
  func `few edits are allowed`(typed: String, name: String, distance: Int?) {
    #expect(Misspelling(typed).distance(to: Spelling(name)) == distance)
  }

  @Test(arguments: [("", 0), ("abc", 0), ("ééé", 0), ("abcd", 1), ("abcdefg", 1), ("abcdefgh", 2)])
  func `longer names allow more edits`(typed: String, limit: Int) {
    #expect(Misspelling(typed).limit == limit)
  }

  /// The distance between both whole texts, by the automaton.
  private static func reference(_ typed: Spelling, _ name: Spelling, limit: Int) -> Int? {
    let automaton = EditAutomaton(typed.letters, limit: limit)
    return name.letters.reduce(automaton.start as EditAutomaton.State?) { state, letter in
      state.flatMap { automaton.next($0, letter) }
    }.flatMap(automaton.distance)
  }

  @Test(arguments: [1, 2, 3])
  func `outlines leave out nothing that is near`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    // Some of them share a bit of the outline: they are 64 apart.
    let letters: [Unicode.Scalar] = ["a", "b", "c", "\u{A1}", "\u{E1}", "!", "日"]
    func letter() -> Unicode.Scalar { letters.randomElement(using: &generator) ?? "a" }
    for _ in 0..<500 {
      let one = (0..<Int.random(in: 4...10, using: &generator)).map { _ in letter() }
      var two = one
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        let place = Int.random(in: 0..<two.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: two.remove(at: place)
        case 1: two.insert(letter(), at: place)
        case 2: two[place] = letter()
        default: two.swapAt(place, max(0, place - 1))
        }
      }
      let texts = [one, two].map { String(String.UnicodeScalarView($0)) }
      let typed = Misspelling(texts[0])
      let name = Spelling(texts[1])
      let expected = Self.reference(Spelling(texts[0]), name, limit: typed.limit)
      #expect(typed.distance(to: name) == expected, "seed \(seed): \(texts)")
    }
  }
}
