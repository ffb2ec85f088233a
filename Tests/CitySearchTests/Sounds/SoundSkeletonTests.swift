import Testing

@testable import CitySearch

/// Sounds, the classes of their consonants, and the skeletons that are looked up.
@Suite("Skeletons of names") struct SoundSkeletonTests {
  private static func sounds(_ name: String) -> Sounds {
    var (sounds, key, letters) = (Sounds(), [UInt8](), [UInt8]())
    LatinSpelling.appendSounds(of: name.utf8.span, using: &key, &letters, to: &sounds)
    return sounds
  }

  @Test(arguments: [
    ("Pune", "PN"), ("Poona", "PN"), ("Boone", "PN"), ("Narayanganj", "NRNS"),
    ("Addis Ababa", "VTSP"), ("Adissababa", "VTSP"), ("Lahore", "LR"), ("Lahr", "LR"),
    ("Chennai", "SN"), ("Hoi An", "N"), ("Oia", "V"), ("Yeu", ""), ("—", ""),
    ("Vijayawada", "FSFT"), ("Thiruvananthapuram", "TRFNTPRM"),
  ])
  func `a skeleton has the classes of the consonants`(name: String, skeleton: String) {
    #expect(SoundSkeleton(Self.sounds(name)).description == skeleton)
  }

  @Test func `a skeleton is void without consonants`() {
    #expect(["", "a", "hoy", "aye"].allSatisfy { SoundSkeleton(Sounds($0)).isVoid })
    #expect(!SoundSkeleton(Sounds("an")).isVoid && !SoundSkeleton(Sounds("p")).isVoid)
  }

  @Test func `words are joined without repeating a sound`() {
    #expect(Self.sounds("Tall Lake").description == "talake")
    #expect(Self.sounds("San Pedro").description == "sanpedro")
    #expect(Self.sounds("Sanpedro").description == "sampedro")
  }

  @Test func `more than forty sounds are noted`() {
    let name = String(repeating: "pa", count: 20)
    #expect(Self.sounds(name).count == 40 && !Self.sounds(name).isTruncated)
    #expect(Self.sounds(name + "t").count == 40 && Self.sounds(name + "t").isTruncated)
    #expect(Self.sounds(String(repeating: "a", count: 257)).isTruncated)
  }

  @Test func `sounds are written in the letters of their alphabet`() {
    #expect(Sounds(Sound.alphabet).description == Sound.alphabet)
    #expect(Sounds("q, ?").isEmpty)
    #expect(Sound.alphabet.utf8.count == Int(Sound.count))
  }

  /// The hashes of skeletons written in letters.
  private static func hashes(_ skeletons: String...) -> [UInt32] {
    skeletons.map { letters in
      var skeleton = SoundSkeleton()
      let codes = Array(SoundSkeleton.letters.utf8)
      for letter in letters.utf8 {
        skeleton.append(UInt8(codes.firstIndex(of: letter) ?? 0))
      }
      return skeleton.hash
    }
  }

  @Test func `the first skeleton is that of the text, then come other readings of a sound`() {
    let probes = SoundProbes(Sounds("vijaya"), script: 0, isPart: false)
    // Vi-, ui-; then j as y and g.
    #expect(Array(probes.hashes.prefix(4)) == Self.hashes("FS", "VS", "F", "FK"))
    #expect(probes.likelyCount == 4)
    #expect(probes.hashes.count <= SoundProbes.limit.whole)
  }

  @Test func `a script without l has it written r`() {
    let kana = 13
    let probes = SoundProbes(Sounds("rara"), script: kana, isPart: true)
    #expect(Self.hashes("R", "L", "LR", "RL").allSatisfy(probes.hashes.contains))
    let latin = SoundProbes(Sounds("rara"), script: 0, isPart: true)
    #expect(latin.hashes == Self.hashes("R"))
  }

  @Test func `at last one class is left out, exchanged or added`() {
    let probes = SoundProbes(Sounds("dakar"), script: 0, isPart: false)
    let wrong = probes.hashes.dropFirst(probes.likelyCount)
    #expect(Self.hashes("TK", "TR", "KR", "VTKR", "SKR", "NTKR", "TKPR").allSatisfy(wrong.contains))
    #expect(Set(probes.hashes).count == probes.hashes.count)
  }

  @Test func `there are at most 64 skeletons, and eight of a part`() {
    let long = Sounds(String(repeating: "vajbn", count: 8))
    #expect(SoundProbes(long, script: 0, isPart: false).hashes.count == 64)
    #expect(SoundProbes(long, script: 0, isPart: true).hashes.count == 8)
    #expect(SoundProbes(Sounds(), script: 0, isPart: false).hashes.isEmpty)
    #expect(SoundProbes(Sounds("a"), script: 99, isPart: false).hashes.isEmpty)
  }
}
