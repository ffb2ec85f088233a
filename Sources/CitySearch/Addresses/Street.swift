/// A street of a line whose kind stands in front of its name, such as "rue de la Gare".
///
/// Nothing marks where such a name ends, so a town may follow at once: "rue de la Gare Domont".
struct Street {
  /// The words from its kind to the last one before a house number, a postal code, or the end of the part.
  let words: Range<Int>
  /// The first of these that may belong to a town: behind "rue de la Gare", "rue du 8 Mai 1945", "rue Jean".
  let end: Int
  /// Whether the words before it are a kind and one word, such as "rue Jean": a name may go on.
  let isIncomplete: Bool
}

extension AddressLine {
  /// The streets of a part whose kind stands in front.
  ///
  /// - Complexity: O(*w*) for *w* words.
  func streets(in part: Range<Int>) -> [Street] {
    var streets: [Street] = []
    var index = part.lowerBound
    while index < part.upperBound {
      guard isKindInFront(index, of: part) else {
        index += 1
        continue
      }
      let street = street(at: index, of: part)
      streets.append(street)
      index = street.words.upperBound
    }
    return streets
  }

  /// The countries in whose languages the kind of the first street is written, the likeliest first; none if it says
  /// nothing.
  func countriesOfStreet() -> CountryCodes {
    for part in parts {
      for index in part.words where words[index].meaning.isAny(of: .ofStreet) {
        let isInFront = part.streets.contains { $0.words.lowerBound == index }
        // "Park Avenue", "Avenue of the Americas"
        if words[index].meaning.contains(.streetAfter),
          StreetLanguages.isInFront(folded[words[index].range]),
          !isInFront || folded[words[index + 1].range].elementsEqual("of".utf8)
        {
          continue
        }
        let countries = StreetLanguages.countries(of: folded[words[index].range])
        if !countries.isEmpty { return countries }
      }
    }
    return .none
  }

  /// Whether a word says that the name of a street follows.
  private func isKindInFront(_ index: Int, of part: Range<Int>) -> Bool {
    guard index + 1 < part.upperBound else { return false }
    let meaning = words[index].meaning
    if meaning.contains(.streetBefore) { return true }
    // "Avenue Foch", but "Paris Avenue Springfield".
    return meaning.contains(.streetAfter) && StreetLanguages.isInFront(folded[words[index].range])
      && (index == part.lowerBound || isHouseNumber(index - 1, of: part))
      && !words[index + 1].isNumber
  }

  /// Whether a word is the number of a house, or belongs to one: "8 bis".
  private func isHouseNumber(_ index: Int, of part: Range<Int>) -> Bool {
    if words[index].isNumber { return true }
    return part.contains(index - 1) && words[index - 1].isNumber
      && (words[index].range.count == 1 || words[index].meaning.contains(.numberAddition))
  }

  private func street(at kind: Int, of part: Range<Int>) -> Street {
    // "Grande rue Domont"
    let hasAdjective = part.contains(kind - 1) && words[kind - 1].meaning.contains(.adjective)
    // "calle 13", but "via 25 Aprile"
    let isNumbered = words[kind].meaning.contains(.numberedKind)
    var (end, index) = (kind + 1, kind + 1)
    var (needsName, isDate, isComplete) = (!hasAdjective, false, hasAdjective)
    while index < part.upperBound {
      let word = words[index]
      if word.isNumber {
        let digits = word.range.count
        if end == index, needsName, digits <= 3 {
          needsName = isComplete || !isNumbered
          isDate = needsName
        } else if !(isDate && digits == 4) {
          break
        }
        end = index + 1
      } else if end == index {
        switch word.meaning.intersection(.inStreet) {
        case .connective:
          (isComplete, needsName) = (true, true)
          end = index + 1
        case .article where needsName:
          isComplete = true
          end = index + 1
        case .elision:
          (isComplete, needsName) = (true, false)
          end = index + 1
        case .title where needsName: end = index + 1
        // "rue de la Pierre" is no person, and in "rue Claude Jean" the second one is a family name.
        case .givenName
        where needsName && (index == kind + 1 || words[index - 1].meaning.contains(.title)):
          end = index + 1
        case .saint where needsName: end = index + 1
        case _ where needsName:
          isComplete = isComplete || index > kind + 1
          needsName = false
          end = index + 1
        default: break
        }
      }
      index += 1
    }
    return Street(words: kind..<index, end: end, isIncomplete: !isComplete)
  }
}
