/// A typed text as the sounds of its words, and the script that it is written in.
package struct SpokenText {
  /// The sounds of each word, none of which is empty.
  private(set) var words: [Sounds] = []
  /// The script, see ``SoundTables/scriptCount``; 0 for Latin letters, and for several scripts at once.
  private(set) var script = 0

  /// The greatest length of a text in bytes: 64 letters of four bytes.
  static let maximumByteCount = 256
  /// The greatest number of words.
  static let maximumWordCount = 16

  /// Reads a text up to its first comma that has something before it.
  ///
  /// The result is `nil` if the text is long or has no sounds.
  ///
  /// - Parameters:
  ///   - text: What was typed, in UTF-8.
  ///   - han: The sounds of Chinese characters; without them, a text that has one has no sounds.
  /// - Complexity: O(*m*), where *m* is the length of the text in bytes, of which 256 are read.
  init?(_ text: Span<UInt8>, han: HanReadings? = nil) {
    guard text.count <= Self.maximumByteCount else { return nil }
    let head = Self.head(of: text)
    var key: [UInt8] = []
    Folding.appendKey(of: text.extracting(head), to: &key)
    if key.allSatisfy({ $0 < 0x80 }) {
      for word in key.split(separator: asciiSpace) {
        var (sounds, letters) = (Sounds(), [UInt8]())
        LatinSpelling.appendSounds(ofFolded: word.span, using: &letters, to: &sounds)
        append(sounds)
      }
    } else {
      let name = Self.name(in: text, of: head) ?? head
      guard let scalars = Self.scalars(of: text.extracting(name), han) else { return nil }
      transliterate(scalars, han)
    }
    guard !words.isEmpty, words.count <= Self.maximumWordCount else { return nil }
  }

  /// Whether the last word is one of Chinese characters, which may have more.
  private var isInWord = false

  private mutating func append(_ word: Sounds) {
    guard !word.isEmpty else { return }
    words.append(word)
    isInWord = false
  }

  /// The sounds of some neighboring words.
  func sounds(of words: Range<Int>) -> Sounds {
    var sounds = Sounds()
    for word in self.words[words] { sounds.append(word) }
    return sounds
  }
}

// MARK: - Scalars

extension SpokenText {
  /// The part before the first comma that has a letter or digit before it.
  static func head(of text: Span<UInt8>) -> Range<Int> {
    var (index, start, hasContent) = (0, 0, false)
    while index < text.count {
      let (scalar, length) = text.decodeScalar(at: index)
      switch scalar {
      // The commas of Latin and Arabic, the full-width comma of Chinese, the ideographic comma of
      // Japanese.
      case 0x2C, 0x60C, 0xFF0C, 0x3001:
        if hasContent { return start..<index }
        start = index + length
      default:
        let entry = FoldingTables.entry(of: scalar)
        if entry != FoldingTables.separator, entry != FoldingTables.deleted { hasContent = true }
      }
      index += length
    }
    return start..<index
  }

  /// The scalars of a text; `nil` if there is a Chinese character without a known sound.
  ///
  /// Letters without a sound are replaced by those that they fold to, and separators by spaces.
  private static func scalars(of text: Span<UInt8>, _ han: HanReadings?) -> [UInt32]? {
    var scalars: [UInt32] = []
    var folded: [UInt8] = []
    var index = 0
    while index < text.count {
      let (scalar, length) = text.decodeScalar(at: index)
      let bytes = text.extracting(index..<index + length)
      index += length
      if isChinese(scalar) {
        guard let han, han.syllable(of: scalar) != nil else { return nil }
        scalars.append(scalar)
        continue
      }
      let entry = FoldingTables.entry(of: scalar)
      switch entry {
      case _ where SoundTables.sound(of: scalar) != nil: scalars.append(scalar)
      case FoldingTables.separator: scalars.append(UInt32(asciiSpace))
      case FoldingTables.hangul, FoldingTables.firstText..., FoldingTables.separator...:
        folded.removeAll(keepingCapacity: true)
        var folder = Folder(absorbsSeparators: false)
        folder.fold(bytes, into: &folded)
        folder.finish(&folded)
        var place = 0
        while place < folded.count {
          let (scalar, length) = folded.span.decodeScalar(at: place)
          scalars.append(scalar)
          place += length
        }
      case FoldingTables.deleted where !isPairMark(scalar): break
      default: scalars.append(scalar)
      }
    }
    return scalars
  }

  /// Whether a scalar that folding deletes is a mark, which may change the sound of a letter.
  private static func isPairMark(_ scalar: UInt32) -> Bool {
    SoundTables.pairs.contains { $0 &>> 16 & 0xFFFF == UInt64(scalar) }
  }

  private static func isChinese(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x2_0000...0x3_FFFF: true
    default: false
    }
  }

  private mutating func transliterate(_ scalars: [UInt32], _ han: HanReadings?) {
    var word = Transliteration()
    var scripts: UInt64 = 0
    let spelling = LatinSpelling(isWritten: false)
    func finish(_ word: inout Transliteration) -> Sounds {
      var sounds = Sounds()
      word.finish()
      spelling.appendWord(word.letters.span, to: &sounds)
      word.removeAll()
      return sounds
    }
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      let next = index + 1 < scalars.count ? scalars[index + 1] : 0
      index += 1
      if let syllable = han?.syllable(of: scalar) {
        scripts |= 1 << UInt64(SoundTables.hanScript)
        append(finish(&word))
        appendToWord(syllable)
        continue
      }
      var letter = SoundTables.sound(of: scalar, with: next)
      if letter != nil { index += 1 } else { letter = SoundTables.sound(of: scalar) }
      if let letter {
        scripts |= 1 << UInt64(letter.script)
        word.append(letter)
      } else if scalar == asciiSpace {
        append(finish(&word))
        isInWord = false
      } else if scalar >= UInt8(ascii: "a"), scalar <= UInt8(ascii: "z") {
        scripts |= 1
        word.append(latin: UInt8(scalar))
      } else if !FoldingTables.isMark(scalar) {
        word.close()
      }
    }
    append(finish(&word))
    if scripts.nonzeroBitCount == 1 { script = scripts.trailingZeroBitCount }
  }

  /// Appends a syllable to the last word, or begins one.
  private mutating func appendToWord(_ syllable: Sounds) {
    if isInWord { words[words.count - 1].append(syllable) } else { append(syllable) }
    isInWord = true
  }
}

extension SpokenText {
  /// The script of a folded name; 0 for Latin letters, and if it has letters of several scripts.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the name in bytes.
  package static func script(ofFolded name: Span<UInt8>) -> Int {
    // Most names are Latin, which their first letter says.
    guard name.count > 0, name[0] &- UInt8(ascii: "a") >= 26 else { return 0 }
    var scripts: UInt32 = 0
    var index = 0
    while index < name.count {
      let (scalar, length) = name.decodeScalar(at: index)
      index += length
      if let sound = SoundTables.sound(of: scalar) {
        scripts |= 1 << UInt32(sound.script)
      } else if scalar >= UInt8(ascii: "a"), scalar <= UInt8(ascii: "z") || isChinese(scalar) {
        scripts |= 1
      }
    }
    return scripts.nonzeroBitCount == 1 ? scripts.trailingZeroBitCount : 0
  }
}

extension FoldingTables {
  /// Whether a scalar is a combining mark, or is deleted.
  fileprivate static func isMark(_ scalar: UInt32) -> Bool {
    let entry = entry(of: scalar)
    return entry == deleted || firstMark..<separator ~= entry
  }
}
