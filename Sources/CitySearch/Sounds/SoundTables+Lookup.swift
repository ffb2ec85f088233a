/// How a letter is spelled in Latin letters, and what it does in its word.
struct LetterSound {
  private let value: UInt64

  /// What a letter does with the vowel that a consonant of an abugida has by itself.
  enum Role: UInt64 {
    /// Nothing: a letter of an alphabet, or a syllable.
    case letter
    /// A consonant, which has a vowel until a sign replaces or removes it.
    case consonant
    /// Replaces the vowel.
    case vowelSign
    /// Removes the vowel.
    case virama
    /// Removes the vowel and the consonant.
    case silencer
    /// A vowel that is written before its consonant, in Thai and Lao.
    case vowelInFront
    /// Changes the vowel of the syllable before.
    case smallKana
    /// Carries the vowel of a sign, and is one itself behind a consonant without a vowel.
    case carrier
  }

  fileprivate init?(_ value: UInt64) {
    guard value != 0 else { return nil }
    self.value = value
  }

  /// What the letter does.
  var role: Role { Role(rawValue: value & 7) ?? .letter }
  /// Its script, see ``SoundTables/scriptCount``.
  var script: Int { Int(value &>> 3 & 31) }

  /// Appends its Latin letters.
  func appendLetters(to letters: inout [UInt8]) {
    var rest = value &>> 8
    while rest != 0 {
      let code = UInt8(truncatingIfNeeded: rest & 31)
      letters.append(
        code <= 26
          ? UInt8(ascii: "a") &+ code &- 1 : code == 27 ? UInt8(ascii: "~") : UInt8(ascii: "N"))
      rest &>>= 5
    }
  }
}

extension SoundTables {
  /// The number of the script of Chinese characters, whose sounds are in the file, see ``HanReadings``.
  static let hanScript = scriptCount + 1

  /// The sound of a scalar; `nil` if it has none.
  ///
  /// The arrays are subscripted directly, so that the compiler reads constant data.
  ///
  /// - Complexity: O(1)
  static func sound(of scalar: UInt32) -> LetterSound? {
    guard scalars ~= scalar else { return nil }
    let place = scalar &- scalars.lowerBound
    let block = Int(place &>> blockBits)
    let position = number(block, in: blocks[block &>> 2])
    let index = position &<< Int(blockBits) | Int(place & (1 &<< blockBits &- 1))
    return LetterSound(values[number(index, in: numbers[index &>> 2])])
  }

  /// The sound of a letter and its mark that differs from that of the letter alone.
  ///
  /// - Complexity: O(log *p*), where *p* is the number of these pairs.
  static func sound(of scalar: UInt32, with mark: UInt32) -> LetterSound? {
    guard scalar < 0x1_0000, mark < 0x1_0000 else { return nil }
    let wanted = UInt64(scalar) &<< 16 | UInt64(mark)
    var (lower, upper) = (0, pairs.count)
    while lower < upper {
      let middle = (lower &+ upper) / 2
      if pairs[middle] &>> 16 < wanted { lower = middle &+ 1 } else { upper = middle }
    }
    guard lower < pairs.count, pairs[lower] &>> 16 == wanted else { return nil }
    return LetterSound(values[Int(pairs[lower] & 0xFFFF)])
  }

  /// The number at an index, of the four that are packed into its word.
  private static func number(_ index: Int, in word: UInt64) -> Int {
    Int(word &>> (16 &* UInt64(index & 3)) & 0xFFFF)
  }
}
