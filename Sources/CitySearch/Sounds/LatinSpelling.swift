/// Reads Latin letters as sounds: digraphs first, then single letters by the rules of most languages.
package struct LatinSpelling {
  /// Whether the letters were written by people, so that c is s before e, i and y, and x is ks.
  ///
  /// Transliterated letters have one sound each.
  let isWritten: Bool

  /// Appends the sounds of the words of a name; a name of more than 256 bytes has too many.
  ///
  /// - Parameters:
  ///   - name: The name in UTF-8.
  ///   - key: An array for intermediate use, to be shared by many calls.
  ///   - letters: Another one.
  ///   - sounds: Receives the sounds.
  /// - Complexity: O(*m*), where *m* is the length of the name in bytes.
  package static func appendSounds(
    of name: Span<UInt8>, using key: inout [UInt8], _ letters: inout [UInt8],
    to sounds: inout Sounds
  ) {
    guard name.count <= SpokenText.maximumByteCount else { return sounds.truncate() }
    key.removeAll(keepingCapacity: true)
    Folding.appendKey(of: name, to: &key)
    appendSounds(ofFolded: key.span, using: &letters, to: &sounds)
  }

  /// Appends the sounds of the words of a folded name.
  ///
  /// - Parameters:
  ///   - name: The name in UTF-8, folded. Other characters than letters from a to z and spaces are skipped.
  ///   - letters: An array for intermediate use, to be shared by many calls.
  ///   - sounds: Receives the sounds.
  /// - Complexity: O(*m*), where *m* is the length of the name in bytes.
  package static func appendSounds(
    ofFolded name: Span<UInt8>, using letters: inout [UInt8], to sounds: inout Sounds
  ) {
    let spelling = LatinSpelling(isWritten: true)
    letters.removeAll(keepingCapacity: true)
    for index in name.indices {
      let byte = name[index]
      if byte == asciiSpace {
        spelling.appendWord(letters.span, to: &sounds)
        letters.removeAll(keepingCapacity: true)
      } else if byte &- UInt8(ascii: "a") < 26 {
        letters.append(byte)
      }
    }
    spelling.appendWord(letters.span, to: &sounds)
  }

  /// Appends the sounds of a word.
  ///
  /// - Parameters:
  ///   - word: Letters from a to z, and, in a transliterated word, ~ and N.
  ///   - sounds: Receives the sounds.
  func appendWord(_ word: Span<UInt8>, to sounds: inout Sounds) {
    guard word.count > 0 else { return }
    sounds.beginWord()
    var index = 0
    while index < word.count {
      let (sound, length) = digraph(in: word, at: index)
      if length > 0 {
        sounds.append(sound)
        index &+= length
      } else {
        index &+= appendLetter(of: word, at: index, to: &sounds)
      }
    }
  }

  /// The letter at an index; 0 after the end.
  @inline(__always)
  private func letter(_ word: Span<UInt8>, _ index: Int) -> UInt8 {
    index < word.count ? word[index] : 0
  }

  /// The sound of several letters that are read as one, and their number; 0 if there are none.
  @inline(__always)
  private func digraph(in word: Span<UInt8>, at index: Int) -> (sound: UInt8, length: Int) {
    let (next, third) = (letter(word, index &+ 1), letter(word, index &+ 2))
    let h = UInt8(ascii: "h")
    func fourth() -> UInt8 { letter(word, index &+ 3) }
    switch word[index] {
    case UInt8(ascii: "t"):
      switch next {
      case UInt8(ascii: "s"):
        if third == UInt8(ascii: "c"), fourth() == h { return (Sound.ch, 4) }
        return third == h ? (Sound.ch, 3) : (Sound.ts, 2)
      case UInt8(ascii: "c") where third == h: return (Sound.ch, 3)
      case UInt8(ascii: "z"): return (Sound.ts, 2)
      default: return next == h ? (Sound.t, 2) : (0, 0)
      }
    case UInt8(ascii: "d"):
      switch next {
      case UInt8(ascii: "s") where third == UInt8(ascii: "c") && fourth() == h:
        return (Sound.j, 4)
      case UInt8(ascii: "z"): return third == h ? (Sound.j, 3) : (Sound.z, 2)
      case UInt8(ascii: "j"): return (Sound.j, 2)
      default: return next == h ? (Sound.d, 2) : (0, 0)
      }
    case UInt8(ascii: "s"):
      let isSecond = next == UInt8(ascii: "c") || next == UInt8(ascii: "s")
      if isSecond, third == h { return (Sound.sh, 3) }
      return next == h ? (Sound.sh, 2) : (0, 0)
    case UInt8(ascii: "c"):
      if next == UInt8(ascii: "c"), third == h { return (Sound.ch, 3) }
      return next == h ? (Sound.ch, 2) : next == UInt8(ascii: "k") ? (Sound.k, 2) : (0, 0)
    case UInt8(ascii: "n"): return next == UInt8(ascii: "g") ? (Sound.ng, 2) : (0, 0)
    case UInt8(ascii: "z") where next == h: return (Sound.zh, 2)
    case UInt8(ascii: "k") where next == h: return (Sound.kh, 2)
    case UInt8(ascii: "g") where next == h: return (Sound.g, 2)
    case UInt8(ascii: "p") where next == h: return (Sound.f, 2)
    case UInt8(ascii: "b") where next == h: return (Sound.b, 2)
    case UInt8(ascii: "j") where next == h: return (Sound.j, 2)
    case UInt8(ascii: "r") where next == h: return (Sound.r, 2)
    case UInt8(ascii: "l") where next == h: return (Sound.l, 2)
    case UInt8(ascii: "o"):
      return next == UInt8(ascii: "u") || isWritten && next == UInt8(ascii: "o")
        ? (Sound.u, 2) : (0, 0)
    case UInt8(ascii: "e") where isWritten && next == UInt8(ascii: "e"): return (Sound.i, 2)
    default: return (0, 0)
    }
  }

  /// Appends the sound of one letter, and returns how many letters were read.
  @inline(__always)
  private func appendLetter(
    of word: Span<UInt8>, at index: Int, to sounds: inout Sounds
  ) -> Int {
    let byte = word[index]
    let code = byte &- UInt8(ascii: "a")
    guard code < 26 else {
      sounds.append(byte == UInt8(ascii: "N") ? Sound.ng : Sound.weak)
      return 1
    }
    guard isWritten else {
      sounds.append(Self.sounds[Int(code)])
      return 1
    }
    let next = letter(word, index &+ 1)
    switch byte {
    case UInt8(ascii: "c"):
      let isSoft =
        next == UInt8(ascii: "e") || next == UInt8(ascii: "i") || next == UInt8(ascii: "y")
      sounds.append(isSoft ? Sound.s : Sound.k)
    case UInt8(ascii: "x"):
      sounds.append(Sound.k)
      sounds.append(Sound.s)
    case UInt8(ascii: "y"):
      let isGlide =
        next == UInt8(ascii: "a") || next == UInt8(ascii: "e") || next == UInt8(ascii: "o")
        || next == UInt8(ascii: "u")
      sounds.append(isGlide ? Sound.y : Sound.i)
    case UInt8(ascii: "q"):
      sounds.append(Sound.k)
      let third = letter(word, index &+ 2)
      let isSilent = third == UInt8(ascii: "e") || third == UInt8(ascii: "i")
      return next == UInt8(ascii: "u") && isSilent ? 2 : 1
    default: sounds.append(Self.sounds[Int(code)])
    }
    return 1
  }

  /// The sound of each letter from a to z by itself.
  private static let sounds: [UInt8] = [
    24, 1, 15, 6, 25, 2, 8, 10, 26, 17, 7, 21, 18, 19, 27, 0, 7, 22, 11, 5, 28, 3, 4, 9, 23, 12,
  ]
}
