internal import PrefixSearch

/// The order of names by the score of their cities.
///
/// A weight has the score without bonus in its high half, and the population in its low half.
struct NameRanks: RankedRows {
  private let names: NameTable
  private let records: CityRecords

  init(_ names: NameTable, _ records: CityRecords) {
    self.names = names
    self.records = records
  }

  @inline(__always)
  func weight(ofRow row: Int) -> UInt64 {
    let entry = names[NameID(row)]
    guard entry.kind != .code else { return 0 }
    return NameScore.weight(
      entry.kind, population: records.population(atRow: entry.city))
  }

  @inline(__always)
  func group(ofRow row: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: names[NameID(row)].city.rawValue)
  }

  @inline(__always)
  func precedence(ofRow row: Int) -> UInt8 { names[NameID(row)].kind.precedence }
}

/// The score of a match: the weight of the city, minus a penalty for the kind of the name, plus a bonus for
/// whole names.
enum NameScore {
  /// The query is the whole name.
  static let wholeBonus = 40
  /// The query is the first words of the own name.
  static let wordBonus = 10

  /// The score of a name, and the population in the low 32 bits.
  @inline(__always)
  static func weight(_ kind: StoredKind, population: Int, bonus: Int = 0) -> UInt64 {
    UInt64(truncatingIfNeeded: cityWeight(population: population) &- kind.penalty &+ bonus) &<< 32
      | UInt64(UInt32(truncatingIfNeeded: population))
  }

  /// 20 log10(population + 100), rounded: 40 for a population of 0, 148 for Shanghai.
  @inline(__always)
  static func cityWeight(population: Int) -> Int {
    let value = UInt64(truncatingIfNeeded: population) &+ 100
    // A doubling is six or seven points, so the search from a power of two takes a few steps.
    let exponent = 63 &- value.leadingZeroBitCount
    var weight = Int(lowest[exponent])
    while weight < leasts.count, leasts[weight] <= value { weight &+= 1 }
    return weight &- 1
  }

  /// The least value of population + 100 for each weight.
  private static let leasts: [UInt64] = (0...200).map { weight in
    // The smallest integer whose rounded logarithm is the weight: 10^((weight - 0.5) / 20) is
    // irrational, so rounding errors do not matter.
    UInt64(powerOfTen((Double(weight) - 0.5) / 20).rounded(.up))
  }

  /// The first weight to compare for each power of two.
  private static let lowest: [UInt8] = (0..<64).map { exponent in
    UInt8(leasts.firstIndex { $0 > UInt64(1) << UInt64(exponent) } ?? leasts.count)
  }
}

/// The list variants of an interval: whole names and whole words have better scores.
enum BonusVariant {
  /// The prefix ends where the keys of the interval diverge, and some continue with a space, or end in one.
  static let end = 1
  /// All keys continue with a space, and some end there.
  static let wholeNames = 2
  /// All keys continue with a space, and none ends there.
  static let words = 3
}

extension SortedNames {
  /// Scores of names before they are stored.
  struct Ranks: RankedRows {
    let names: [Name]
    let keys: [UInt8]
    let populations: [UInt32]

    func weight(ofRow row: Int) -> UInt64 {
      names[row].kind == .code ? 0 : weight(ofRow: row, bonus: 0)
    }

    private func weight(ofRow row: Int, bonus: Int) -> UInt64 {
      let name = names[row]
      return NameScore.weight(
        name.kind, population: Int(populations[name.city.rawValue]), bonus: bonus)
    }

    func group(ofRow row: Int) -> UInt32 { UInt32(names[row].city.rawValue) }
    func precedence(ofRow row: Int) -> UInt8 { names[row].kind.precedence }

    func variants(
      of interval: Range<Int>, prefixLengths lengths: ClosedRange<Int>
    ) -> [ListVariant] {
      let length = lengths.upperBound
      let first = names[interval.lowerBound].key
      func byte(_ index: Int) -> UInt8 { keys[first.lowerBound + index] }
      var variants: [ListVariant] = []
      if length > 0 {
        if byte(length - 1) == asciiSpace {
          let whole = rows(of: interval) { $0.count == length }
          if !whole.isEmpty {
            variants.append(variant(BonusVariant.end, whole: whole, words: whole))
          }
        } else {
          let words = rows(of: interval) {
            $0.count > length && keys[$0.lowerBound + length] == asciiSpace
          }
          let whole = rows(of: interval) { $0.count == length + 1 }
          if !words.isEmpty {
            variants.append(variant(BonusVariant.end, whole: whole, words: words))
          }
        }
      }
      // Shorter prefixes that all keys continue in the same way.
      let ends = lengths.filter {
        $0 > 0 && $0 < length && byte($0) == asciiSpace && byte($0 - 1) != asciiSpace
      }
      let whole = rows(of: interval) { $0.count == length }
      let hasWhole = ends.last == length - 1 && !whole.isEmpty
      if hasWhole {
        variants.append(variant(BonusVariant.wholeNames, whole: whole, words: interval))
      }
      if ends.count > (hasWhole ? 1 : 0) {
        variants.append(variant(BonusVariant.words, whole: 0..<0, words: interval))
      }
      return variants
    }

    /// The rows at the beginning of an interval whose keys fulfill a condition.
    private func rows(of interval: Range<Int>, where condition: (Range<Int>) -> Bool) -> Range<Int>
    {
      interval.lowerBound..<interval.partitioningIndex { !condition(names[$0].key) }
    }

    private func variant(_ number: Int, whole: Range<Int>, words: Range<Int>) -> ListVariant {
      ListVariant(number, rows: words) { row in
        if whole.contains(row) { return weight(ofRow: row, bonus: NameScore.wholeBonus) }
        guard names[row].kind == .own else { return weight(ofRow: row) }
        return weight(ofRow: row, bonus: NameScore.wordBonus)
      }
    }
  }
}
