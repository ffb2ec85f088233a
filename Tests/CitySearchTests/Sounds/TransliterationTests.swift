import Testing

@testable import CitySearch

/// Texts in sounds; the expected ones are those of an independent program.
@Suite("Texts in sounds") struct TransliterationTests {
  /// The sounds of the words of a text.
  private static func sounds(_ text: String) -> String {
    SpokenText(text.utf8.span)?.words.map(\.description).joined(separator: " ") ?? ""
  }

  @Test(arguments: [
    ("पुणे", "pune"), ("নারায়ণগঞ্জ", "naray~n~g~nyj~"), ("ਲੁਧਿਆਣਾ", "ludiana"),
    ("અમદાવાદ", "am~davad~"), ("କଟକ", "k~t~k~"), ("தஞ்சாவூர்", "t~nycavur"),
    ("హైదరాబాద్", "haid~rabad"), ("ಬೆಂಗಳೂರು", "beN~luru"), ("ഗുരുവായൂർ", "guruvayur"),
    ("කොළඹ", "kol~b~"), ("ᱡᱟᱢᱥᱮᱫᱯᱩᱨ", "jamsedpur"), ("ལྷ་ས", "l~h~ s~"), ("ရန်ကုန်", "y~nkun"),
    ("ភ្នំពេញ", "fn~mpeny~"), ("ວຽງຈັນ", "wiaN~can~"), ("กรุงเทพมหานคร", "k~ruN~tef~m~han~x~r~"),
  ])
  func `abugidas have a vowel that signs replace and remove`(text: String, sounds: String) {
    #expect(Self.sounds(text) == sounds)
  }

  @Test(arguments: [
    // Vowels around their consonant, and one that is a carrier or a vowel.
    ("เมือง", "mue~N~"), ("ดอน", "don~"), ("อาน", "an~"), ("เสีย", "siay~"), ("ธรรม", "tan~m~"),
    // Two signs, and consonants at the end of a syllable, that are one vowel.
    ("တောင်", "tauN"), ("ပြည်", "p~yi"), ("မို", "mo"),
    // Two letters for a sound that Greek lacks.
    ("Μπουένος", "buenos"), ("Ντέρμπι", "derbi"), ("Γκανά", "gana"), ("Τζάβα", "java"),
  ])
  func `letters together are read as one sound`(text: String, sounds: String) {
    #expect(Self.sounds(text) == sounds)
  }

  @Test(arguments: [
    ("لاہور", "lahwr"), ("فاس", "fas"), ("ירושלים", "yrwSlym"), ("ܩܡܫܠܝ", "kmSly"), ("މާލެ", "ml"),
    ("Москва", "moskva"), ("Дніпро", "dnipro"), ("Αθήνα", "atena"), ("თბილისი", "tbilisi"),
    ("Երևան", "erewan"), ("ⵜⵉⵟⵡⴰⵏ", "titwan"), ("አዲስ አበባ", "adis~ ababa"),
  ])
  func `alphabets, abjads and syllabaries are read letter by letter`(text: String, sounds: String) {
    #expect(Self.sounds(text) == sounds)
  }

  @Test(arguments: [
    ("とうきょう", "t~ukyu"), ("キャンベラ", "kyambera"), ("ヴァンクーヴァー", "vank~va"),
    ("フェズ", "fez~"), ("서울", "sul"), ("끌로이", "k~lroi"), ("부산", "pusan"),
  ])
  func `kana and Hangul are read by syllables`(text: String, sounds: String) {
    #expect(Self.sounds(text) == sounds)
  }

  @Test(arguments: [
    ("Rio de Janeiro", "rio de janeiro"), ("Quito", "kito"), ("Querétaro", "keretaro"),
    ("Xalapa", "ksalapa"), ("Tschernobyl", "cernobil"), ("Nguyen", "Nuyen"),
    ("Hannover", "hanover"), ("Kangnung", "kaNnuN"), ("Canberra", "kambera"),
    ("Coorg", "kurg"), ("Yeovil", "yeovil"), ("St. Gallen", "st galen"),
  ])
  func `Latin letters are read by common rules`(text: String, sounds: String) {
    #expect(Self.sounds(text) == sounds)
  }

  @Test(arguments: [
    ("क\u{93C}ाज", "\u{958}ाज"), ("カ\u{3099}ナ", "ガナ"), ("ｶﾞﾅ", "ガナ"), ("й", "и\u{306}"),
    ("한글", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"), ("МОСКВА", "москва"),
    ("ﻓﺎﺱ", "فاس"), ("ክ\u{200B}ክ", "ክክ"), ("كـــابل", "كابل"), ("Ｒｉｏ", "rio"),
    ("กำ", "ก\u{E4D}\u{E32}"), ("ো", "\u{9C7}\u{9BE}"), ("п'ять", "пять"),
  ])
  func `forms of the same letters have the same sounds`(one: String, other: String) {
    #expect(Self.sounds(one) == Self.sounds(other))
    #expect(Self.sounds(one) != "")
  }

  @Test func `a mark that makes another letter changes its sound`() {
    #expect(Self.sounds("ड") == "d~" && Self.sounds("ड\u{93C}") == "r~")
    #expect(Self.sounds("か") == "ka" && Self.sounds("か\u{3099}") == "ga")
  }

  @Test(arguments: [
    ("Pune, India", "pune"), (", ,Pune", "pune"), ("پونه، هند", "pwnh"), ("プネ、インド", "p~ne"),
    (",", ""), ("", ""),
  ])
  func `only what stands before the first comma is read`(text: String, sounds: String) {
    #expect(Self.sounds(text) == sounds)
  }

  @Test(arguments: [
    "東京", "東京 Tokyo", "12", "—", "😀", "\u{301}", String(repeating: "ab", count: 129),
  ])
  func `a text has no sounds if it is Chinese, without letters, or long`(text: String) {
    #expect(Self.sounds(text) == "")
  }

  @Test(arguments: [
    ("Pune", 0), ("لاہور", 1), ("Երևան", 2), ("ঢাকা", 3), ("Дели", 4), ("पुणे", 5), ("አዲስ", 6),
    ("とうきょう", 13), ("トーキョー", 13), ("กรุง", 28), ("ⵜⵉⵟ", 30), ("पुणे Pune", 0), ("Дели पुणे", 0),
    ("पुणे 12", 5),
  ])
  func `the script is that of all letters`(text: String, script: Int) {
    #expect(SpokenText(text.utf8.span)?.script == script)
    #expect(SpokenText.script(ofFolded: Folding.key(of: text).span) == script)
  }

  @Test func `the tables are made from the version of Unicode that names are folded by`() {
    #expect(SoundTables.unicodeVersion == Folding.unicodeVersion)
    #expect(SoundTables.lacks.count == SoundTables.scriptCount + 1)
  }

  /// Every scalar, alone and with each mark of a pair: the tables have no number that leads nowhere.
  @Test func `every scalar can be read`() {
    let marks = Set(SoundTables.pairs.map { UInt32($0 >> 16 & 0xFFFF) })
    var (count, pairs) = (0, 0)
    for scalar in 0...0x11_0000 as ClosedRange<UInt32> {
      if let sound = SoundTables.sound(of: scalar) {
        count += 1
        var letters: [UInt8] = []
        sound.appendLetters(to: &letters)
        let isKnown = letters.allSatisfy { Sound.code(of: $0) != nil || $0 == UInt8(ascii: "q") }
        #expect(isKnown, "\(scalar)")
        #expect(1...SoundTables.scriptCount ~= sound.script, "\(scalar)")
      }
      for mark in marks where scalar < 0x1_0000 && SoundTables.sound(of: scalar, with: mark) != nil
      { pairs += 1 }
    }
    #expect(count > 2_000 && pairs == SoundTables.pairs.count)
  }
}
