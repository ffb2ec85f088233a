extension QueryMaker {
  /// Beginnings of names up to and with a character that is not ASCII, and two more.
  func nonASCII(using generator: inout SplitMix64) -> [String] {
    queries(.uniform, using: &generator) { name, generator in
      guard let place = name.firstIndex(where: { !$0.isASCII }) else { return nil }
      let length = name.distance(from: name.startIndex, to: place) + 1
      return String(name.prefix(length + Int.random(in: 0...2, using: &generator)))
    }
  }

  /// Beginnings, of 1 to 6 characters, of the names that places have in scripts other than Latin.
  ///
  /// They stand among the alternate names of the file.
  func nonLatin(using generator: inout SplitMix64) throws -> [String] {
    guard let otherNames else { return [] }
    let names = try OtherName.all(in: otherNames, everyLine: 16).map(\.name).filter { name in
      name.unicodeScalars.contains { $0.properties.isAlphabetic && $0.value > 0x36F }
        && name.unicodeScalars.allSatisfy { !$0.isASCII || !$0.properties.isAlphabetic }
    }
    guard !names.isEmpty else { return [] }
    return (0..<count).map { _ in
      let name = names[Int.random(in: names.indices, using: &generator)]
      return String(name.prefix(Int.random(in: 1...6, using: &generator)))
    }
  }

  /// What finds the most, what takes the longest to fold, and what folds to nothing.
  var worstCases: [String] {
    [
      "", "s", "a", "san", "san ", "saint", "la", " ", "-", "\u{301}", "\u{5B0}\u{301}\u{5B0}",
      "s\u{301}", String(repeating: "san francisco ", count: 732),
      "san" + String(repeating: "\u{301}", count: 5_000),
      String(repeating: "\u{301}\u{327}", count: 2_500), "👩‍👩‍👧‍👦", "ß", "ﬃ",
    ]
  }
}
