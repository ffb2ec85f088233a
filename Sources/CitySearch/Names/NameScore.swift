/// The score of a match: the weight of the city, minus a penalty for the kind of the name, plus a bonus for
/// whole names.
///
/// A weight, by which names are ranked, has the score in its high half, and the population in its low half.
package enum NameScore {
  /// The query is the whole name.
  package static let wholeBonus = 40
  /// The query is the first words of the own name.
  package static let wordBonus = 10
  /// The whole query is the division of the city.
  package static let regionBonus = -30
  /// The first place that no name leads to; the bonus takes the place of the city's weight.
  package static let placeScore = 200
  /// The whole query is the country of the city.
  package static let countryBonus = 20
  /// The whole query is a name of the city and of its country, or that of a country and the own name of a large city.
  package static let namesakeBonus = 60
  /// The least population of a large city that has the name of another country.
  package static let populationOfNamesake = 100_000
  /// What is added to every score while names are ranked, so that none is negative.
  package static let base = 256

  /// The score of a name, and the population in the low 32 bits.
  @inline(__always)
  package static func weight(_ kind: StoredKind, population: Int, bonus: Int = 0) -> UInt64 {
    weight(
      ofScore: cityWeight(population: population) &- kind.penalty &+ bonus, population: population)
  }

  /// A score and, to break ties, the population in the low 32 bits.
  @inline(__always)
  package static func weight(ofScore score: Int, population: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: score) &<< 32 | UInt64(UInt32(truncatingIfNeeded: population))
  }

  /// 20 log10(population + 100), rounded: 40 for a population of 0, 148 for Shanghai.
  ///
  /// - Parameter population: A number of 32 bits; higher bits are ignored.
  /// - Returns: The weight, 40 to 193.
  @inline(__always)
  package static func cityWeight(population: Int) -> Int {
    let value = UInt64(UInt32(truncatingIfNeeded: population)) &+ 100
    // The binary logarithm, in units of 1 / 65,536; a straight line between powers of two.
    let exponent = UInt64(truncatingIfNeeded: 63 &- value.leadingZeroBitCount)
    let fraction = (value &<< (64 &- exponent)) &>> 48
    let logarithm = exponent &<< 16 | fraction
    // The line is too low by at most 0.52 points. So the estimate is the weight, or one less.
    let estimate = Int(truncatingIfNeeded: (logarithm &* pointsPerDoubling &+ half) &>> 32)
    return estimate &+ (leasts[estimate &- leastWeight] <= value ? 1 : 0)
  }

  /// The weight of a city without population.
  private static let leastWeight = 40
  /// 20 log10(2), in units of 1 / 65,536, rounded down.
  private static let pointsPerDoubling: UInt64 = 394_566
  /// Half a point in the units of the product.
  private static let half: UInt64 = 1 << 31

  /// The least population + 100 for each weight from 41 on: 10^((weight - 0.5) / 20), rounded up.
  ///
  /// Literals, because a table that is computed at run time is initialized by a call before each use.
  private static let leasts: [UInt64] = [
    106, 119, 134, 150, 168, 189, 212, 238, 267, 299, 335, 376, 422, 474, 531, 596, 669, 750, 842,
    945, 1_060, 1_189, 1_334, 1_497, 1_679, 1_884, 2_114, 2_372, 2_661, 2_986, 3_350, 3_759, 4_217,
    4_732, 5_309, 5_957, 6_684, 7_499, 8_414, 9_441, 10_593, 11_886, 13_336, 14_963, 16_789,
    18_837, 21_135, 23_714, 26_608, 29_854, 33_497, 37_584, 42_170, 47_316, 53_089, 59_567, 66_835,
    74_990, 84_140, 94_407, 105_926, 118_851, 133_353, 149_624, 167_881, 188_365, 211_349, 237_138,
    266_073, 298_539, 334_966, 375_838, 421_697, 473_152, 530_885, 595_663, 668_344, 749_895,
    841_396, 944_061, 1_059_254, 1_188_503, 1_333_522, 1_496_236, 1_678_805, 1_883_650, 2_113_490,
    2_371_374, 2_660_726, 2_985_383, 3_349_655, 3_758_375, 4_216_966, 4_731_513, 5_308_845,
    5_956_622, 6_683_440, 7_498_943, 8_413_952, 9_440_609, 10_592_538, 11_885_023, 13_335_215,
    14_962_357, 16_788_041, 18_836_491, 21_134_891, 23_713_738, 26_607_251, 29_853_827, 33_496_544,
    37_583_741, 42_169_651, 47_315_126, 53_088_445, 59_566_215, 66_834_392, 74_989_421, 84_139_515,
    94_406_088, 105_925_373, 118_850_223, 133_352_144, 149_623_566, 167_880_402, 188_364_909,
    211_348_904, 237_137_371, 266_072_506, 298_538_262, 334_965_440, 375_837_405, 421_696_504,
    473_151_259, 530_884_445, 595_662_144, 668_343_918, 749_894_210, 841_395_142, 944_060_877,
    1_059_253_726, 1_188_502_228, 1_333_521_433, 1_496_235_657, 1_678_804_019, 1_883_649_090,
    2_113_489_040, 2_371_373_706, 2_660_725_060, 2_985_382_619, 3_349_654_392, 3_758_374_043,
    4_216_965_035, .max,
  ]
}

/// The list variants of an interval: whole names and whole words have better scores.
package enum BonusVariant {
  /// The prefix ends where the keys of the interval diverge, and some continue with a space, or end in one.
  package static let end = 1
  /// All keys continue with a space, and some end there.
  package static let wholeNames = 2
  /// All keys continue with a space, and none ends there.
  package static let words = 3
}
