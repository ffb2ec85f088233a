/// The classes of the consonants of a name, which stay the same where people disagree on its spelling.
///
/// | class | sounds |
/// |---|---|
/// | P | p b f |
/// | T, S | t d; s z sh zh c ch ts j |
/// | K | k g kh |
/// | M, N, L | m; n and ng; l and r |
///
/// Vowels, h, y, v and w have no class. A class is not repeated. Of 10,900 names in 40 scripts, 85 % have
/// the skeleton of a Latin name of their city, and 11 % differ from it in one class. More classes, with r and v
/// among them, were the same in 72 %.
package struct SoundSkeleton: Equatable {
  private var classes = InlineArray<44, UInt8>(repeating: 0)
  /// The number of classes.
  private(set) var count = 0

  /// The classes by their codes; 0 is that of sounds without one.
  package static let letters = "-PTSKMNL"
  /// The number of classes.
  static let classCount: UInt8 = 7
  /// The class of each sound.
  private static let classOf: [UInt8] = [
    1, 1, 1, 0, 0, 2, 2, 4, 4, 4, 0, 3, 3, 3, 3, 3, 3, 3, 5, 6, 6, 7, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ]

  /// An empty skeleton.
  package init() {}

  /// The skeleton of the sounds of a name.
  ///
  /// - Complexity: O(*m*), where *m* is the number of sounds.
  package init(_ sounds: Sounds) {
    for index in 0..<sounds.count {
      let code = Self.classCode(of: sounds[index])
      if code != 0 { append(code) }
    }
  }

  /// The class of a sound; 0 if it has none.
  @inline(__always)
  package static func classCode(of sound: UInt8) -> UInt8 { classOf[Int(sound & 31)] }

  /// The class at an index; 0 if there is none.
  package subscript(index: Int) -> UInt8 { index >= 0 && index < count ? classes[index] : 0 }

  /// Whether it says too little to find names by: it is empty.
  package var isVoid: Bool { count == 0 }

  /// Appends a class that differs from the last one.
  package mutating func append(_ code: UInt8) {
    guard count < 44, count == 0 || classes[count &- 1] != code else { return }
    classes[count] = code
    count &+= 1
  }

  /// The same classes with others in place of a range of them.
  package func replacing(_ range: Range<Int>, by others: UInt8...) -> SoundSkeleton {
    var result = SoundSkeleton()
    for index in 0..<range.lowerBound { result.append(self[index]) }
    for other in others { result.append(other) }
    for index in range.upperBound..<max(range.upperBound, count) { result.append(self[index]) }
    return result
  }

  /// A number of 32 bits, by which names are found: FNV-1a (Fowler, Noll, Vo), with the high bits mixed
  /// into the low ones.
  package var hash: UInt32 {
    var hash: UInt32 = 2_166_136_261
    for index in 0..<count { hash = (hash ^ UInt32(classes[index])) &* 16_777_619 }
    return hash ^ hash >> 15
  }

  package static func == (one: SoundSkeleton, two: SoundSkeleton) -> Bool {
    one.count == two.count && (0..<one.count).allSatisfy { one[$0] == two[$0] }
  }
}

extension SoundSkeleton: CustomStringConvertible {
  /// The letters of the classes.
  package var description: String {
    let letters = Array(Self.letters.utf8)
    return String(decoding: (0..<count).map { letters[Int(self[$0])] }, as: UTF8.self)
  }
}

/// The skeletons that are looked up for the sounds of a text, as their hashes.
///
/// First comes the skeleton of the text itself. The rest are looked up only if it finds nothing close.
struct SoundProbes {
  /// The hashes, each once.
  private(set) var hashes: [UInt32] = []

  /// Lists the skeleton of a text and those with one class less, another one, and one more.
  ///
  /// - Complexity: O(*m*²), where *m* is the number of classes.
  init(_ skeleton: SoundSkeleton) {
    let count = skeleton.count
    add(skeleton)
    for index in 0..<count {
      for other in Self.similarClasses(skeleton[index]) {
        add(skeleton.replacing(index..<index + 1, by: other))
      }
    }
    if count > 2 {
      for index in (0..<count).reversed() { add(skeleton.replacing(index..<index + 1)) }
    }
    // Those that are most often left out come first.
    for other in Self.classesByFrequency {
      for index in (0...count).reversed() { add(skeleton.replacing(index..<index, by: other)) }
    }
    for index in 0..<count {
      for other in Self.classesByFrequency {
        add(skeleton.replacing(index..<index + 1, by: other))
      }
    }
  }

  /// Lists the skeletons that begin with that of a text and have one or two classes more.
  ///
  /// - Complexity: O(*m*), where *m* is the number of classes.
  init(beginningWith skeleton: SoundSkeleton) {
    var longer: [SoundSkeleton] = []
    for code in 1...SoundSkeleton.classCount {
      let next = skeleton.replacing(skeleton.count..<skeleton.count, by: code)
      if next != skeleton { longer.append(next) }
    }
    for skeleton in longer { add(skeleton) }
    for skeleton in longer {
      for code in 1...SoundSkeleton.classCount {
        let next = skeleton.replacing(skeleton.count..<skeleton.count, by: code)
        if next != skeleton { add(next) }
      }
    }
  }

  private mutating func add(_ skeleton: SoundSkeleton) {
    guard !skeleton.isVoid else { return }
    let hash = skeleton.hash
    if !hashes.contains(hash) { hashes.append(hash) }
  }

  /// K, N, L, T, S, P, M.
  private static let classesByFrequency: [UInt8] = [4, 6, 7, 2, 3, 1, 5]

  /// The classes that a class is most often mistaken for.
  private static func similarClasses(_ code: UInt8) -> [UInt8] {
    switch code {
    case 1: [5, 4]  // P: M K
    case 2: [3, 7, 6]  // T: S L N
    case 3: [4, 2]  // S: K T
    case 4: [3, 1]  // K: S P
    case 5: [6, 1]  // M: N P
    case 6: [5, 7, 2]  // N: M L T
    default: [6, 2]  // L: N T
    }
  }
}
