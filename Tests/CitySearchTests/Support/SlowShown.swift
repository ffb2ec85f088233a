import CitySearch

/// What is shown of a city that was found.
extension SlowSearch {
  func shown(_ found: Found, _ text: SlowText) -> RelevanceAnswer.Shown {
    let name = names[found.row]
    let spelling = spelling(of: name, for: text)
    let range = highlight(name, spelling, found.typed)
    return RelevanceAnswer.Shown(
      id: cities[name.city].id, grade: found.grade, kind: name.kind.rawValue, name: spelling,
      highlight: "\(range.lowerBound)+\(range.count)")
  }

  /// The spelling that fits what was typed.
  private func spelling(of name: SlowName, for text: SlowText) -> String {
    let known = name.spellings.filter { isInLanguages($0, cities[name.city]) }
    let spellings = known.isEmpty ? name.spellings : known
    let parts = text.writtenParts.map(SlowNames.comparable)
    let fitting = spellings.first { spelling in
      let letters = SlowNames.comparable(spelling)
      return parts.contains { letters.starts(with: $0) || $0.starts(with: letters) }
    }
    return fitting ?? spellings[0]
  }

  private func highlight(_ name: SlowName, _ shown: String, _ typed: String) -> Range<Int> {
    switch name.change {
    case .lettersExpanded: return shortestRun(of: shown, typed, SlowNames.expanded)
    case .none where name.kind == .later:
      let starts = shown.indices.filter { SlowNames.key(String(shown[$0...])) == name.key }
      guard let start = starts.last else { return 0..<0 }
      let offset = shown[..<start].utf16.count
      let range = shortestRun(of: String(shown[start...]), typed) { $0 }
      return offset..<offset + range.count
    case .none, .bracketsRemoved: return shortestRun(of: shown, typed) { $0 }
    case .wordReplaced(let key, let start, let word):
      if (key + " ").utf8.starts(with: typed.utf8) { return shortestRun(of: shown, typed) { $0 } }
      let formLength = name.key.utf8.count - (key.utf8.count - word.utf8.count)
      let rest = typed.utf8.dropFirst(start + formLength)
      let restored = String(decoding: key.utf8.prefix(start + word.utf8.count), as: UTF8.self)
      return shortestRun(of: shown, restored + String(decoding: rest, as: UTF8.self)) { $0 }
    }
  }

  /// The shortest run of whole grapheme clusters whose form folds to something that begins with a text.
  private func shortestRun(
    of name: String, _ text: String, _ form: (String) -> String
  ) -> Range<Int> {
    guard !text.isEmpty else { return 0..<0 }
    for end in name.indices.dropFirst() + [name.endIndex] {
      let run = String(name[..<end])
      if Folding.key(of: form(run)).starts(with: text.utf8) { return 0..<run.utf16.count }
    }
    return 0..<0
  }
}
