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

  /// The stored form of both sections.
  struct Bytes {
    var index: [UInt8]
    var shares: [UInt8]
  }
}

/// Makes the sections for names that sound alike.
struct SoundSectionsBuilder {
  private var hashes: [UInt32?] = []
  private var populations: [UInt32] = []
  private var divisions: [Int] = []
  /// For intermediate use, kept for their capacity.
  private var (key, letters): ([UInt8], [UInt8]) = ([], [])

  /// Adds the next city in canonical order.
  ///
  /// - Parameters:
  ///   - name: Its own name in UTF-8.
  ///   - population: Its population.
  ///   - division: The number of its division.
  mutating func append(name: Span<UInt8>, population: UInt32, division: UInt32) {
    var sounds = Sounds()
    LatinSpelling.appendSounds(of: name, using: &key, &letters, to: &sounds)
    let skeleton = SoundSkeleton(sounds)
    hashes.append(sounds.isTruncated || skeleton.isVoid ? nil : skeleton.hash)
    populations.append(population)
    divisions.append(Int(division))
  }

  /// Makes the sections.
  ///
  /// - Parameters:
  ///   - names: All names of all cities.
  ///   - countries: The number of the country of each division.
  ///   - countryCount: The number of countries.
  /// - Returns: The bytes of the sections.
  /// - Complexity: O(*b* + *n* log *n*), where *b* is the length of all names in bytes and *n* the number of
  ///   cities.
  func finish(names: NameTable, countries: [Int], countryCount: Int) -> SoundSections.Bytes {
    SoundSections.Bytes(
      index: SoundIndex.bytes(hashes: hashes, populations: populations),
      shares: ScriptShares.Counts(names, cityCount: hashes.count).bytes(
        divisions: divisions, countries: countries, countryCount: countryCount))
  }
}

extension Gazetteer.Table {
  /// Makes the sections for names that sound alike from all others, to verify them.
  ///
  /// - Complexity: O(*b* + *n* log *n*), where *b* is the length of all names in bytes and *n* the number of
  ///   cities.
  func rebuiltSoundSections() -> SoundSections.Bytes {
    var builder = SoundSectionsBuilder()
    names.withContent { names in
      for row in 0..<count {
        let record = records[CityRow(row)]
        let range = nameRange(of: record, atRow: CityRow(row)).clamped(to: 0..<names.count)
        builder.append(
          name: names.extracting(range), population: record.population, division: record.division)
      }
    }
    return builder.finish(
      names: nameTable, countries: (0..<divisionCount).map { countryNumber(ofDivision: $0) },
      countryCount: countryCount)
  }
}
