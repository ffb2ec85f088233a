/// The skeletons that are looked up for the sounds of a text, the likeliest first, as their hashes.
///
/// First comes the skeleton of the text itself, then those with one sound read in another way. The rest,
/// with one class wrong, are looked up only if these find nothing close.
struct SoundProbes {
  /// The hashes, each once.
  private(set) var hashes: [UInt32] = []
  /// How many of them change sounds only, and no class.
  private(set) var likelyCount = 0
  private let limit: Int

  /// The greatest number of skeletons for a whole text, and for a part of one.
  static let limit = (whole: 64, part: 8)

  /// Lists skeletons.
  ///
  /// - Parameters:
  ///   - sounds: The sounds of a text.
  ///   - script: Its script; sounds that it has no letter for are written like others.
  ///   - isPart: Whether the text is only a part of what was typed.
  /// - Complexity: O(*m*²), where *m* is the number of sounds, up to 40.
  init(_ sounds: Sounds, script: Int, isPart: Bool) {
    limit = isPart ? Self.limit.part : Self.limit.whole
    let skeleton = SoundSkeleton(sounds)
    add(skeleton)
    addLackingSounds(of: sounds, script)
    for index in 0..<sounds.count { addReadings(of: sounds, at: index) }
    likelyCount = hashes.count
    if !isPart { addWrongClasses(skeleton) }
  }

  private var isFull: Bool { hashes.count >= limit }

  private mutating func add(_ skeleton: SoundSkeleton) {
    guard !isFull, !skeleton.isVoid else { return }
    let hash = skeleton.hash
    if !hashes.contains(hash) { hashes.append(hash) }
  }

  /// Adds skeletons with l for r, at all places and at each alone, for a script that has no letter for l
  /// and writes r; and the other way round.
  private mutating func addLackingSounds(of sounds: Sounds, _ script: Int) {
    guard script > 0, script < SoundTables.lacks.count else { return }
    for (written, meant) in [(Sound.r, Sound.l), (Sound.l, Sound.r)]
    where SoundTables.lacks[script] >> UInt32(meant) & 1 == 1 {
      let places = (0..<sounds.count).filter { sounds[$0] == written }
      add(SoundSkeleton(places.reduce(sounds) { $0.replacing($1, by: meant) }))
      for place in places { add(SoundSkeleton(sounds.replacing(place, by: meant))) }
    }
  }

  /// The other readings of one sound.
  private mutating func addReadings(of sounds: Sounds, at index: Int) {
    guard !isFull else { return }
    func add(_ others: UInt8, to probes: inout SoundProbes) {
      probes.add(SoundSkeleton(sounds.replacing(index, by: others)))
    }
    func addWithout(_ probes: inout SoundProbes) {
      probes.add(SoundSkeleton(sounds.replacing(index)))
    }
    let next = index + 1 < sounds.count ? sounds[index + 1] : Sound.h
    switch sounds[index] {
    // At the beginning, the letter may stand for u.
    case Sound.w, Sound.v: if index == 0 { add(Sound.u, to: &self) } else { addWithout(&self) }
    case Sound.kh: add(Sound.h, to: &self)
    case Sound.h: add(Sound.kh, to: &self)
    case Sound.j:
      add(Sound.y, to: &self)
      add(Sound.g, to: &self)
    case Sound.ch:
      add(Sound.k, to: &self)
      add(Sound.t, to: &self)
    case Sound.ts: add(Sound.t, to: &self)
    case Sound.g: add(Sound.j, to: &self)
    case Sound.ng: self.add(SoundSkeleton(sounds.replacing(index, by: Sound.n, Sound.g)))
    case Sound.zh:
      add(Sound.l, to: &self)
      add(Sound.r, to: &self)
    case Sound.d: add(Sound.r, to: &self)
    case Sound.f: add(Sound.p, to: &self)
    case Sound.b: add(Sound.v, to: &self)
    case Sound.m: add(Sound.n, to: &self)
    case Sound.n:
      // Before k, the n is part of it.
      if SoundSkeleton.classCode(of: next) == SoundSkeleton.classCode(of: Sound.k) {
        addWithout(&self)
      }
      add(Sound.m, to: &self)
    case Sound.t where next == Sound.i: add(Sound.s, to: &self)
    default: break
    }
    guard index == 0 else { return }
    switch sounds[0] {
    case Sound.y:
      add(Sound.i, to: &self)
      add(Sound.a, to: &self)
    case Sound.h: add(Sound.a, to: &self)
    case let first where Sound.isVowel(first):
      add(Sound.y, to: &self)
      if first == Sound.i { add(Sound.j, to: &self) }
    default: break
    }
  }

  /// Skeletons with one class less, another one, and one more.
  private mutating func addWrongClasses(_ skeleton: SoundSkeleton) {
    let count = skeleton.count
    guard !isFull, !skeleton.isVoid else { return }
    if count > 2 {
      for index in (0..<count).reversed() { add(skeleton.replacing(index..<index + 1)) }
    }
    let startsWithVowel = skeleton[0] == SoundSkeleton.vowel
    if !startsWithVowel { add(skeleton.replacing(0..<0, by: SoundSkeleton.vowel)) }
    for index in 0..<count {
      for other in Self.similarClasses(skeleton[index]) {
        add(skeleton.replacing(index..<index + 1, by: other))
      }
    }
    // N, R, S, T, F, K, L, M, P: those that are most often left out come first.
    for other in [7, 9, 5, 3, 2, 4, 8, 6, 1] as [UInt8] {
      for index in ((startsWithVowel ? 1 : 0)...count).reversed() where !isFull {
        add(skeleton.replacing(index..<index, by: other))
      }
    }
  }

  /// The classes that a class is most often mistaken for.
  private static func similarClasses(_ code: UInt8) -> [UInt8] {
    switch code {
    case 1: [2, 6]  // P: F M
    case 2: [1, 4]  // F: P K
    case 3: [5, 9, 7]  // T: S R N
    case 4: [5, 2]  // K: S F
    case 5: [4, 3]  // S: K T
    case 6: [7, 1]  // M: N P
    case 7: [6, 8, 3]  // N: M L T
    case 8: [9, 7]  // L: R N
    case 9: [8, 3]  // R: L T
    default: []
    }
  }
}
