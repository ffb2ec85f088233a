internal import CitySearch

/// The cities that an address may mean, and the likeliest of them.
///
/// Of cities whose names fold to the same key, those that are spelled as the address spells them are
/// preferred: Dohren and Döhren are two villages of Lower Saxony.
struct CityCandidates {
  /// How near the name of a city is to what was typed.
  private enum Spelling: Int, Comparable {
    /// The letters are the same without accents and punctuation only, or it is another name.
    case other
    /// All is the same but upper and lower case.
    case caseless
    case exact

    static func < (one: Spelling, two: Spelling) -> Bool { one.rawValue < two.rawValue }
  }

  /// The name as it was typed, normalized; `nil` if nobody typed it so.
  private let typed: String?
  private let caseless: String?
  /// The spelling of the best.
  private var spelling = Spelling.other

  /// The most populous of the best spelled; of equally populous ones the first in canonical order.
  private(set) var best: City?
  /// The number of all candidates.
  private(set) var count = 0
  /// The number of those spelled as the best is.
  private(set) var spelledCount = 0
  private var population = 0
  private var spelledPopulation = 0

  /// How much one counts who lives in a city spelled otherwise: some people leave accents out.
  private static let weightOfOtherSpellings = 0.1

  init(typed: String?) {
    self.typed = typed?.normalizedSpelling
    caseless = self.typed?.lowercased()
  }

  /// Adds a city; cities come in canonical order.
  mutating func add(_ city: City) {
    count += 1
    population += Self.weight(of: city)
    let spelling = spelling(of: city)
    guard spelling >= self.spelling else { return }
    if spelling > self.spelling {
      self.spelling = spelling
      (best, spelledCount, spelledPopulation) = (nil, 0, 0)
    }
    spelledCount += 1
    spelledPopulation += Self.weight(of: city)
    if best.map({ city.population > $0.population }) ?? true { best = city }
  }

  /// The part of the people of all candidates who live in the best, from 0 to 1.
  ///
  /// Those who live in cities spelled otherwise count for a tenth.
  var share: Double {
    guard let best else { return 0 }
    let others = Double(population - spelledPopulation) * Self.weightOfOtherSpellings
    return Double(Self.weight(of: best)) / (Double(spelledPopulation) + others)
  }

  private func spelling(of city: City) -> Spelling {
    guard let typed else { return .other }
    // Equality of strings disregards how their characters are composed.
    if city.name == typed { return .exact }
    return city.name.lowercased() == caseless ? .caseless : .other
  }

  /// Somebody lives even where nobody was counted.
  private static func weight(of city: City) -> Int { max(city.population, 1) }
}
