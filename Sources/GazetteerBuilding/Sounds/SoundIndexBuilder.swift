internal import CitySearch
internal import PrefixSearch

/// Makes the index of names that sound alike from own names.
struct SoundIndexBuilder {
  private var skeletons: [SoundIndex.Item] = []
  private var cityCount = 0
  /// For intermediate use, kept for their capacity.
  private var (key, letters): ([UInt8], [UInt8]) = ([], [])

  /// Adds the next city in canonical order.
  ///
  /// - Parameters:
  ///   - name: Its own name in UTF-8.
  ///   - population: Its population.
  mutating func append(name: Span<UInt8>, population: UInt32) {
    var sounds = Sounds()
    LatinSpelling.appendSounds(of: name, using: &key, &letters, to: &sounds)
    let skeleton = SoundSkeleton(sounds)
    if !sounds.isTruncated, !skeleton.isVoid {
      skeletons.append(
        SoundIndex.Item(hash: skeleton.hash, population: population, row: UInt32(cityCount)))
    }
    cityCount += 1
  }

  /// The bytes of the section.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of cities.
  consuming func finish() -> [UInt8] {
    SoundIndex.bytes(of: skeletons, cityCount: cityCount)
  }
}

extension Gazetteer.Table {
  /// Makes the index of names that sound alike from own names, to verify it.
  ///
  /// - Complexity: O(*b* + *n* log *n*), where *b* is the length of all names in bytes and *n* the number of
  ///   cities.
  func rebuiltSoundIndex() -> [UInt8] {
    var builder = SoundIndexBuilder()
    names.withContent { names in
      for row in 0..<count {
        let record = records[CityRow(row)]
        let range = nameRange(of: record, atRow: CityRow(row)).clamped(to: 0..<names.count)
        builder.append(name: names.extracting(range), population: record.population)
      }
    }
    return builder.finish()
  }

  /// Makes the shares of scripts from all names, to verify them.
  ///
  /// - Complexity: O(*b* + *n*), where *b* is the length of all names in bytes and *n* the number of cities.
  func rebuiltScriptShares() -> [UInt8] {
    ScriptShares.Counts(nameTable, cityCount: count).bytes(
      divisions: (0..<count).map { UInt32(division(atRow: CityRow($0))) },
      countries: (0..<divisionCount).map { countryNumber(ofDivision: $0) },
      countryCount: countryCount)
  }
}

extension SoundIndex {
  /// A city with a skeleton.
  struct Item {
    var hash: UInt32
    var population: UInt32
    var row: UInt32
  }

  /// The stored form of the index.
  ///
  /// - Parameters:
  ///   - items: The cities with skeletons, in any order.
  ///   - cityCount: The number of all cities.
  /// - Returns: The bytes of the section.
  /// - Complexity: O(*n* log *n*), where *n* is the number of cities.
  static func bytes(of items: [Item], cityCount: Int) -> [UInt8] {
    let layout = Layout(cityCount: cityCount, count: items.count)
    var items = items
    for index in items.indices {
      items[index].hash = UInt32(layout.bucket(ofHash: items[index].hash))
    }
    items.sort { one, two in
      if one.hash != two.hash { return one.hash < two.hash }
      return (two.population, one.row) < (one.population, two.row)
    }
    var starts = BitPackedNumbers.Writer(layout.starts)
    var position = 0
    for bucket in 0...1 << layout.bucketBits {
      while position < items.count, Int(items[position].hash) < bucket { position += 1 }
      starts.append(position)
    }
    var cities = BitPackedNumbers.Writer(layout.rows)
    for item in items { cities.append(Int(item.row)) }
    var writer = ByteRegionWriter()
    writer.append(items.count, width: 4)
    writer.append(starts.bytes)
    writer.append(cities.bytes)
    return writer.bytes
  }
}
