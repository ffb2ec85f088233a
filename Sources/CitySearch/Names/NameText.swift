internal import PrefixSearch

/// The encoding of the text of a name, as its difference from the key.
///
/// Most names are their key with capitals, and in scripts without case most are their key. Other texts
/// are stored as a list of edits of the capitalized key, or verbatim, whichever is shorter. Most alternate
/// names need no bytes for their text except the three bits of this form. A name with several spellings
/// has a list of such texts.
package enum TextForm: UInt8 {
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
  package var isStored: Bool { self == .plain || self == .spellings || self == .edits }
}

package enum NameText {
  /// The greatest length of a text in bytes, and of several with the bytes of their forms: it is stored in
  /// two bytes, of seven and eight bits.
  package static let longest = 1 << 15 - 1

  /// The spellings of a name.
  ///
  /// - Parameters:
  ///   - form: How they are stored.
  ///   - stored: The bytes that the form needs.
  ///   - key: The key of the name, without its final space.
  /// - Returns: The texts, in UTF-8; one in most forms.
  package static func decode(
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
package enum ItemForm {
  /// As the key with capitals.
  case ofKey(TextForm)
  case plain
  case edits
}

/// A list of spellings: for each a byte with the form in its lower three bits and the length in the others, or
/// 31 there and the length in two bytes more; then the bytes of the text.
package enum SpellingList {
  /// The greatest number of bytes before a text.
  package static let longestHeader = 3
  package static let longLength = 31
  package static let (plain, edits): (UInt8, UInt8) = (
    TextForm.plain.rawValue, TextForm.edits.rawValue
  )

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
  package static func capitalized(_ key: ArraySlice<UInt8>, _ form: TextForm) -> [UInt8] {
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
  package static func capitalize(_ text: inout MutableSpan<UInt8>, count: Int, _ form: TextForm) {
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
