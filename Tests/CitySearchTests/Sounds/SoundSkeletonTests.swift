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
    ("Pune", "PN"), ("Poona", "PN"), ("Boone", "PN"), ("Narayanganj", "NLNS"),
    ("Addis Ababa", "TSP"), ("Adissababa", "TSP"), ("Lahore", "L"), ("Lahr", "L"),
    ("Chennai", "SN"), ("Hoi An", "N"), ("Oia", ""), ("Yeu", ""), ("—", ""),
    ("Vijayawada", "ST"), ("Thiruvananthapuram", "TLNTPLM"),
  ])
  func `a skeleton has the classes of the consonants`(name: String, skeleton: String) {
    #expect(SoundSkeleton(Self.sounds(name)).description == skeleton)
  }

  @Test func `a skeleton is void without consonants`() {
    #expect(["", "a", "hoy", "aye", "iwa"].allSatisfy { SoundSkeleton(Sounds($0)).isVoid })
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
    skeletons.map { skeleton($0).hash }
  }

  private static func skeleton(_ letters: String) -> SoundSkeleton {
    var skeleton = SoundSkeleton()
    let codes = Array(SoundSkeleton.letters.utf8)
    for letter in letters.utf8 { skeleton.append(UInt8(codes.firstIndex(of: letter) ?? 0)) }
    return skeleton
  }

  @Test func `the first skeleton is that of the text, then one class is another, missing or added`()
  {
    let probes = SoundProbes(Self.skeleton("TKL"))
    #expect(probes.hashes.first == Self.hashes("TKL").first)
    #expect(
      Self.hashes("TK", "TL", "KL", "PTKL", "SKL", "NTKL", "TKPL", "TKLM", "TKT")
        .allSatisfy(probes.hashes.contains))
    #expect(Self.hashes("T", "TKLTK", "PKM").allSatisfy { !probes.hashes.contains($0) })
    #expect(Set(probes.hashes).count == probes.hashes.count)
  }

  @Test func `no classes are no skeleton`() {
    #expect(SoundProbes(SoundSkeleton()).hashes.allSatisfy { Self.hashes("").first != $0 })
  }

  @Test func `longer skeletons have one or two classes more`() {
    let probes = SoundProbes(beginningWith: Self.skeleton("TK"))
    #expect(Self.hashes("TKP", "TKL", "TKLT", "TKPK").allSatisfy(probes.hashes.contains))
    #expect(!probes.hashes.contains(Self.hashes("TK")[0]))
    #expect(probes.hashes.count == 6 + 6 * 6)
  }
}
