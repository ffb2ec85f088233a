import Foundation

/// The sounds of letters, as constants in the data of a program.
///
/// A letter has the number of its value. Numbers are grouped in blocks of scalars; equal blocks are stored
/// once. A value is a word: what the letter does, its script, and up to eleven Latin letters.
struct SoundTables {
  /// The binary logarithm of the number of scalars in a block.
  private(set) var blockBits = 0
  /// The first scalar of the first block, and the one after the last block.
  private(set) var scalars = 0..<0
  /// For each block of scalars, the position of its numbers, in blocks.
  private(set) var blocks: [UInt16] = []
  /// The numbers of the values of the scalars in the distinct blocks.
  private(set) var numbers: [UInt16] = []
  /// The distinct values; the first is that of a scalar without sound.
  private(set) var values: [UInt64] = [0]
  /// A letter, its mark, and the number of their value.
  private(set) var pairs: [UInt64] = []
  /// For each script, the sounds that it has no letter for, by their positions in ``sounds``.
  private(set) var lacks: [UInt32] = [0]
  /// The scripts that leave vowels out, by their positions.
  private(set) var abjads: UInt32 = 0

  /// The sounds in the order of their numbers: the consonants, and y and the vowels.
  static let sounds = Array("pbfvwtdkgxhszSZcCjmnNlryaeiou~")
  /// The sounds that are listed if a script has no letter for them.
  ///
  /// Left out are m, n and the vowels, which all scripts have, w and y, which are weak, and ts and ng (C, N),
  /// which two letters can write.
  private static let lackable = Set("pbfvtdkgxhszSZcjrl")

  /// The size of the tables in bytes.
  var size: Int {
    2 * (blocks.count + numbers.count) + 8 * (values.count + pairs.count) + 4 * lacks.count
  }

  /// Numbers the values of all letters, and chooses the block size with the smallest tables.
  init(rules: SoundRules) throws(GeneratorError) {
    var known: [UInt64: UInt16] = [0: 0]
    var all = [UInt16](repeating: 0, count: 0x1_0000)
    func number(of letter: SoundLetter, _ scalar: UInt32) throws(GeneratorError) -> UInt16 {
      let value = try Self.value(of: letter, scalar)
      if let number = known[value] { return number }
      let number = UInt16(values.count)
      values.append(value)
      known[value] = number
      return number
    }
    let letters = rules.letters.sorted { $0.key < $1.key }
    for (scalar, letter) in letters { all[Int(scalar)] = try number(of: letter, scalar) }
    for (first, second, letter) in rules.pairs {
      let number = try number(of: letter, first)
      pairs.append(UInt64(first) << 32 | UInt64(second) << 16 | UInt64(number))
    }
    for position in 1...SoundExceptions.scripts.count {
      let own = letters.filter { $0.value.script == position }
      let heard = Set(own.flatMap { Self.sounds(of: $0.value.text) })
      lacks.append(
        Self.sounds.indices.filter {
          Self.lackable.contains(Self.sounds[$0]) && !heard.contains(Self.sounds[$0])
        }.reduce(0) { $0 | 1 << UInt32($1) })
      // A script from right to left without vowel letters: those of NKo and Thaana have them.
      let isAbjad = ["ARABIC", "HEBREW", "SYRIAC"].contains(SoundExceptions.scripts[position - 1])
      if isAbjad { abjads |= 1 << UInt32(position) }
    }
    let candidates = (3...8).map { bits in cut(all, bits: bits) }
    self = candidates.min { $0.size < $1.size } ?? self
  }

  /// The tables with these numbers, in blocks of 2^`bits` scalars.
  private func cut(_ all: [UInt16], bits: Int) -> SoundTables {
    var tables = self
    tables.blockBits = bits
    let used = all.indices.filter { all[$0] != 0 }
    guard let first = used.first, let last = used.last else { return tables }
    let range = first >> bits..<last >> bits + 1
    tables.scalars = range.lowerBound << bits..<range.upperBound << bits
    var positions: [ArraySlice<UInt16>: UInt16] = [:]
    for block in range {
      let numbers = all[block << bits..<(block + 1) << bits]
      let position = positions[numbers] ?? UInt16(positions.count)
      if positions.updateValue(position, forKey: numbers) == nil { tables.numbers += numbers }
      tables.blocks.append(position)
    }
    return tables
  }

  /// The word of a value: three bits say what it does, five its script, and five each letter.
  private static func value(
    of letter: SoundLetter, _ scalar: UInt32
  ) throws(GeneratorError) -> UInt64 {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz~N")
    guard letter.text.count <= 11, letter.script < 32 else {
      throw .inexpressible(scalar: scalar, reason: "'\(letter.text)' does not fit into a word")
    }
    var value = letter.kind.rawValue | UInt64(letter.script) << 3
    for (place, character) in letter.text.enumerated() {
      guard let code = alphabet.firstIndex(of: character) else {
        throw .inexpressible(scalar: scalar, reason: "'\(character)' is not a Latin letter")
      }
      value |= UInt64(code + 1) << UInt64(8 + 5 * place)
    }
    return value
  }

  /// The sounds of Latin letters, of which some are written with two.
  private static func sounds(of text: String) -> [Character] {
    let spellings: [(String, Character)] = [
      ("tsch", "c"), ("dsch", "j"), ("sch", "S"), ("tch", "c"), ("tsh", "c"), ("dzh", "j"),
      ("ssh", "S"), ("cch", "c"), ("sh", "S"), ("ch", "c"), ("zh", "Z"), ("kh", "x"), ("gh", "g"),
      ("ph", "f"), ("th", "t"), ("dh", "d"), ("bh", "b"), ("jh", "j"), ("rh", "r"), ("lh", "l"),
      ("ck", "k"), ("ts", "C"), ("tz", "C"), ("dz", "z"), ("dj", "j"), ("ng", "N"), ("q", "k"),
    ]
    var (sounds, rest) = ([Character](), text[...])
    while let letter = rest.first {
      let spelling = spellings.first { rest.hasPrefix($0.0) }
      sounds.append(spelling?.1 ?? letter)
      rest = rest.dropFirst(spelling?.0.count ?? 1)
    }
    return sounds
  }
}

extension SoundTables {
  /// A Swift file that declares the tables and the numbers needed to read them.
  func swiftSource(unicodeVersion: String) -> String {
    let scripts = SoundExceptions.scripts.map { $0 == "OL" ? "OL CHIKI" : $0 }
    return """
      // swift-format-ignore-file
      // Generated by `maintain folding-tables` from Unicode \(unicodeVersion), do not edit. Command:
      // swift run maintain folding-tables UCD-FOLDER --sounds --output Sources/CitySearch/Sounds/SoundTables.swift

      /// How letters of all scripts are spelled in Latin letters: \(size) bytes.
      ///
      /// `blocks` and `numbers` contain numbers of 16 bits, four in a word, the first in the lowest bits.
      enum SoundTables {
        /// The version of Unicode that the tables are made from.
        static let unicodeVersion = "\(unicodeVersion)"

        /// The number of scripts, which are numbered from 1:
      \(lines(of: scripts.enumerated().map { "\($0.offset + 1) \($0.element.capitalized)" }, separator: ", ", lineEnd: ",").split(separator: "\n").map { "  ///" + $0.dropFirst(3) }.joined(separator: "\n")).
        static let scriptCount = \(scripts.count)

        /// The binary logarithm of the number of scalars in a block.
        static let blockBits: UInt32 = \(blockBits)
        /// The scalars of the blocks; others have no sound.
        static let scalars: Range<UInt32> = \(scalars.lowerBound)..<\(scalars.upperBound)

        /// For each block of scalars, the position of its numbers, in blocks.
        static let blocks: [UInt64] = [
      \(lines(of: words(of: blocks), separator: ", ", lineEnd: ","))
        ]

        /// The numbers of the values of the scalars in the distinct blocks.
        static let numbers: [UInt64] = [
      \(lines(of: words(of: numbers), separator: ", ", lineEnd: ","))
        ]

        /// The values: what a letter does in bits 0 to 2, its script in bits 3 to 7, and from there on its
        /// Latin letters, five bits each: a to z from 1 on, then ~, a vowel that may be silent, and N.
        static let values: [UInt64] = [
      \(lines(of: values.map { "0x\(String($0, radix: 16))" }, separator: ", ", lineEnd: ","))
        ]

        /// A letter in bits 32 to 47, its mark in bits 16 to 31, and the number of their value, ascending.
        static let pairs: [UInt64] = [
      \(lines(of: pairs.map { "0x\(String($0, radix: 16))" }, separator: ", ", lineEnd: ","))
        ]

        /// For each script, the sounds that it has no letter for; bit 0 is the first sound.
        static let lacks: [UInt32] = [
      \(lines(of: lacks.map { "0x\(String($0, radix: 16))" }, separator: ", ", lineEnd: ","))
        ]

        /// The scripts that do not write all vowels; bit 1 is the first script.
        static let abjads: UInt32 = 0x\(String(abjads, radix: 16))
      }

      """
  }
}
