internal import CitySearch
internal import PrefixSearch

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

    /// The bytes of the section: the rings of which a character occurred.
    var bytes: [UInt8] {
      var entries: [(letter: UInt32, next: UInt32)] = []
      for ring in HanFormTable.rings.split(separator: " ") {
        let letters = ring.unicodeScalars.map(\.value)
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
