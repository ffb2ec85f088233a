internal import PrefixSearch

/// The sections for names that sound alike.
struct SoundSections: Sendable {
  /// The cities by the skeletons of their names.
  let index: SoundIndex
  /// How usual names in other scripts are.
  let shares: ScriptShares

  /// Reads the sections; `nil` if they do not fit the numbers of cities, countries and divisions.
  ///
  /// - Complexity: O(1)
  init?(
    index: ByteRegion, shares: ByteRegion, cityCount: Int, countryCount: Int, divisionCount: Int
  ) {
    guard let index = SoundIndex(index, cityCount: cityCount),
      let shares = ScriptShares(
        shares, countryCount: countryCount, divisionCount: divisionCount)
    else { return nil }
    (self.index, self.shares) = (index, shares)
  }
}

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
