internal import PrefixSearch

/// The encoding of the text of a name, as its difference from the key.
///
/// Most names are their key with capitals, and in scripts without case most are their key. Other texts
/// are stored as a list of edits of the capitalized key, or verbatim, whichever is shorter. Most alternate
/// names need no bytes for their text except the three bits of this form. A name with several spellings
/// has a list of such texts.
enum TextForm: UInt8 {
  /// The key without its final space.
  case verbatim
  /// Each word of the key begins with a capital.
  case words
  /// The same, with hyphens between the words.
  case hyphens
  /// The first word of the key begins with a capital.
  case sentence
  /// Every letter of the key is a capital.
  case capitals
  /// The text is stored verbatim.
  case plain
  /// Several texts are stored.
  case spellings
  /// Edits of the key in the form `words`.
  case edits

  /// Whether bytes are stored in addition to the form.
  var isStored: Bool { self == .plain || self == .spellings || self == .edits }
}

enum NameText {
  /// The greatest length of a text in bytes, and of several with the bytes of their forms: it is stored in
  /// two bytes, of seven and eight bits.
  static let longest = 1 << 15 - 1

  /// Finds the shortest encoding of the spellings of a name.
  ///
  /// - Parameters:
  ///   - spellings: One text or several; those that do not fit in ``longest`` bytes are left out.
  ///   - key: The key of the name, without its final space.
  ///   - areOthers: Whether these are further spellings of a text that is stored elsewhere.
  /// - Returns: The form, and the bytes that it needs.
  static func encode(
    _ spellings: [ArraySlice<UInt8>], key: ArraySlice<UInt8>, areOthers: Bool = false
  ) -> (TextForm, [UInt8]) {
    let words = capitalized(key, .words)
    func item(_ text: ArraySlice<UInt8>) -> (ItemForm, [UInt8]) {
      let text = text.prefixOfScalars(longest - SpellingList.longestHeader)
      let forms: [TextForm] = [.verbatim, .words, .hyphens, .sentence, .capitals]
      if let form = forms.first(where: { capitalized(key, $0).elementsEqual(text) }) {
        return (.ofKey(form), [])
      }
      guard let edits = edits(from: words[...], to: text), edits.count < text.count else {
        return (.plain, Array(text))
      }
      return (.edits, edits)
    }
    if spellings.count == 1, !areOthers {
      switch item(spellings[0]) {
      case (.ofKey(let form), _): return (form, [])
      case (.plain, let text): return (.plain, text)
      case (.edits, let edits): return (.edits, edits)
      }
    }
    var list: [UInt8] = []
    for spelling in spellings {
      let (form, bytes) = item(spelling)
      guard list.count + SpellingList.longestHeader + bytes.count <= longest else { break }
      SpellingList.append(form, bytes, to: &list)
    }
    return (.spellings, list)
  }

  /// The spellings of a name.
  ///
  /// - Parameters:
  ///   - form: How they are stored.
  ///   - stored: The bytes that the form needs.
  ///   - key: The key of the name, without its final space.
  /// - Returns: The texts, in UTF-8; one in most forms.
  static func decode(
    _ form: TextForm, _ stored: [UInt8], key: ArraySlice<UInt8>
  ) -> [[UInt8]] {
    switch form {
    case .plain: return [stored]
    case .edits: return [applying(stored, to: capitalized(key, .words)[...])]
    case .spellings:
      return SpellingList.items(of: stored[...]).map { form, bytes in
        switch form {
        case .ofKey(let form): capitalized(key, form)
        case .plain: Array(bytes)
        case .edits: applying(Array(bytes), to: capitalized(key, .words)[...])
        }
      }
    default: return [capitalized(key, form)]
    }
  }
}

/// How one of several spellings is stored.
private enum ItemForm {
  /// As the key with capitals.
  case ofKey(TextForm)
  case plain
  case edits
}

/// A list of spellings: for each a byte with the form in its lower three bits and the length in the others, or
/// 31 there and the length in two bytes more; then the bytes of the text.
private enum SpellingList {
  /// The greatest number of bytes before a text.
  static let longestHeader = 3
  private static let longLength = 31
  private static let (plain, edits): (UInt8, UInt8) = (
    TextForm.plain.rawValue, TextForm.edits.rawValue
  )

  static func append(_ form: ItemForm, _ bytes: [UInt8], to list: inout [UInt8]) {
    let number =
      switch form {
      case .ofKey(let form): form.rawValue
      case .plain: plain
      case .edits: edits
      }
    list.append(number | UInt8(min(bytes.count, longLength)) << 3)
    if bytes.count >= longLength {
      list.append(UInt8(bytes.count & 0xFF))
      list.append(UInt8(bytes.count >> 8))
    }
    list.append(contentsOf: bytes)
  }

  /// The items of a list; of a damaged one, as far as its bytes reach.
  static func items(of list: ArraySlice<UInt8>) -> [(ItemForm, ArraySlice<UInt8>)] {
    var (rest, items) = (list, [(ItemForm, ArraySlice<UInt8>)]())
    while let header = rest.popFirst() {
      var length = Int(header >> 3)
      if length == longLength {
        length = Int(rest.popFirst() ?? 0)
        length |= Int(rest.popFirst() ?? 0) << 8
      }
      let form: ItemForm =
        switch header & 7 {
        case plain: .plain
        case edits: .edits
        // A list in a list is damage.
        case let form: .ofKey(TextForm(rawValue: form) ?? .verbatim)
        }
      items.append((form, rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return items
  }
}

// MARK: - Edits

/// An edit is one byte, followed by the inserted bytes: bits 4 to 7, the number of bytes of the old text to
/// copy; bits 2 and 3, the number of bytes to delete then; bits 0 and 1, the number of inserted bytes.
extension NameText {
  /// The greatest number of bytes that one edit deletes or inserts.
  private static let reach = 3
  /// The greatest number of bytes that one edit copies.
  private static let longestKeep = 15

  /// The possible numbers of deleted and inserted bytes of an edit, the fewest first.
  private static let candidates = (1...2 * reach).flatMap { sum in
    (0...sum).map { (out: $0, into: sum - $0) }
  }.filter { $0.out <= reach && $0.into <= reach }

  /// The edits that convert one text to another; `nil` if they are too different.
  ///
  /// At each difference the smallest edit is taken after which three bytes agree.
  private static func edits(
    from old: ArraySlice<UInt8>, to new: ArraySlice<UInt8>
  ) -> [UInt8]? {
    func agree(_ one: ArraySlice<UInt8>, _ two: ArraySlice<UInt8>) -> Bool {
      let count = min(reach, max(one.count, two.count))
      return one.prefix(count).elementsEqual(two.prefix(count))
    }
    var (old, new, edits, kept) = (old, new, [UInt8](), 0)
    while !old.isEmpty || !new.isEmpty {
      if let first = old.first, first == new.first {
        old.removeFirst()
        new.removeFirst()
        kept += 1
        continue
      }
      let edit = candidates.first {
        $0.out <= old.count && $0.into <= new.count
          && agree(old.dropFirst($0.out), new.dropFirst($0.into))
      }
      guard let edit else { return nil }
      while kept > longestKeep {
        edits.append(UInt8(longestKeep) << 4)
        kept -= longestKeep
      }
      edits.append(UInt8(kept) << 4 | UInt8(edit.out) << 2 | UInt8(edit.into))
      edits.append(contentsOf: new.prefix(edit.into))
      old.removeFirst(edit.out)
      new.removeFirst(edit.into)
      kept = 0
    }
    return edits
  }

  /// Applies edits to a text; even damaged ones make no text longer than both together.
  private static func applying(_ edits: [UInt8], to old: ArraySlice<UInt8>) -> [UInt8] {
    var (old, new, edits) = (old, [UInt8](), edits[...])
    new.reserveCapacity(old.count + edits.count)
    while let edit = edits.popFirst() {
      new.append(contentsOf: old.prefix(Int(edit >> 4)))
      old = old.dropFirst(Int(edit >> 4) + Int(edit >> 2 & 3))
      new.append(contentsOf: edits.prefix(Int(edit & 3)))
      edits = edits.dropFirst(Int(edit & 3))
    }
    return new + old
  }
}

// MARK: - Capitals

extension NameText {
  /// A key with the capitals of a form.
  static func capitalized(_ key: ArraySlice<UInt8>, _ form: TextForm) -> [UInt8] {
    var text = Array(key)
    var span = text.mutableSpan
    capitalize(&span, count: span.count, form)
    return text
  }

  /// Gives a key, the first `count` bytes of `text`, the capitals of a form.
  ///
  /// They take as many bytes as small letters. Names are written with katakana where their keys have hiragana,
  /// and two in three names in Arabic script with the Farsi yeh and the keheh that keys do not distinguish from
  /// yeh and kaf; so these letters count as capitals, too, and are replaced in every position.
  static func capitalize(_ text: inout MutableSpan<UInt8>, count: Int, _ form: TextForm) {
    guard form != .verbatim else { return }
    let isAll = form == .capitals
    var (index, isFirst) = (0, true)
    while index < count {
      let byte = text[index]
      if byte == asciiSpace {
        if form == .hyphens { text[index] = UInt8(ascii: "-") }
        isFirst = form != .sentence
        index += 1
        continue
      }
      let isCapital = isFirst || isAll
      isFirst = false
      if byte < 0x80 {
        if isCapital, (0x61...0x7A).contains(byte) { text[index] = byte - 0x20 }
        index += 1
      } else if (0xC0..<0xE0).contains(byte), index + 1 < count {
        // All letters with capitals that keys can hold, beside ASCII and rare scripts, have two bytes.
        if isCapital || byte == arabicByte {
          let scalar = UInt32(byte & 0x1F) << 6 | UInt32(text[index + 1] & 0x3F)
          let shown = capital(of: scalar)
          text[index] = UInt8(0xC0 | shown >> 6)
          text[index + 1] = UInt8(0x80 | shown & 0x3F)
        }
        index += 2
      } else {
        if byte == 0xE3, index + 2 < count { capitalizeHiragana(&text, at: index) }
        index += byte < 0xE0 ? 1 : byte < 0xF0 ? 3 : 4
      }
    }
  }

  /// Replaces a hiragana of a key by its katakana.
  private static func capitalizeHiragana(_ text: inout MutableSpan<UInt8>, at index: Int) {
    let scalar = 0x3000 | UInt32(text[index + 1] & 0x3F) << 6 | UInt32(text[index + 2] & 0x3F)
    guard 0x3041...0x3094 ~= scalar else { return }
    let katakana = scalar + 0x60
    text[index + 1] = UInt8(0x80 | katakana >> 6 & 0x3F)
    text[index + 2] = UInt8(0x80 | katakana & 0x3F)
  }

  /// The first byte of kaf and yeh.
  private static let arabicByte: UInt8 = 0xD9

  /// The capital of a Greek, Cyrillic or Armenian letter, and what counts as one; any other letter is its own.
  ///
  /// By the rules of these blocks and not by the system's tables, which differ between systems.
  private static func capital(of scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x3B1...0x3C1, 0x3C3...0x3C9, 0x430...0x44F: scalar - 32
    case 0x450...0x45F: scalar - 80
    case 0x561...0x586: scalar - 48
    case 0x460...0x481, 0x48A...0x4BF, 0x4D0...0x52F: scalar & ~1
    case 0x4C1...0x4CE: scalar - (scalar & 1 == 0 ? 1 : 0)
    case 0x643: 0x6A9
    case 0x64A: 0x6CC
    default: scalar
    }
  }
}

extension ArraySlice<UInt8> {
  /// As many whole scalars from the start as fit into `count` bytes.
  fileprivate func prefixOfScalars(_ count: Int) -> ArraySlice<UInt8> {
    guard self.count > count else { return self }
    var end = startIndex + count
    while end > startIndex, self[end] & 0xC0 == 0x80 { end -= 1 }
    return self[..<end]
  }
}
