internal import CitySearch
internal import PrefixSearch

/// Makes the index of names that sound alike from the Latin names of cities.
struct SoundIndexBuilder {
  /// A name: its city, and where its sounds begin.
  private struct Item {
    var city: UInt32
    var isOwn: Bool
    var length: UInt8
    var start: UInt32
    var bucket: UInt32 = 0
  }

  private let cityCount: Int
  private var items: [Item] = []
  private var codes: [UInt8] = []
  private var letters: [UInt8] = []

  init(cityCount: Int) { self.cityCount = cityCount }

  /// Adds a name, if it is an own or alternate name in Latin letters that has consonants.
  ///
  /// Other kinds of names are made from these, or are codes.
  mutating func append(_ key: Span<UInt8>, _ kind: StoredKind, of city: CityRow) {
    guard kind == .own || kind.isAlternate,
      key.indices.allSatisfy({ key[$0] < 0x80 })
    else { return }
    var sounds = Sounds()
    LatinSpelling.appendSounds(ofFolded: key, using: &letters, to: &sounds)
    guard !sounds.isTruncated, !SoundSkeleton(sounds).isVoid else { return }
    items.append(
      Item(
        city: UInt32(city.rawValue), isOwn: kind == .own, length: UInt8(sounds.count),
        start: UInt32(codes.count)))
    for index in 0..<sounds.count { codes.append(sounds[index]) }
  }

  private func sounds(of item: Item) -> Sounds {
    var sounds = Sounds()
    for index in 0..<Int(item.length) { sounds.appendUnchanged(codes[Int(item.start) + index]) }
    return sounds
  }

  /// The bytes of the section.
  ///
  /// - Parameter populations: The population of each city.
  /// - Returns: The bytes.
  /// - Complexity: O(*n* log *n*), where *n* is the number of names.
  consuming func finish(populations: (CityRow) -> UInt32) -> [UInt8] {
    removeSimilarNames()
    let bits = SoundIndex.Layout.bucketBits(count: items.count)
    for index in items.indices {
      let hash = SoundSkeleton(sounds(of: items[index])).hash
      items[index].bucket = hash & (1 << UInt32(bits) - 1)
    }
    let ranked = items.map { (item: $0, population: populations(CityRow(Int($0.city)))) }
    items = ranked.sorted { one, two in
      if one.item.bucket != two.item.bucket { return one.item.bucket < two.item.bucket }
      if one.population != two.population { return one.population > two.population }
      return (one.item.city, one.item.start) < (two.item.city, two.item.start)
    }.map(\.item)
    return bytes()
  }

  /// A name is left out if its distance from another name of the city is up to this percentage of the size.
  private static let similarPercentage = 10

  /// Leaves out alternate names that sound like another name of their city.
  private mutating func removeSimilarNames() {
    items.sort { one, two in
      if one.city != two.city { return one.city < two.city }
      if one.isOwn != two.isOwn { return one.isOwn }
      return one.start < two.start
    }
    let costs = SoundCosts(script: 0)
    var kept: [Item] = []
    kept.reserveCapacity(items.count)
    var others: [(sounds: Sounds, size: Int)] = []
    for item in items {
      if kept.last?.city != item.city { others = [] }
      let sounds = sounds(of: item)
      let size = SoundCosts.size(of: sounds)
      let isSimilar = others.contains { other in
        let limit = max(size, other.size) * Self.similarPercentage / 100
        return costs.distance(from: sounds, to: other.sounds, limit: limit) != nil
      }
      if isSimilar { continue }
      others.append((sounds, size))
      kept.append(item)
    }
    items = kept
  }

  private func bytes() -> [UInt8] {
    let rowWidth = BitPackedNumbers(start: 0, greatest: max(0, cityCount - 1)).width
    var bits = BitWriter()
    var starts: [Int] = [0]
    for item in items {
      while starts.count <= item.bucket { starts.append(bits.count) }
      bits.append(Int(item.city), width: rowWidth)
      bits.append(Int(item.length), width: SoundIndex.lengthWidth)
      for index in 0..<Int(item.length) {
        bits.append(Int(codes[Int(item.start) + index]), width: SoundIndex.soundWidth)
      }
    }
    let layout = SoundIndex.Layout(
      cityCount: cityCount, count: items.count, bitCount: bits.count)
    while starts.count <= 1 << layout.bucketBits { starts.append(bits.count) }
    var packed = BitPackedNumbers.Writer(layout.starts)
    for start in starts { packed.append(start) }
    var writer = ByteRegionWriter()
    writer.append(items.count, width: 4)
    writer.append(bits.count, width: 4)
    writer.append(packed.bytes)
    writer.append(bits.bytes)
    return writer.bytes
  }
}
