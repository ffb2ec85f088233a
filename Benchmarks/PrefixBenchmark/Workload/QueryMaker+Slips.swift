extension QueryMaker {
  /// How much of a name is typed before a slip.
  private static let lengths = 3...8

  /// Beginnings of names whose last letter was changed, such that nothing matches.
  func misses(using generator: inout SplitMix64) -> [String] {
    queries(using: &generator) { name, generator in
      let length = Int.random(in: Self.lengths, using: &generator)
      guard name.count >= length else { return nil }
      let text = name.prefix(length - 1) + String(Self.letter(using: &generator))
      return hasMatches(String(text)) ? nil : String(text)
    }
  }

  /// Beginnings of names with one of the four common slips, whether or not anything matches.
  func typos(using generator: inout SplitMix64) -> [String] {
    queries(using: &generator) { name, generator in
      let length = Int.random(in: Self.lengths, using: &generator)
      guard name.count >= length else { return nil }
      var letters = Array(name.prefix(length))
      let place = Int.random(in: 1..<length, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: letters.remove(at: place)
      case 1: letters.insert(letters[place], at: place)
      case 2: letters[place] = Self.letter(using: &generator)
      default: letters.swapAt(place, place - 1)
      }
      return String(letters)
    }
  }
}
