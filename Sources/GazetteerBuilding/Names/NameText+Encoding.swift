internal import CitySearch
internal import PrefixSearch

extension NameText {
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
}

extension SpellingList {
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
