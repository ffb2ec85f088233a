import TestSupport
import Testing

@testable import CityExplorer

@Suite struct EditDistanceTests {
  private static func slips(_ typed: String, _ name: String) -> Int? {
    var distance = EditDistance(from: Spelling(typed))
    return distance.slips(to: Spelling(name))
  }

  @Test(
    arguments: [
      ("germny", "germany", 1), ("germanyy", "germany", 1), ("gremany", "germany", 1),
      ("germani", "germany", 1), ("germany", "germany", 0), ("gerni", "germany", nil),
      ("untied states", "united states", 1), ("untied sttes", "united states", 2),
      ("united stites of", "united states", nil), ("il", "in", nil), ("peru", "per", 1),
      ("per", "peru", nil), ("", "a", nil), ("ca", "abc", nil),
      ("unitde staets", "united states", 2),
    ] as [(String, String, Int?)])
  func `slips are counted as far as they are forgiven`(typed: String, name: String, slips: Int?) {
    #expect(Self.slips(typed, name) == slips)
  }

  /// The definition, by recursion over the ends of both texts.
  private static func reference(_ one: ArraySlice<UInt8>, _ two: ArraySlice<UInt8>) -> Int {
    guard let last = one.last, let other = two.last else { return max(one.count, two.count) }
    let (rest, otherRest) = (one.dropLast(), two.dropLast())
    var best = reference(rest, otherRest) + (last == other ? 0 : 1)
    best = min(best, reference(rest, two) + 1, reference(one, otherRest) + 1)
    if rest.last == other, otherRest.last == last {
      best = min(best, reference(rest.dropLast(), otherRest.dropLast()) + 1)
    }
    return best
  }

  @Test func `all words of few letters`() {
    let words = (4...5).flatMap { sequences(of: ["a", "b"], length: $0) }.map { $0.joined() }
    for one in words {
      var distance = EditDistance(from: Spelling(one))
      for two in words {
        let slips = Self.reference(Array(one.utf8)[...], Array(two.utf8)[...])
        #expect(distance.slips(to: Spelling(two)) == (slips <= 1 ? slips : nil))
      }
    }
  }

  @Test(arguments: [1, 2, 3])
  func `random words near each other`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let letters = Array("abcd".utf8)
    for _ in 0..<60 {
      let one = (0..<8).map { _ in letters.randomElement(using: &generator) ?? 0 }
      var two = one
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        let place = Int.random(in: 0..<two.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: two.remove(at: place)
        case 1: two.insert(letters[0], at: place)
        case 2: two[place] = letters[1]
        default: two.swapAt(place, max(0, place - 1))
        }
      }
      // The definition takes time that doubles with every letter, so the ends that agree go first.
      let start = zip(one, two).prefix { $0 == $1 }.count
      guard max(one.count, two.count) - start <= 7 else { continue }
      let slips = Self.reference(one[start...], two[start...])
      #expect(
        Self.slips(String(decoding: one, as: UTF8.self), String(decoding: two, as: UTF8.self))
          == (slips <= 2 ? slips : nil), "seed \(seed)")
    }
  }
}
