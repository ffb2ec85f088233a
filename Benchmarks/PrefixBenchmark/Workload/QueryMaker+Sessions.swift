extension QueryMaker {
  /// The longest beginning of a name that anybody types before the list is short enough.
  private static let longestPrefix = 8
  /// One keystroke in so many is a slip, which the next one takes back.
  private static let keystrokesPerSlip = 12

  /// The contents of the search field while names are typed: every keystroke is a query, a wrong
  /// letter too, and so is its deletion.
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
