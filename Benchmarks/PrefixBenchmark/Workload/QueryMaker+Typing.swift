extension QueryMaker {
  /// The longest prefix of a name that is typed.
  private static let longestPrefix = 8
  /// One keystroke of this many is a slip, which the next one deletes.
  private static let keystrokesPerSlip = 12

  /// The contents of the search field while names are typed: every keystroke is a query, including wrong
  /// letters and their deletions.
  func sessions(targets: Targets, using generator: inout SplitMix64) -> [String] {
    var texts: [String] = []
    while texts.count < count {
      let name = name(targets, using: &generator)
      for length in 1...min(name.count, Self.longestPrefix) {
        let right = String(name.prefix(length))
        if Int.random(in: 0..<Self.keystrokesPerSlip, using: &generator) == 0 {
          let before = String(name.prefix(length - 1))
          texts.append(before + String(Self.letter(using: &generator)))
          if !before.isEmpty { texts.append(before) }
        }
        texts.append(right)
      }
    }
    return texts
  }

  /// The first characters of names that have as many.
  func prefixes(of lengths: ClosedRange<Int>, using generator: inout SplitMix64) -> [String] {
    queries(using: &generator) { name, generator in
      let length = Int.random(in: lengths, using: &generator)
      return name.count >= length ? String(name.prefix(length)) : nil
    }
  }

  func wholeNames(using generator: inout SplitMix64) -> [String] {
    queries(using: &generator) { name, _ in name }
  }

  static func letter(using generator: inout SplitMix64) -> Character {
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    return letters[Int.random(in: letters.indices, using: &generator)]
  }
}

extension QueryMaker {
  /// The lengths of prefixes with a slip.
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
