/// What it costs to hear one sound for another: small integers, for the texts of one script.
///
/// Sounds of a class cost 5, others 10, and the pairs below less. They were found by hill climbing on names
/// of cities in other scripts, half of all; the figures in tests are of the other half.
package struct SoundCosts: Sendable {
  /// The cost of a sound of the text for one of the name, at the text's code * 32 + the name's.
  private var substitutions = InlineArray<1_024, UInt8>(repeating: 10)
  /// The cost of a sound that only the text has.
  private(set) var textGaps: InlineArray<32, UInt8>
  /// The cost of a sound that only the name has.
  private(set) var nameGaps: InlineArray<32, UInt8>

  /// Two sounds and the cost of one for the other.
  private static let pairs = """
    ei2ou2ae2ao2iu6pb4td4kg3sz4SZ4cj4fv4vw1fp2bv4bw5fw4xk2xh3xg4gh5kh7sS3sc4Sc3zj4jZ0Zz4jy4jh5Cs3\
    Cc3Cz4nN3nm5lr6tc6dr6tr8tC5ts8kc5ks7gj5wu1wo1vu4yi0ye2gN5Zl5wh7Zr6dz6
    """
  /// Pairs of a sound and a similar one: a script without a letter for the second writes the first for
  /// both.
  private static let neighbors = "pbtdkgszfvcjrlbvpfsShxkxScbpdtgkzsvfjclrzZzjwv"

  /// How Chinese writes sounds that Mandarin lacks: a written sound, one that may be meant, and the cost.
  private static let hanMeanings = """
    lr0rl1Sh2Ss1ck1cS2jk1jg1jz1ct2Zj0Zz1Zr1wv0fv1fh2hf3hx0hg3hr3bp2pb2td2dt2kg2gk2mn2nm2Nn0nN1    Cs1Ct3Cc1zs1sz1sS2Sx2bv2sC2zC2xh0ji2
    """

  /// Sounds that a letter stands for besides that of its name, by script: Hangul writes l between vowels as r;
  /// in Burmese, th is the sound of s in names from elsewhere, and y that of r.
  private static let meanings: [Int: String] = [11: "rl1", 19: "ts3yr2"]

  /// The costs for texts of a script; 0 is Latin.
  package init(script: Int) {
    textGaps = Self.gaps(vowel: 4)
    nameGaps = textGaps
    // An abjad does not write all vowels.
    if script > 0, script < 32, SoundTables.abjads >> UInt32(script) & 1 == 1 {
      nameGaps = Self.gaps(vowel: 2)
    }
    for one in 0..<Sound.count {
      for other in 0..<Sound.count { set(one, other, Self.cost(one, other)) }
    }
    let pairs = Self.pairs.utf8.span
    for index in stride(from: 0, to: pairs.count, by: 3) {
      guard let one = Sound.code(of: pairs[index]), let other = Sound.code(of: pairs[index + 1])
      else { continue }
      let cost = pairs[index + 2] - UInt8(ascii: "0")
      set(one, other, cost)
      set(other, one, cost)
    }
    if script == SoundTables.hanScript {
      // Every consonant is followed by a vowel, of which the name may have none.
      textGaps = Self.gaps(vowel: 3)
      textGaps[Int(Sound.weak)] = 0
      setMeanings(Self.hanMeanings)
    }
    if script > 0, script < SoundTables.lacks.count { setMeanings(Self.meanings[script] ?? "") }
    guard script > 0, script < SoundTables.lacks.count else { return }
    let lacks = SoundTables.lacks[script]
    let neighbors = Self.neighbors.utf8.span
    for index in stride(from: 0, to: neighbors.count, by: 2) {
      guard let written = Sound.code(of: neighbors[index]),
        let meant = Sound.code(of: neighbors[index + 1]), lacks >> UInt32(meant) & 1 == 1
      else { continue }
      set(written, meant, min(1, self[written, meant]))
    }
  }

  /// Lowers costs in one direction: a written sound, one that may be meant, and the cost.
  private mutating func setMeanings(_ list: String) {
    let list = list.utf8.span
    for index in stride(from: 0, to: list.count, by: 3) {
      guard let written = Sound.code(of: list[index]), let meant = Sound.code(of: list[index + 1])
      else { continue }
      set(written, meant, min(list[index + 2] - UInt8(ascii: "0"), self[written, meant]))
    }
  }

  /// The cost without exceptions.
  private static func cost(_ one: UInt8, _ other: UInt8) -> UInt8 {
    if one == other { return 0 }
    if Sound.isVowel(one), Sound.isVowel(other) {
      guard one == Sound.weak || other == Sound.weak else { return 5 }
      // Between a, e and o, and a vowel that may be silent, the difference is smaller.
      let vowel = min(one, other)
      return vowel == Sound.i || vowel == Sound.u ? 4 : 3
    }
    let code = SoundSkeleton.classCode(of: one)
    return code != 0 && code == SoundSkeleton.classCode(of: other) ? 5 : 10
  }

  private static func gaps(vowel: UInt8) -> InlineArray<32, UInt8> {
    var gaps = InlineArray<32, UInt8>(repeating: 8)
    gaps[Int(Sound.h)] = 3
    gaps[Int(Sound.y)] = 3
    gaps[Int(Sound.w)] = 6
    for code in Sound.a...Sound.u { gaps[Int(code)] = vowel }
    gaps[Int(Sound.weak)] = vowel == 4 ? 0 : vowel
    return gaps
  }

  private mutating func set(_ written: UInt8, _ meant: UInt8, _ cost: UInt8) {
    substitutions[Int(written & 31) &* 32 &+ Int(meant & 31)] = cost
  }

  /// The cost of a sound of the text for one of the name.
  @inline(__always)
  subscript(written: UInt8, meant: UInt8) -> UInt8 {
    substitutions[Int(written & 31) &* 32 &+ Int(meant & 31)]
  }

  /// How much the sounds of a text say: 10 for a consonant, 4 for a vowel, h or y, 1 for ~.
  package static func size(of sounds: Sounds) -> Int {
    var size = 0
    for index in 0..<sounds.count {
      let sound = sounds[index]
      let isLight = Sound.isVowel(sound) || sound == Sound.h || sound == Sound.y
      size &+= sound == Sound.weak ? 1 : isLight ? 4 : 10
    }
    return size
  }
}

extension SoundCosts {
  /// The least cost of turning the sounds of a text into those of a name: a weighted edit distance
  /// (Wagner and Fischer 1974).
  ///
  /// - Parameters:
  ///   - text: The sounds of the text.
  ///   - name: The sounds of the name.
  ///   - limit: The greatest distance that is of interest.
  ///   - isBeginning: Whether the text may be only the beginning of the name.
  /// - Returns: The distance, or `nil` if it is greater than `limit`.
  /// - Complexity: O(*m* × *n*), where *m* and *n* are the numbers of sounds.
  package func distance(
    from text: Sounds, to name: Sounds, limit: Int, isBeginning: Bool = false
  ) -> Int? {
    var row = InlineArray<41, Int32>(repeating: 0)
    for column in 0..<name.count {
      row[column &+ 1] = row[column] &+ Int32(nameGaps[Int(name[column] & 31)])
    }
    for index in 0..<text.count {
      let sound = text[index]
      let gap = Int32(textGaps[Int(sound & 31)])
      var diagonal = row[0]
      var left = diagonal &+ gap
      var least = left
      row[0] = left
      for column in 0..<name.count {
        let other = name[column]
        let above = row[column &+ 1]
        let cost = min(
          diagonal &+ Int32(self[sound, other]), above &+ gap,
          left &+ Int32(nameGaps[Int(other & 31)]))
        diagonal = above
        left = cost
        least = min(least, cost)
        row[column &+ 1] = cost
      }
      // No later cost is less than the least of a row.
      if least > limit { return nil }
    }
    var distance = row[name.count]
    if isBeginning { for column in 0..<name.count { distance = min(distance, row[column]) } }
    return distance <= limit ? Int(distance) : nil
  }
}
