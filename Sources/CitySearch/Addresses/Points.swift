/// What each piece of evidence counts: in the score of a reading, among the names that a search finds, and in the confidence.
///
/// 20 points are a factor of ten: in population, as in the order of the search, and in the confidence.
enum Points {
  // MARK: The score of a reading, beside that of its name

  static let region = 60
  /// More places have the name of a division below the first level.
  static let subdivision = 50
  /// The text is a country, or a division, and a city of this name may be meant.
  static let countryAlone = -20
  static let divisionAlone = -70
  /// The text is a division with what it lies in, and the city of this name may be meant.
  static let regionInRegion = -10
  static let similarRegion = 40
  /// The last words are the beginning of a region.
  static let begunRegion = 20
  /// The city lies in a territory of the country.
  static let territory = -30
  /// The name of the city has that of its country.
  static let ownRegion = 40
  /// No word that may be a name is left.
  static let allUnderstood = 50
  /// The postal code has a form of the country, and no other meaning.
  static let distinctivePostalCode = 40
  /// The postal code is a number of as many digits as the country's.
  static let postalCode = 22
  static let besidePostalCode = 15
  /// The name is bounded by the end of its part, or by a number.
  static let edge = 20
  static let behindLetters = -15
  static let beforeLetters = -25
  /// For each word behind the name that is not understood.
  static let leftoverWord = -10
  /// For each word of the name but the first.
  static let word = 8
  /// The article of the name stands behind it.
  static let article = 30
  static let beforeHouseNumber = -20
  static let inStreet = -60
  /// The name is that of a street in a language of the country, or of another one.
  static let streetLanguage = 25
  /// The name of the street is in a language of the country, but more streets of this kind are in another one.
  static let minorStreetLanguage = 5
  static let otherLanguage = -25
  /// The end of a street that may be a town.
  static let behindStreet = -5
  static let behindIncompleteStreet = -25
  /// A postal code of another country, or another division.
  static let otherPostalCode = -40
  static let postalArea = 30
  static let inParentheses = -40
  /// The name is a part of a word with hyphens.
  static let partOfWord = -40
  /// The name has up to three letters.
  static let shortName = -70
  /// The name is the end of the city's own name.
  static let laterWords = -30
  static let firstWords = -30
  static let similar = -50
  /// The name is that of the city's country, too.
  static let countryName = -30
  /// The name is that of another country.
  static let otherCountryName = -50
  static let contradiction = -70
  /// A code of up to three letters is unknown, but the country is known.
  static let unknownCode = -10
  static let unmatchedPart = -30
  static let streetBehind = -25
  /// The least for all parts together.
  static let unmatchedParts = -75

  // MARK: The names that a search finds

  /// The name is not all that is left beside the regions.
  static let unexplained = -40
  /// Besides, a part names a region elsewhere.
  static let contradictionAmongNames = -60
  /// A region in the part of the name is begun: mostly a longer name is meant.
  static let begunRegionBesideName = -60
  /// The last words are the beginning of a region, but also the whole name of one with a city of this name: "paris, il" is
  /// in Illinois, and only then in Île-de-France.
  static let begunBesideWhole = -200
  /// A division below the first level with what it lies in, if a city has its name.
  static let smallRegionInRegion = -70
  /// The score of a town of some 6,000 people: other words may stand beside it.
  static let scoreOfTown = 76
  /// The score of a city of some 20,000 people: a part of a text in another script that is its name is hardly one that
  /// only sounds so.
  static let scoreOfKnownCity = 86
  /// The same for a piece of a word without a space.
  static let scoreOfLargeCity = 100
  /// The least population of a city that is shown though it does not lie in a region that is named, below others.
  static let populationOfNamesake = 100_000
  /// Readings with fewer points than the best one by these are left out.
  static let leastLikely = (explained: 120, partial: 60)

  // MARK: The confidence in a reading

  /// What is taken off for each uncertainty.
  enum Doubt {
    /// Neither a region nor a postal code tells the country.
    static let noRegion = -3
    static let laterWords = -6
    static let firstWords = -3
    static let similarName = -6
    static let similarRegion = -2
    static let contradiction = -6
    static let unmatched = -3
    /// The same, if that part may distinguish several cities of the name.
    static let unmatchedAmongSeveral = -6
    static let unknownCode = -1
    static let inStreet = -48
    static let behindUnknown = -7
    static let otherPostalArea = -4
    static let minorLanguage = -1
    static let mayBeOfStreet = -4
  }
}
