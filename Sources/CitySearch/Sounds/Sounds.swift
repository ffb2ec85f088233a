/// The sounds that names are compared in: 24 consonants, y among them, and six vowels.
///
/// Letters of all scripts are written in this alphabet: S is sh, Z is zh, c is ch, C is ts, x is kh, and N
/// is ng. The last one, ~, is a vowel that may be silent, such as that of an Indian consonant at the
/// end of a word.
enum Sound {
  /// The sounds in the order of their codes.
  static let alphabet = "pbfvwtdkgxhszSZcCjmnNlryaeiou~"
  /// The number of sounds.
  static let count: UInt8 = 30

  static let p: UInt8 = 0, b: UInt8 = 1, f: UInt8 = 2, v: UInt8 = 3, w: UInt8 = 4, t: UInt8 = 5
  static let d: UInt8 = 6, k: UInt8 = 7, g: UInt8 = 8, kh: UInt8 = 9, h: UInt8 = 10
  static let s: UInt8 = 11, z: UInt8 = 12, sh: UInt8 = 13, zh: UInt8 = 14, ch: UInt8 = 15
  static let ts: UInt8 = 16, j: UInt8 = 17, m: UInt8 = 18, n: UInt8 = 19, ng: UInt8 = 20
  static let l: UInt8 = 21, r: UInt8 = 22, y: UInt8 = 23
  static let a: UInt8 = 24, e: UInt8 = 25, i: UInt8 = 26, o: UInt8 = 27, u: UInt8 = 28
  /// A vowel that may be silent.
  static let weak: UInt8 = 29

  /// Whether a sound is a vowel.
  @inline(__always)
  static func isVowel(_ sound: UInt8) -> Bool { sound >= a }

  /// The sound of a letter of the alphabet, as its code; `nil` if it is none.
  static func code(of letter: UInt8) -> UInt8? {
    let letters = alphabet.utf8.span
    for index in letters.indices where letters[index] == letter { return UInt8(index) }
    return nil
  }
}

/// The sounds of a word or of a text of several words, up to 40.
///
/// Sounds are stored inline, so that those of a thousand names are made without allocation.
package struct Sounds: Sendable {
  /// The greatest number of sounds; longer names are not compared.
  static let capacity = 40

  private var codes = InlineArray<40, UInt8>(repeating: 0)
  /// The number of sounds.
  package private(set) var count = 0
  /// Whether there were more than can be stored.
  package private(set) var isTruncated = false
  /// Where the last word begins.
  private var wordStart = 0

  /// No sounds.
  package init() {}

  /// The sound at an index; ~ if there is none.
  @inline(__always)
  package subscript(index: Int) -> UInt8 {
    index >= 0 && index < count ? codes[index] : Sound.weak
  }

  /// Whether there are no sounds.
  var isEmpty: Bool { count == 0 }

  /// Notes that there are more sounds than are stored.
  mutating func truncate() { isTruncated = true }

  /// Begins another word: the rules for neighbors do not look back across it.
  mutating func beginWord() { wordStart = count }

  /// Appends a sound of the last word.
  ///
  /// A sound is not repeated, the g after ng is part of it, and an n before p, b, m or f is an m.
  @inline(__always)
  mutating func append(_ sound: UInt8) {
    if count > wordStart {
      let last = codes[count &- 1]
      if last == Sound.ng, sound == Sound.g { return }
      if last == Sound.n, sound == Sound.m || sound <= Sound.f {
        count &-= 1
        appendUnlessRepeated(Sound.m)
      }
    }
    appendUnlessRepeated(sound)
  }

  @inline(__always)
  private mutating func appendUnlessRepeated(_ sound: UInt8) {
    if count > 0, codes[count &- 1] == sound { return }
    guard count < Self.capacity else {
      isTruncated = true
      return
    }
    codes[count] = sound
    count &+= 1
  }

  /// Appends the sounds of a word as they are, except that a sound is not repeated.
  mutating func append(_ word: Sounds) {
    beginWord()
    for index in 0..<word.count { appendUnlessRepeated(word[index]) }
    isTruncated = isTruncated || word.isTruncated
  }

  /// The same sounds with others in place of one.
  ///
  /// - Parameters:
  ///   - index: Which one is replaced.
  ///   - others: The sounds in its place, which may repeat their neighbors.
  /// - Returns: The sounds; the last one is dropped if there are too many.
  func replacing(_ index: Int, by others: UInt8...) -> Sounds {
    var result = Sounds()
    for place in 0..<count {
      guard place == index else {
        result.appendUnchanged(self[place])
        continue
      }
      for other in others { result.appendUnchanged(other) }
    }
    return result
  }

  /// Appends a sound as it is, if there is room.
  package mutating func appendUnchanged(_ sound: UInt8) {
    guard count < Self.capacity else { return }
    codes[count] = sound
    count += 1
  }
}

extension Sounds: CustomStringConvertible {
  /// The sounds in letters of the alphabet.
  package var description: String {
    let letters = Array(Sound.alphabet.utf8)
    return String(decoding: (0..<count).map { letters[Int(self[$0])] }, as: UTF8.self)
  }

  /// The sounds written in letters of the alphabet; others are left out.
  package init(_ description: String) {
    for letter in description.utf8 {
      if let sound = Sound.code(of: letter) { appendUnchanged(sound) }
    }
  }
}
