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
