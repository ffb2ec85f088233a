/// SplitMix64 (Steele, Lea and Flood 2014): the same seed gives the same cases on every machine.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// The pieces of random keys: few, so that keys share prefixes, and difficult ones.
package enum KeyAlphabet: String, CaseIterable, Sendable {
  /// The lowest byte, the highest, and the two beside the sign.
  case extremes
  /// Letters and a space, as folded names have them.
  case letters
  /// Characters of one to four bytes, composed and decomposed, some with the same first bytes.
  case characters
  /// A zero, a letter, and runs as long as the longest label and its neighbors.
  case runs

  /// The pieces; keys are concatenations of them.
  package var pieces: [[UInt8]] {
    switch self {
    case .extremes: [[0x00], [0xFF], [0x7F], [0x80]]
    case .letters: ["a", "b", " "].map { Array($0.utf8) }
    case .characters: ["é", "e\u{301}", "è", "ß", "日", "旦", "😀", " "].map { Array($0.utf8) }
    case .runs: [[0x00], [0x61]] + (253...256).map { .init(repeating: 0x61, count: $0) }
    }
  }
}

extension SeededGenerator {
  /// A key of at most `limit` pieces.
  package mutating func key(of alphabet: KeyAlphabet, upTo limit: Int) -> [UInt8] {
    let pieces = alphabet.pieces
    return (0..<Int.random(in: 0...limit, using: &self)).flatMap { _ in
      pieces[Int.random(in: pieces.indices, using: &self)]
    }
  }

  /// At most `limit` keys in order, equal ones among them.
  package mutating func sortedKeys(of alphabet: KeyAlphabet, upTo limit: Int) -> [[UInt8]] {
    let longest = Int.random(in: 0...7, using: &self)
    return (0..<Int.random(in: 0...limit, using: &self))
      .map { _ in key(of: alphabet, upTo: longest) }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// A prefix that is similar to one of `keys`: a part of it, longer than it, or with a wrong byte.
  package mutating func prefix(near keys: [[UInt8]], of alphabet: KeyAlphabet) -> [UInt8] {
    var prefix = keys.randomElement(using: &self) ?? []
    switch Int.random(in: 0..<5, using: &self) {
    case 0: break
    case 1: prefix.removeLast(Int.random(in: 0...prefix.count, using: &self))
    case 2: prefix += key(of: alphabet, upTo: 2)
    case 3: return key(of: alphabet, upTo: 4)
    default:
      prefix.removeLast(Int.random(in: 0...prefix.count, using: &self))
      if let last = prefix.popLast() {
        prefix.append(last &+ (Bool.random(using: &self) ? 1 : 255))
      }
    }
    return prefix
  }
}

/// The bytes whose values are the scalars of `text`, which must lie below U+0100.
package func bytes(_ text: String) -> [UInt8] {
  text.unicodeScalars.map { UInt8($0.value) }
}

/// Every sequence of `length` of `elements`, repetition allowed.
package func sequences<Element>(of elements: [Element], length: Int) -> [[Element]] {
  guard length > 0 else { return [[]] }
  return sequences(of: elements, length: length - 1)
    .flatMap { head in elements.map { head + [$0] } }
}

/// Every selection of `length` of `elements`, repetition allowed, each in the order of `elements`.
package func selections<Element>(of elements: [Element], length: Int) -> [[Element]] {
  guard length > 0 else { return [[]] }
  return elements.indices.flatMap { index in
    selections(of: Array(elements[index...]), length: length - 1).map { [elements[index]] + $0 }
  }
}
