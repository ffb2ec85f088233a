/// Spells words of any script in Latin letters, by the names of their letters.
///
/// KANNADA LETTER YA is a y with a vowel that may be silent, CYRILLIC SMALL LETTER EL is an l. How the
/// letters of abugidas combine is the same in all of them: a vowel sign replaces the vowel that a
/// consonant has by itself, a virama removes it.
struct Transliteration {
  /// The Latin letters of the word.
  private(set) var letters: [UInt8] = []
  /// Where each piece begins: what one letter has appended, and the vowel of a consonant.
  private var pieces: [Int] = []
  /// Whether the last piece is a vowel that a sign replaces or removes.
  private var isOpen = false
  /// A vowel that was written before its consonant, and has no place yet.
  private var waiting: [UInt8] = []
  /// The vowel that was placed behind the last letter.
  private var placed: [UInt8] = []

  /// Whether the word has no letters.
  var isEmpty: Bool { letters.isEmpty && waiting.isEmpty }

  /// Begins another word.
  mutating func removeAll() {
    letters.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    waiting.removeAll(keepingCapacity: true)
    placed.removeAll(keepingCapacity: true)
    isOpen = false
  }

  /// Ends the word: a vowel that still waits for a consonant is its last letter.
  mutating func finish() {
    if !waiting.isEmpty { appendPiece(waiting) }
    waiting.removeAll(keepingCapacity: true)
  }

  /// Appends a Latin letter.
  mutating func append(latin letter: UInt8) {
    appendPiece([letter])
    isOpen = false
  }

  /// Ends the vowel of the last consonant, because a letter without sound follows.
  mutating func close() { isOpen = false }

  /// Appends a letter of another script.
  mutating func append(_ letter: LetterSound) {
    switch letter.role {
    case .letter:
      beginPiece()
      letter.appendLetters(to: &letters)
      isOpen = false
    case .consonant:
      beginPiece()
      letter.appendLetters(to: &letters)
      isOpen = waiting.isEmpty
      appendPiece(isOpen ? [Self.weakVowel] : waiting)
      placed = waiting
      waiting.removeAll(keepingCapacity: true)
      return
    case .vowelInFront:
      waiting.removeAll(keepingCapacity: true)
      letter.appendLetters(to: &waiting)
    case .vowelSign: appendVowel(letter)
    case .virama, .silencer:
      if isOpen { removePiece() }
      if letter.role == .silencer { removePiece() }
      isOpen = false
    case .smallKana: appendSmallKana(letter)
    case .carrier: appendCarrier(letter)
    }
    placed.removeAll(keepingCapacity: true)
  }

  private mutating func appendVowel(_ letter: LetterSound) {
    var vowel: [UInt8] = []
    letter.appendLetters(to: &vowel)
    if placed == [UInt8(ascii: "e")] {
      // The vowels ao, ia and uea are written around their consonant.
      removePiece()
      switch vowel.first {
      case UInt8(ascii: "a"): vowel = [UInt8(ascii: "a"), UInt8(ascii: "o")]
      case UInt8(ascii: "i"): vowel = [UInt8(ascii: "i"), UInt8(ascii: "a")]
      default: break
      }
      appendPiece(vowel)
    } else {
      if isOpen { removePiece() }
      appendPiece(vowel)
    }
    // A consonant in the middle of a syllable has a vowel again.
    isOpen = vowel.last.map { !Self.isVowel($0) } ?? false
    if isOpen { appendPiece([Self.weakVowel]) }
  }

  /// At the beginning of a syllable, the letter only carries a vowel, which is written before it, or is
  /// a sign behind it; after a consonant without one, it is the vowel.
  private mutating func appendCarrier(_ letter: LetterSound) {
    if !waiting.isEmpty {
      appendPiece(waiting)
      waiting.removeAll(keepingCapacity: true)
      isOpen = false
    } else if isOpen || placed == [UInt8(ascii: "e")] {
      removePiece()
      beginPiece()
      letter.appendLetters(to: &letters)
      isOpen = false
    } else {
      appendPiece([Self.weakVowel])
      isOpen = true
    }
  }

  /// KI YA is kya, SHI YA is sha, HU A is fa.
  private mutating func appendSmallKana(_ letter: LetterSound) {
    var syllable: [UInt8] = []
    letter.appendLetters(to: &syllable)
    let hasPiece = (pieces.last ?? letters.count) < letters.count
    guard !syllable.isEmpty, hasPiece, let last = letters.last,
      Self.isVowel(last) || last == Self.weakVowel
    else { return appendPiece(syllable) }
    letters.removeLast()
    let isPalatal = letters.count > pieces.last ?? 0 && Self.isPalatal(letters.last ?? 0)
    let drops = syllable.first == UInt8(ascii: "y") && isPalatal
    letters.append(contentsOf: drops ? syllable.dropFirst() : syllable[...])
  }

  private mutating func beginPiece() { pieces.append(letters.count) }

  private mutating func appendPiece(_ piece: [UInt8]) {
    beginPiece()
    letters.append(contentsOf: piece)
  }

  private mutating func removePiece() {
    guard let start = pieces.popLast() else { return }
    letters.removeLast(letters.count - start)
  }

  private static let weakVowel = UInt8(ascii: "~")

  private static func isVowel(_ letter: UInt8) -> Bool {
    switch letter {
    case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"),
      UInt8(ascii: "u"):
      true
    default: false
    }
  }

  private static func isPalatal(_ letter: UInt8) -> Bool {
    letter == UInt8(ascii: "h") || letter == UInt8(ascii: "j")
  }
}
