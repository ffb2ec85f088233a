internal import CitySearch
internal import Foundation
internal import PrefixSearch
internal import SystemFiles

/// The forms and the readings of Chinese characters: texts in the resources of this module, which
/// `.ci/folding-tables` makes from the Unihan database of Unicode.
///
/// Each text has a comment in its first line and ends with `# EOF`, so that one that was cut off is noticed.
struct HanTables {
  /// The forms of each character that has several: traditional, simplified and Japanese ones.
  let forms: [[UInt32]]
  /// The bytes of the section of readings, see `HanReadings`.
  let readings: [UInt8]

  /// The tables of both texts, which are read once.
  ///
  /// - Throws: ``/CitySearch/GazetteerError/unreadable(file:reason:)`` if the resources are missing,
  ///   ``/CitySearch/GazetteerError/invalidFile(file:reason:)`` if they are damaged.
  static func shared() throws(GazetteerError) -> HanTables { try loaded.get() }

  private static let loaded = Result<HanTables, GazetteerError> { () throws(GazetteerError) in
    try HanTables(in: ResourceBundle(ofTarget: "GazetteerBuilding"))
  }

  init(in bundle: ResourceBundle) throws(GazetteerError) {
    func text(named name: String) throws(GazetteerError) -> String {
      do {
        return try String(contentsOf: bundle.url(named: name), encoding: .utf8)
      } catch {
        let reason = (error as? MissingResources)?.reason ?? error.localizedDescription
        throw .unreadable(file: name, reason: reason)
      }
    }
    try self.init(forms: text(named: "han-forms.txt"), readings: text(named: "han-readings.txt"))
  }

  init(forms: String, readings: String) throws(GazetteerError) {
    self.forms = try Self.lines(of: forms, file: "han-forms.txt") { line in
      let letters = line.unicodeScalars.map(\.value)
      return letters.count > 1 && letters.allSatisfy { $0 < 1 << 16 } ? letters : nil
    }
    self.readings = Self.section(
      of: try Self.lines(of: readings, file: "han-readings.txt") { line in
        let parts = line.split(separator: "\t")
        guard parts.count == 2, 1..<HanReadings.syllableSize ~= parts[0].utf8.count,
          parts[1].unicodeScalars.allSatisfy({ Self.characters.contains($0.value) })
        else { return nil }
        return (Array(parts[0].utf8), parts[1].unicodeScalars.map(\.value))
      })
  }

  /// Reads each line of a text that is no comment.
  private static func lines<Line>(
    of text: String, file: String, read: (Substring) -> Line?
  ) throws(GazetteerError) -> [Line] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 3, lines[0].hasPrefix("# "), lines.suffix(2) == ["# EOF", ""] else {
      throw .invalidFile(file: file, reason: "it must begin with a comment and end with '# EOF'")
    }
    var result: [Line] = []
    for (index, line) in lines.enumerated().dropFirst().dropLast(2) {
      guard let line = read(line) else {
        throw .invalidFile(file: file, reason: "its line \(index + 1) is malformed")
      }
      result.append(line)
    }
    return result
  }

  /// The characters that have a reading: those of Unicode 1, which names of places are written in.
  private static let characters = HanReadings.firstScalar..<0xA000

  /// The section of syllables, which ascend, with the characters of each.
  private static func section(of syllables: [(letters: [UInt8], characters: [UInt32])]) -> [UInt8] {
    var numbers = [Int](repeating: 0, count: characters.count)
    var writer = ByteRegionWriter()
    writer.append(UInt32(syllables.count | characters.count << 16), width: 4)
    for (index, syllable) in syllables.enumerated() {
      let padding = HanReadings.syllableSize - syllable.letters.count
      writer.append(syllable.letters + [UInt8](repeating: 0, count: padding))
      for character in syllable.characters {
        numbers[Int(character - characters.lowerBound)] = index + 1
      }
    }
    var packed = BitPackedNumbers.Writer(BitPackedNumbers(start: 0, greatest: syllables.count))
    for number in numbers { packed.append(number) }
    writer.append(packed.bytes)
    return writer.bytes
  }
}

extension HanForms {
  /// Collects the Chinese characters of names.
  struct Characters {
    private var isUsed = [Bool](repeating: false, count: 1 << 16)

    /// Adds the characters of a folded name.
    mutating func add(_ key: Span<UInt8>) {
      var index = 0
      while index < key.count {
        // All of these characters have three bytes, and most names have none.
        guard key[index] >= 0xE3 else {
          index += 1
          continue
        }
        let (letter, length) = key.decodeScalar(at: index)
        if letter < isUsed.count { isUsed[Int(letter)] = true }
        index += length
      }
    }

    /// Adds the characters of all keys of an index.
    mutating func add(_ index: some PrefixIndex) {
      for completion in index.completions(of: []) { add(completion.key.span) }
    }

    /// The bytes of the section: those of the forms of which a character occurred, each a ring of letters.
    func bytes(of forms: [[UInt32]]) -> [UInt8] {
      var entries: [(letter: UInt32, next: UInt32)] = []
      for letters in forms {
        guard letters.contains(where: { isUsed[Int($0)] }) else { continue }
        for (number, letter) in letters.enumerated() {
          entries.append((letter, letters[(number + 1) % letters.count]))
        }
      }
      var writer = ByteRegionWriter()
      for entry in entries.sorted(by: { $0.letter < $1.letter }) {
        writer.append(entry.letter | entry.next << 16, width: HanForms.entrySize)
      }
      return writer.bytes
    }
  }
}
