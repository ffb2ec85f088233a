import CitySearch
import PrefixBenchmark

/// Queries in other letters than Latin ones: with a slip, or as another keyboard writes them.
extension CaseMaker {
  /// A script with fewer names is left out.
  private static let leastNames = 400

  /// A name that is written in one script, and the letters in which names of that script are written.
  typealias ForeignName = (key: String, row: CityRow, alphabet: [Unicode.Scalar])

  /// The names of at least five letters, each script with the same weight, and within it by population.
  ///
  /// Han, kana and Hangul are left out: an edit there changes a third of a name, or a syllable instead of a
  /// letter.
  var foreignNames: Lots<ForeignName> {
    var scripts = LetterScripts()
    var seen: Set<String> = []
    var names: [String: [(key: String, row: CityRow)]] = [:]
    for row in gazetteer.indices {
      for name in otherNames(ofRow: row) {
        guard let script = scripts.script(of: name), !LetterScripts.syllabic.contains(script)
        else { continue }
        let key = Self.key(of: name)
        guard key.unicodeScalars.count >= 5, largest(withAnyKey: key) == row,
          seen.insert(key).inserted
        else { continue }
        names[script, default: []].append((key, row))
      }
    }
    let groups = names.filter { $0.value.count >= Self.leastNames }
    return balanced(
      groups.sorted { $0.key < $1.key }.map { _, names in
        let letters = Set(names.flatMap(\.key.unicodeScalars)).filter { $0.properties.isAlphabetic }
        let alphabet = letters.sorted()
        return names.map { ((key: $0.key, row: $0.row, alphabet: alphabet), $0.row) }
      })
  }

  /// The lots of several groups: each group has the same weight, and within it, the names of a city share
  /// its population.
  private func balanced<Lot>(_ groups: [[(lot: Lot, row: CityRow)]]) -> Lots<Lot> {
    groups.flatMap { group -> Lots<Lot> in
      let counts = group.reduce(into: [:]) { $0[$1.row, default: 0] += 1 }
      let weights = group.map { population(ofRow: $0.row) / counts[$0.row, default: 1] }
      let total = max(weights.reduce(0, +), 1)
      return zip(group, weights).map { item, weight in
        (item.lot, weight > 0 ? 1 + weight * 1_000_000_000 / total : 0)
      }
    }
  }

  /// A name with one slip behind its first letter, if that makes no name of another city.
  func foreignTypo(_ name: ForeignName, using generator: inout SplitMix64) -> Draft? {
    var letters = Array(name.key.unicodeScalars)
    let place = Int.random(in: 1..<letters.count, using: &generator)
    let letter = name.alphabet[Int.random(in: name.alphabet.indices, using: &generator)]
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: letters.remove(at: place)
    case 1: letters.insert(letter, at: place)
    case 2: letters[place] = letter
    default: letters.swapAt(place, max(place - 1, 1))
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: letters)
    let (query, key) = (String(text), Self.key(of: String(text)))
    guard key != name.key, query.last != " ", largest(withAnyKey: key) == nil else { return nil }
    return Draft(query: query, row: name.row)
  }
}

/// Letters for which another keyboard has others.
extension CaseMaker {
  /// Names as another keyboard writes them; each way in which keyboards differ has the same weight.
  ///
  /// A name that a larger city has, too, is left out.
  var exchangedNames: Lots<Draft> {
    var groups: [[(lot: Draft, row: CityRow)]] = Exchange.allCases.map { _ in [] }
    for row in gazetteer.indices {
      let others = otherNames(ofRow: row).filter(Self.isTyped)
      for name in [gazetteer[row].name] + others where !name.contains("_") {
        for (number, exchange) in Exchange.allCases.enumerated() {
          let query = exchange.applied(to: name)
          guard query.unicodeScalars.elementsEqual(name.unicodeScalars) == false,
            largest(withAnyKey: Self.key(of: name)) == row
          else { continue }
          groups[number].append((Draft(query: query, row: row), row))
        }
      }
    }
    return balanced(groups)
  }

  private static func isTyped(_ name: String) -> Bool {
    OtherName(cityID: 0, name: name).isWritten
  }

  /// A way in which two keyboards write the same name.
  private enum Exchange: CaseIterable {
    /// Forms of yeh, kaf and heh.
    case arabic
    /// Hiragana instead of katakana, and the other way round.
    case kana
    /// A selector of a variant behind the first ideograph.
    case variation
    /// Digits of full width, of Arabic, or of Devanagari.
    case digits

    private static let arabicLetters: [Unicode.Scalar: Unicode.Scalar] = [
      "\u{64A}": "\u{6CC}", "\u{6CC}": "\u{64A}", "\u{649}": "\u{64A}", "\u{6D2}": "\u{6CC}",
      "\u{643}": "\u{6A9}", "\u{6A9}": "\u{643}", "\u{629}": "\u{647}", "\u{6C1}": "\u{647}",
      "\u{6BE}": "\u{647}", "\u{647}": "\u{6C1}",
    ]

    func applied(to name: String) -> String {
      var text = String.UnicodeScalarView()
      var isFirst = true
      let zeros = [UInt32(0xFF10), 0x660, 0x966]
      for scalar in name.unicodeScalars {
        switch self {
        case .arabic: text.append(Self.arabicLetters[scalar] ?? scalar)
        case .kana: text.append(Self.otherKana(scalar))
        case .variation:
          text.append(scalar)
          if isFirst, (0x4E00...0x9FFF).contains(scalar.value) {
            text.append("\u{E0100}")
            isFirst = false
          }
        case .digits:
          guard ("0"..."9").contains(scalar) else {
            text.append(scalar)
            continue
          }
          // The same digits in the whole name.
          let zero = zeros[name.unicodeScalars.count % zeros.count]
          text.append(Unicode.Scalar(zero + scalar.value - 0x30) ?? scalar)
        }
      }
      return String(text)
    }

    private static func otherKana(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
      switch scalar.value {
      case 0x3041...0x3096: Unicode.Scalar(scalar.value + 0x60) ?? scalar
      case 0x30A1...0x30F6: Unicode.Scalar(scalar.value - 0x60) ?? scalar
      default: scalar
      }
    }
  }
}
