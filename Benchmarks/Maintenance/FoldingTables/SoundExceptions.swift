/// What the names of letters do not say about their sounds, each with its reason.
enum SoundExceptions {
  /// The scripts that places have names in, by the first word of the names of their letters.
  ///
  /// A script that people do not write names of places in would only make the tables larger.
  static let scripts = [
    "ARABIC", "ARMENIAN", "BENGALI", "CYRILLIC", "DEVANAGARI", "ETHIOPIC", "GEORGIAN", "GREEK",
    "GUJARATI", "GURMUKHI", "HANGUL", "HEBREW", "KANA", "KANNADA", "KHMER", "LAO", "MALAYALAM",
    "MONGOLIAN", "MYANMAR", "NKO", "OL", "ORIYA", "SINHALA", "SYRIAC", "TAMIL", "TELUGU", "THAANA",
    "THAI", "TIBETAN", "TIFINAGH",
  ]
  /// The scripts that share a number, because names are written in both at once.
  static let kana: Set<String> = ["HIRAGANA", "KATAKANA"]

  /// The letters whose names mislead, by their full names, with their Latin letters.
  static let letters: [String: String] = [
    // These letters only carry a vowel, or are not sounded.
    "ARABIC LETTER HAMZA": "", "ARABIC LETTER HIGH HAMZA": "", "HANGUL CHOSEONG IEUNG": "",
    "KHMER LETTER QA": "~", "THAI CHARACTER O ANG": "o", "LAO LETTER O": "o", "GURMUKHI IRI": "",
    "GURMUKHI URA": "", "MYANMAR SIGN VISARGA": "", "CYRILLIC SMALL LETTER HARD SIGN": "",
    "CYRILLIC SMALL LETTER SOFT SIGN": "",
    // Named after another letter that looks similar, but sounded as a vowel at the end.
    "ARABIC LETTER TEH MARBUTA": "a",
    // The name begins with two consonants, only the second pair of which is sounded.
    "ARABIC LETTER TCHEH": "ch", "CYRILLIC SMALL LETTER SHCHA": "sh",
    // At the end of a syllable the letter is sounded, as ng or, like others there, as t.
    "HANGUL JONGSEONG IEUNG": "ng", "HANGUL JONGSEONG SIOS": "t",
    "HANGUL JONGSEONG SSANGSIOS": "t", "HANGUL JONGSEONG CIEUC": "t",
    "HANGUL JONGSEONG CHIEUCH": "t", "HANGUL JONGSEONG HIEUH": "", "HANGUL JONGSEONG RIEUL": "l",
    // An h in the names of these letters is a breath, and foreign words have some vowels where
    // Korean has no other way to write a consonant.
    "HANGUL CHOSEONG PHIEUPH": "p", "HANGUL JONGSEONG PHIEUPH": "p", "HANGUL CHOSEONG CIEUC": "j",
    "HANGUL CHOSEONG SSANGCIEUC": "j", "HANGUL CHOSEONG KHIEUKH": "k",
    "HANGUL JONGSEONG KHIEUKH": "k", "HANGUL JUNGSEONG EU": "~", "HANGUL JUNGSEONG EO": "o",
    "HANGUL JUNGSEONG AE": "e", "HANGUL JUNGSEONG YEO": "yo", "HANGUL JUNGSEONG YAE": "ye",
    "HANGUL JUNGSEONG OE": "we", "HANGUL JUNGSEONG WAE": "we", "HANGUL JUNGSEONG WEO": "wo",
    // Greek of today, not that of the names.
    "GREEK SMALL LETTER ETA": "i", "GREEK SMALL LETTER UPSILON": "y",
    "GREEK SMALL LETTER CHI": "kh", "GREEK SMALL LETTER XI": "ks", "GREEK SMALL LETTER BETA": "v",
    // Named with a glide that romanizations do not write, or by a word.
    "CYRILLIC SMALL LETTER YERU": "i", "CYRILLIC SMALL LETTER IE": "e",
    "CYRILLIC SMALL LETTER UKRAINIAN IE": "e", "ARMENIAN SMALL LETTER VO": "o",
    // A c of the names is the affricate of tsar.
    "ARMENIAN SMALL LETTER CA": "ts", "ARMENIAN SMALL LETTER CO": "ts",
    "GEORGIAN LETTER CAN": "ts", "GEORGIAN LETTER CIL": "ts",
    // Also a vowel, and therefore nearer to w than to v or y.
    "ARMENIAN SMALL LETTER YIWN": "w", "HEBREW LETTER VAV": "w",
    // Burmese of today, not that of the names, which are those of Pali; medials as well.
    "MYANMAR LETTER SA": "th", "MYANMAR LETTER CA": "s", "MYANMAR LETTER CHA": "s",
    "MYANMAR LETTER JA": "z", "MYANMAR LETTER JHA": "z", "MYANMAR LETTER RA": "y",
    "MYANMAR CONSONANT SIGN MEDIAL RA": "y",
    // Named after the language that uses the sign for another vowel than Shan, which has cities.
    "MYANMAR VOWEL SIGN SGAW KAREN EU": "a",
    // Romanized as kh or h.
    "HEBREW LETTER HET": "kh",
    // A y that is sounded j where these languages are spoken.
    "BENGALI LETTER YA": "j", "ORIYA LETTER YA": "j",
    // The letters with a tripled consonant in their names are those that romanizations write r or zh.
    "DEVANAGARI LETTER DDDHA": "r", "TAMIL LETTER LLLA": "zh", "MALAYALAM LETTER LLLA": "zh",
    // Vowels and nasals that are called by the look of the sign.
    "LAO SEMIVOWEL SIGN NYO": "ia", "THAI CHARACTER MAI HAN-AKAT": "a",
    "LAO VOWEL SIGN MAI KAN": "a", "LAO VOWEL SIGN MAI KON": "o", "GURMUKHI TIPPI": "N",
    "GURMUKHI ADDAK": "", "THAI CHARACTER NIKHAHIT": "am", "KHMER SIGN NIKAHIT": "m",
    "LAO NIGGAHITA": "am",
  ]

  /// Two letters that are read as one sound, by their names: what they do is that of the second.
  static let pairs: [(first: String, second: String, text: String)] = [
    // Vowels of two signs: aw or, before a consonant, au; and o.
    ("MYANMAR VOWEL SIGN E", "MYANMAR VOWEL SIGN AA", "au"),
    ("MYANMAR VOWEL SIGN E", "MYANMAR VOWEL SIGN TALL AA", "au"),
    ("MYANMAR VOWEL SIGN I", "MYANMAR VOWEL SIGN U", "o"),
    ("MYANMAR VOWEL SIGN I", "MYANMAR VOWEL SIGN UU", "o"),
    ("MYANMAR VOWEL SIGN E", "MYANMAR VOWEL SIGN SHAN AA", "o"),
    // Letters that are vowels at the end of a syllable.
    ("MYANMAR LETTER NNYA", "MYANMAR SIGN ASAT", "i"),
    ("MYANMAR LETTER SHAN NYA", "MYANMAR SIGN ASAT", "i"),
    ("MYANMAR LETTER YA", "MYANMAR SIGN ASAT", "e"),
    ("MYANMAR CONSONANT SIGN SHAN MEDIAL WA", "MYANMAR SIGN ASAT", "ai"),
    // The sounds b, d, g, j and u, for which Greek has no letter.
    ("GREEK SMALL LETTER MU", "GREEK SMALL LETTER PI", "b"),
    ("GREEK CAPITAL LETTER MU", "GREEK SMALL LETTER PI", "b"),
    ("GREEK SMALL LETTER NU", "GREEK SMALL LETTER TAU", "d"),
    ("GREEK CAPITAL LETTER NU", "GREEK SMALL LETTER TAU", "d"),
    ("GREEK SMALL LETTER GAMMA", "GREEK SMALL LETTER KAPPA", "g"),
    ("GREEK CAPITAL LETTER GAMMA", "GREEK SMALL LETTER KAPPA", "g"),
    ("GREEK SMALL LETTER TAU", "GREEK SMALL LETTER ZETA", "j"),
    ("GREEK CAPITAL LETTER TAU", "GREEK SMALL LETTER ZETA", "j"),
    ("GREEK SMALL LETTER OMICRON", "GREEK SMALL LETTER UPSILON", "u"),
    ("GREEK SMALL LETTER OMICRON", "GREEK SMALL LETTER UPSILON WITH TONOS", "u"),
    ("GREEK CAPITAL LETTER OMICRON", "GREEK SMALL LETTER UPSILON", "u"),
    // Thai: a vowel that two consonants write.
    ("THAI CHARACTER RO RUA", "THAI CHARACTER RO RUA", "an"),
  ]

  /// The letters of Thai, Lao that carry a vowel, and are one themselves behind a consonant.
  static let carriers: Set<String> = ["THAI CHARACTER O ANG", "LAO LETTER O"]

  /// The signs that silence the letter before.
  static let silencers: Set<String> = [
    "THAI CHARACTER THANTHAKHAT", "KHMER SIGN TOANDAKHIAT", "LAO CANCELLATION MARK",
  ]

  /// The vowel and nasal of Thai and Lao that are one character, and decompose only compatibly.
  static let amSigns: Set<UInt32> = [0x0E33, 0x0EB3]
  /// The vowels of Thai and Lao that are written before their consonant.
  static let vowelsInFront: [ClosedRange<UInt32>] = [0x0E40...0x0E44, 0x0EC0...0x0EC4]

  /// The parts of the names of Sinhala vowel signs, which describe their shapes; the first that a name
  /// contains says its vowel.
  static let sinhalaSigns = [
    ("KOMBUVA HAA GAYANUKITTA", "au"), ("KOMBUVA HAA", "o"), ("KOMBU DEKA", "ai"),
    ("KOMBUVA", "e"), ("AELA", "a"), ("AEDA", "ae"), ("IS-", "i"), ("PAA", "u"), ("GAETTA", "ru"),
    ("GAYANUKITTA", "au"),
  ]

  /// Kana whose names are systematic, with the spelling that the world uses (Hepburn) and the weak
  /// vowels of foreign words.
  static let kanaSyllables = [
    "SI": "shi", "TI": "chi", "TU": "ts~", "HU": "f~", "ZI": "ji", "DI": "ji", "DU": "z~",
    "TO": "t~", "DO": "d~",
  ]

  /// Words of names that describe a letter, and do not say its sound.
  static let describingWords: Set<String> = [
    // Form and place.
    "SMALL", "CAPITAL", "FINAL", "MEDIAL", "SWASH", "DOTLESS", "HIGH", "TURNED", "TALL", "SHORT",
    "STRAIGHT", "BARRED", "WIDE", "OPEN", "ALTERNATIVE", "FIXED-FORM", "ARCHAIC", "SUBJOINED",
    "PRISHTHAMATRA", "REVERSED",
    // Language.
    "FARSI", "KASHMIRI", "PALI", "SANSKRIT", "SEBATBEIT", "UKRAINIAN", "BYELORUSSIAN-UKRAINIAN",
    "BASHKIR", "ABKHASIAN", "KHAKASSIAN", "TUAREG", "MON", "SHAN", "AYER", "BERBER", "ACADEMY",
    "TAWELLEMET", "AHAGGAR",
    // Manner of speaking.
    "CANDRA", "GLOTTAL", "PHARYNGEAL", "ALPAPRAANA", "MAHAAPRAANA", "SANYAKA", "AMBA", "TAALUJA",
    "MUURDHAJA", "DANTAJA", "KANTAJA", "CHILLU", "KHANDA", "IOTIFIED", "VOCALIC",
  ]
}
