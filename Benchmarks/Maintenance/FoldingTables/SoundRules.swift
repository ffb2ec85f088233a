/// How a letter sounds: what it does in a word, and Latin letters.
struct SoundLetter: Hashable {
  /// What a letter does with the vowel that a consonant has by itself.
  enum Kind: UInt64 {
    /// Nothing: it is a letter of an alphabet, or a syllable.
    case letter
    /// A consonant that has a vowel, until a sign replaces or removes it.
    case consonant
    /// Replaces the vowel.
    case vowelSign
    /// Removes the vowel.
    case virama
    /// Removes the vowel and the consonant.
    case silencer
    /// A vowel that is written before its consonant.
    case vowelInFront
    /// Changes the vowel of the syllable before.
    case smallKana
    /// Carries the vowel of a sign, and is one itself behind a consonant without a vowel.
    case carrier
  }

  var kind: Kind
  /// The Latin letters, ~ for a vowel that may be silent, N for a nasal.
  var text: String
  /// The position of the script, counted from 1.
  var script: Int

  init(_ kind: Kind, _ text: String, script: Int) {
    (self.kind, self.text, self.script) = (kind, text, script)
  }
}

/// The sounds of letters, by their names in UnicodeData.txt.
///
/// ARABIC LETTER BEH begins with the sound of the letter; DEVANAGARI LETTER PA is a consonant with the
/// vowel that it has by itself; KATAKANA LETTER PA is a syllable. So the names of some thousand letters
/// say how to spell them in Latin letters, and the exceptions are few: see ``SoundExceptions``.
struct SoundRules {
  private let database: UnicodeDatabase
  /// The scripts in which consonants have a vowel: those with a virama, and Tibetan.
  private let abugidas: Set<String>
  /// The letters that have a sound, or do something to one.
  private(set) var letters: [UInt32: SoundLetter] = [:]
  /// A letter and its mark that sound otherwise than the letter alone.
  private(set) var pairs: [(first: UInt32, second: UInt32, letter: SoundLetter)] = []

  /// Reads the names of all letters of the basic plane from Greek on.
  init(database: UnicodeDatabase) {
    self.database = database
    abugidas = Set(
      database.names.filter { database.combiningClasses[Int($0.key)] == 9 }
        .map { Self.script(of: $0.value) }
    ).union(["TIBETAN"])
    for (scalar, name) in database.names where 0x370...0xFFFF ~= scalar {
      if let letter = letter(scalar, name) { letters[scalar] = letter }
    }
    addCapitals()
    addPairs()
  }

  /// The first word of a name.
  private static func script(of name: String) -> String {
    name.split(separator: " ").first.map(String.init) ?? ""
  }

  private mutating func addCapitals() {
    for (scalar, folded) in database.caseFoldings where letters[scalar] == nil {
      guard 0x370...0xFFFF ~= scalar, folded.count == 1, let letter = letters[folded[0]] else {
        continue
      }
      letters[scalar] = letter
    }
  }

  private mutating func addPairs() {
    for (scalar, parts) in database.decompositions where parts.count == 2 {
      let isAm = SoundExceptions.amSigns.contains(scalar)
      guard isAm || !database.compatibles.contains(scalar), let letter = letters[scalar],
        isAm || letters[parts[0]] != letter
      else { continue }
      pairs.append((parts[0], parts[1], letter))
    }
    let scalars = Dictionary(
      database.names.map { ($0.value, $0.key) }, uniquingKeysWith: { one, _ in one })
    for (first, second, text) in SoundExceptions.pairs {
      guard let one = scalars[first], let other = scalars[second], var letter = letters[other]
      else { continue }
      letter.text = text
      // Consonants that are read as a vowel take the place of the one before them.
      if letter.kind == .consonant && first == second || letter.kind == .virama {
        letter.kind = .vowelSign
      }
      pairs.append((one, other, letter))
    }
    pairs.sort { ($0.first, $0.second) < ($1.first, $1.second) }
  }
}

// MARK: - Names

/// The parts of the name of a letter.
private struct LetterName {
  let script: String
  /// The type: LETTER, SYLLABLE, VOWEL SIGN and others.
  let type: String
  /// What follows the type.
  let rest: String
  /// The words of the rest, without those that only describe.
  let words: [String]
  /// The word that says the sound, in lowercase.
  let word: String

  private static let types = [
    "LETTER", "SYLLABLE", "CHARACTER", "VOWEL SIGN", "INDEPENDENT VOWEL", "CONSONANT SIGN",
    "SEMIVOWEL SIGN", "SUBJOINED LETTER", "SIGN", "CHOSEONG", "JUNGSEONG", "JONGSEONG",
  ]

  /// Takes a name apart; `nil` if it is not that of a letter.
  init?(_ name: String) {
    var words = name.split(separator: " ")[...]
    if let end = words.firstIndex(where: { $0 == "WITH" || $0 == "AND" }) { words = words[..<end] }
    script = words.popFirst().map(String.init) ?? ""
    if script == "OL" { words = words.dropFirst() }
    if words.first == "SMALL" || words.first == "CAPITAL" { words = words.dropFirst() }
    let text = words.joined(separator: " ")
    guard let type = Self.types.first(where: { text.hasPrefix($0 + " ") }) else { return nil }
    self.type = type == "SUBJOINED LETTER" ? "LETTER" : type
    rest = String(text.dropFirst(type.count + 1))
    let all = rest.split(separator: " ").map(String.init)
    let sounding = all.filter { !SoundExceptions.describingWords.contains($0) }
    self.words = sounding.isEmpty ? Array(all.suffix(1)) : sounding
    let first = (self.words.first ?? "").lowercased()
    word = first.split(separator: "-").first.map(String.init) ?? ""
  }
}

extension SoundRules {
  /// The sound of a letter; `nil` if it has none.
  private func letter(_ scalar: UInt32, _ name: String) -> SoundLetter? {
    let script = Self.script(of: name)
    let known = SoundExceptions.kana.contains(script) ? "KANA" : script
    guard let position = SoundExceptions.scripts.firstIndex(of: known),
      !database.defaultIgnorables.contains(scalar)
    else { return nil }
    func letter(_ kind: SoundLetter.Kind, _ text: String) -> SoundLetter {
      SoundLetter(kind, text, script: position + 1)
    }

    if database.combiningClasses[Int(scalar)] == 9 { return letter(.virama, "") }
    if SoundExceptions.silencers.contains(name) { return letter(.silencer, "") }
    if SoundExceptions.amSigns.contains(scalar) { return letter(.vowelSign, "am") }
    guard "LM".contains(database.categories[Int(scalar)].rawValue.uppercased().prefix(1)),
      !database.compatibles.contains(scalar), database.decompositions[scalar]?.count ?? 2 == 2
    else { return nil }
    if SoundExceptions.carriers.contains(name) {
      return letter(.carrier, SoundExceptions.letters[name] ?? "")
    }
    if let text = SoundExceptions.letters[name] {
      let isSign = ["VOWEL SIGN", "MAI HAN", "SEMIVOWEL"].contains { name.contains($0) }
      let isConsonant = abugidas.contains(script) && name.contains("LETTER")
      return letter(
        isSign ? .vowelSign : isConsonant && text != "" && text != "~" ? .consonant : .letter, text)
    }
    guard !name.contains("CAPITAL"), let parts = LetterName(name) else { return nil }
    return sound(of: parts, scalar, isAbugida: abugidas.contains(script))
      .map { letter($0.kind, $0.text) }
  }

  private typealias Sound = (kind: SoundLetter.Kind, text: String)

  private func sound(of name: LetterName, _ scalar: UInt32, isAbugida: Bool) -> Sound? {
    if name.type == "SIGN" { return nasalOrBreath(name) }
    switch name.script {
    case "HIRAGANA", "KATAKANA": return kana(name)
    case "ETHIOPIC": return ethiopic(name)
    case "HANGUL":
      let word = name.word.replacing("ssang", with: "")
      return (.letter, name.type == "JUNGSEONG" ? word : word.head)
    case "SINHALA": return sinhala(name)
    case "OL": return olChiki(name)
    case "TIFINAGH": return tifinagh(name)
    case "THAI" where name.type == "CHARACTER": return thai(name, scalar)
    default: return isAbugida ? abugida(name, scalar) : alphabet(name)
    }
  }

  private func nasalOrBreath(_ name: LetterName) -> Sound? {
    let last = name.rest.split(separator: " ").last ?? ""
    if ["ANUSVARA", "CANDRABINDU", "BINDI"].contains(where: { last.contains($0) }) {
      return (.letter, "N")
    }
    return ["VISARGA", "REAHMUK"].contains { last.contains($0) } ? (.letter, "h") : nil
  }

  private func kana(_ name: LetterName) -> Sound? {
    let word = name.rest.split(separator: " ").last.map(String.init) ?? ""
    var text = SoundExceptions.kanaSyllables[word] ?? word.lowercased()
    if text.count == 2, text.hasSuffix("u"), !text.hasPrefix("y") { text = text.prefix(1) + "~" }
    guard name.rest.hasPrefix("SMALL ") else { return (.letter, text) }
    return (.smallKana, word == "TU" ? "" : text)
  }

  /// The vowel of the sixth order, E, is weak; that of the fourth, AA, is the common a.
  private func ethiopic(_ name: LetterName) -> Sound? {
    let consonants = name.word.prefix { !$0.isVowel }
    let vowel = String(name.word.dropFirst(consonants.count))
    let weak = ["e": "~", "ee": "e", "aa": "a"]
    return (.letter, String(consonants).undoubled + (weak[vowel] ?? vowel))
  }

  private func sinhala(_ name: LetterName) -> Sound? {
    if name.type == "VOWEL SIGN" {
      let sign = SoundExceptions.sinhalaSigns.first { name.rest.contains($0.0) }
      return sign.map { (.vowelSign, $0.1) }
    }
    var word = name.word
    if word.hasSuffix("yanna") { word.removeLast(5) }
    // IRU and ILU, the vocalic ones, of any length.
    if word.count > 2, "iu".contains(word.prefix(1)), "rl".contains(word.dropFirst().prefix(1)),
      word.dropFirst(2).allSatisfy({ $0 == "u" })
    {
      return (.letter, word.dropFirst().prefix(1) + "u")
    }
    guard let first = word.first else { return nil }
    return first.isVowel ? (.letter, word.undoubled) : (.consonant, word.head.undoubled)
  }

  /// The names of vowels begin with L, those of consonants with a vowel.
  private func olChiki(_ name: LetterName) -> Sound? {
    let rest = name.word.dropFirst()
    if name.word.hasPrefix("l"), rest.first?.isVowel == true { return (.letter, String(rest)) }
    return (.letter, String(name.word.drop { $0.isVowel }).undoubled)
  }

  /// The names are YA, YAB, YACH, …: what follows the first vowel, or that vowel.
  private func tifinagh(_ name: LetterName) -> Sound? {
    let rest = name.word.dropFirst()
    guard name.word.hasPrefix("y"), let vowel = rest.first, vowel.isVowel else {
      return (.letter, name.word)
    }
    let consonants = String(rest.dropFirst()).undoubled
    return (.letter, consonants.isEmpty ? String(vowel) : consonants)
  }

  /// KO KAI, "k as in chicken", and SARA, vowel.
  private func thai(_ name: LetterName, _ scalar: UInt32) -> Sound? {
    switch name.word {
    case "sara" where name.words.count > 1:
      return (vowelKind(scalar), name.words[1].lowercased().undoubled)
    case "ru", "lu": return (.letter, name.word)
    default:
      guard database.categories[Int(scalar)] == .lo, name.words.count == 2,
        name.word.hasSuffix("o")
      else { return nil }
      return (.consonant, name.word.head)
    }
  }

  private func vowelKind(_ scalar: UInt32) -> SoundLetter.Kind {
    SoundExceptions.vowelsInFront.contains { $0 ~= scalar } ? .vowelInFront : .vowelSign
  }

  private func abugida(_ name: LetterName, _ scalar: UInt32) -> Sound? {
    let isVocalic = name.rest.contains("VOCALIC")
    switch name.type {
    case "VOWEL SIGN", "INDEPENDENT VOWEL":
      var text = String(name.word.drop { $0 == "q" })
      if isVocalic { text = text.prefix(1) + "i" }
      text = text.undoubled
      if ["KHMER", "LAO"].contains(name.script) { text = text.replacing("y", with: "i") }
      return (name.type == "VOWEL SIGN" ? vowelKind(scalar) : .letter, text)
    // Consonants in the middle of a syllable, before its vowel.
    case "CONSONANT SIGN", "SEMIVOWEL SIGN": return (.vowelSign, name.word.undoubled)
    case "CHARACTER": return nil
    default: break
    }
    if isVocalic { return (.letter, name.word.prefix(1) + "i") }
    guard let first = name.word.first else { return nil }
    if first.isVowel { return (.letter, name.word.undoubled) }
    let isFinal = name.rest.contains("CHILLU") || name.rest.contains("KHANDA")
    return (isFinal ? .letter : .consonant, name.word.head.undoubled)
  }

  /// The first consonants of the name, or its first vowel.
  private func alphabet(_ name: LetterName) -> Sound? {
    let word = name.word
    guard name.type == "LETTER", let first = word.first else {
      return name.type == "VOWEL SIGN" ? (.letter, word.undoubled) : nil
    }
    if name.script == "CYRILLIC" {
      // EL, EM, EN.
      if first == "e", word.count > 1, !word.dropFirst().contains(where: \.isVowel) {
        return (.letter, String(word.dropFirst()))
      }
      // A, YA, IO.
      let vowel = "yi".contains(first) && word.count == 2 ? word.dropFirst() : word[...]
      if vowel.count == 1, vowel.allSatisfy(\.isVowel) { return (.letter, word) }
    }
    return (.letter, word.head.undoubled)
  }
}

extension Character {
  fileprivate var isVowel: Bool { "aeiou".contains(self) }
}

extension String {
  /// The consonants that it begins with, or its first vowel.
  fileprivate var head: String {
    let consonants = prefix { !$0.isVowel }
    return String(consonants.isEmpty ? prefix(1) : consonants)
  }

  /// Each run of equal letters once.
  fileprivate var undoubled: String {
    reduce(into: "") { text, letter in if text.last != letter { text.append(letter) } }
  }
}
