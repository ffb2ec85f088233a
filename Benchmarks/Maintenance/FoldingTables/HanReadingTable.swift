/// The sounds of Chinese characters, by their Mandarin readings in the Unihan database.
///
/// Of several readings, the file lists the most customary first. Only the 20,992 characters from U+4E00 to
/// U+9FFF are taken, which names of places are written in.
struct HanReadingTable {
  private let unicodeVersion: String
  /// The syllables in letters of the alphabet of sounds, ascending.
  private let syllables: [String]
  /// For each character, the number of its syllable from 1 on; 0 if it has none.
  private let numbers: [Int]

  private static let scalars: Range<UInt32> = 0x4E00..<0xA000
  /// The bytes of a syllable.
  private static let syllableSize = 8

  /// Reads Unihan_Readings.txt in a folder.
  init(folder: String) throws(GeneratorError) {
    let file = try DataFile(path: folder + "/Unihan_Readings.txt")
    var sounds = [String?](repeating: nil, count: Self.scalars.count)
    var version: String?
    for index in file.lines.indices {
      let line = file.lines[index]
      if line.hasPrefix("# Unicode version: ") { version = String(line.split(separator: " ")[3]) }
      let fields = line.split(separator: "\t")
      guard fields.count == 3, fields[1] == "kMandarin",
        let first = fields[2].split(separator: " ").first
      else { continue }
      let scalar = try file.scalar(in: fields[0].dropFirst(2), line: index)
      guard Self.scalars.contains(scalar) else { continue }
      let text = Self.sounds(of: try Self.letters(of: first, in: file, line: index))
      guard text.utf8.count < Self.syllableSize else {
        throw file.malformed(index, "'\(first)' must have at most seven sounds")
      }
      sounds[Int(scalar - Self.scalars.lowerBound)] = text
    }
    guard let version, sounds.contains(where: { $0 != nil }) else {
      throw file.malformed(0, "must have a version and the property kMandarin")
    }
    unicodeVersion = version
    let syllables = Set(sounds.compactMap(\.self)).sorted {
      Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8))
    }
    let numberOf = Dictionary(
      uniqueKeysWithValues: syllables.enumerated().map { ($0.element, $0.offset + 1) })
    numbers = sounds.map { $0.flatMap { numberOf[$0] } ?? 0 }
    self.syllables = syllables
  }

  /// The letters of a syllable in pinyin, without its tone; v is ü.
  private static func letters(
    of syllable: Substring, in file: DataFile, line: Int
  ) throws(GeneratorError) -> String {
    var letters = ""
    for scalar in syllable.unicodeScalars {
      switch scalar {
      case "a"..."z": letters.unicodeScalars.append(scalar)
      case "ā", "á", "ǎ", "à": letters += "a"
      case "ē", "é", "ě", "è", "ê": letters += "e"
      case "ī", "í", "ǐ", "ì": letters += "i"
      case "ō", "ó", "ǒ", "ò": letters += "o"
      case "ū", "ú", "ǔ", "ù": letters += "u"
      case "ü", "ǖ", "ǘ", "ǚ", "ǜ": letters += "v"
      case "ń", "ň", "ǹ": letters += "n"
      case "ḿ": letters += "m"
      case "\u{300}"..."\u{30C}": break
      default: throw file.malformed(line, "'\(syllable)' is not a syllable in pinyin")
      }
    }
    return letters
  }

  /// The initials whose letters do not say their sounds in the world's spelling.
  private static let initials = [
    ("zh", "Z"), ("ch", "c"), ("sh", "S"), ("j", "j"), ("q", "c"), ("x", "S"), ("r", "Z"),
    ("c", "C"),
  ]

  /// The sounds of a syllable, as Chinese transcribes foreign names with it.
  ///
  /// The vowels of si, shi and te are weak: they stand for none in foreign words.
  static func sounds(of pinyin: String) -> String {
    if pinyin == "er" { return "~r" }
    let initial = initials.first { pinyin.hasPrefix($0.0) }
    var rest = pinyin.dropFirst(initial?.0.count ?? 0)
    var sounds = initial?.1 ?? ""
    if initial == nil, let first = rest.first, !"aeiouyw".contains(first) {
      sounds = String(first)
      rest = rest.dropFirst()
    }
    switch rest {
    case "i"
    where "ZcSzCs".contains(sounds) && !sounds.isEmpty && !"jqx".contains(pinyin.prefix(1)):
      return sounds + "~"
    case "e": return sounds + "~"
    case "uo": return sounds + "o"
    // A y or w at the beginning is not sounded before its own vowel.
    case "yi", "yin", "ying", "yu", "yue", "yuan", "yun", "wu": rest = rest.dropFirst()
    default: break
    }
    return sounds
      + rest.replacing("v", with: "u").replacing("ong", with: "uN").replacing("ng", with: "N")
  }

  /// The section of the file, see `HanReadings`.
  private var bytes: [UInt8] {
    var bytes = [syllables.count, numbers.count].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    for syllable in syllables {
      let letters = Array(syllable.utf8)
      bytes += letters + [UInt8](repeating: 0, count: Self.syllableSize - letters.count)
    }
    let width = Int.bitWidth - syllables.count.leadingZeroBitCount
    var (bits, count) = (UInt64(0), 0)
    for number in numbers {
      bits |= UInt64(number) << UInt64(count)
      count += width
      while count >= 8 {
        bytes.append(UInt8(bits & 0xFF))
        bits >>= 8
        count -= 8
      }
    }
    if count > 0 { bytes.append(UInt8(bits & 0xFF)) }
    return bytes
  }

  /// A Swift file that declares the section.
  var swiftSource: String {
    let bytes = bytes
    let words = stride(from: 0, to: bytes.count, by: 8).map { start in
      bytes[start...].prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    return """
      // swift-format-ignore-file
      // Generated by `maintain folding-tables` from the Unihan database of Unicode \(unicodeVersion), do not edit. Command:
      // swift run maintain folding-tables UCD-FOLDER --han-readings --output Sources/GazetteerBuilding/Sounds/HanReadings+Mandarin.swift

      internal import CitySearch

      extension HanReadings {
        /// The bytes of the section.
        static var bytes: [UInt8] {
          words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
            .dropLast(\(words.count * 8 - bytes.count))
        }

        /// The same in words, the first byte in the lowest bits.
        private static let words: [UInt64] = [
      \(lines(of: words.map { "0x\(String($0, radix: 16))" }, separator: ", ", lineEnd: ","))
        ]
      }

      """
  }
}
