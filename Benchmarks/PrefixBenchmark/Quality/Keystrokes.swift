import CitySearch

/// The cities whose names are typed to count keystrokes.
///
/// They are drawn with replacement, weighted by population, so a plain mean over the draws is a mean
/// over people, not over places.
struct KeystrokeTargets {
  /// The default number of draws and the default seed.
  static let drawCount = 2_000
  static let seed: UInt64 = 1

  /// The cities, each with the number of its draws; ascending by row.
  let draws: [(city: City, count: Int)]

  init(in gazetteer: Gazetteer, count: Int, seed: UInt64) {
    let people = WeightedDraw(gazetteer.indices.map { gazetteer.population(atRow: $0) })
    var generator = SplitMix64(seed: seed)
    var counts: [CityRow: Int] = [:]
    for _ in 0..<count {
      guard let row = people.index(using: &generator).map({ CityRow($0) }) else { break }
      counts[row, default: 0] += 1
    }
    draws = counts.sorted { $0.key < $1.key }.map { (gazetteer[$0.key], $0.value) }
  }
}

/// The number of letters of its name to type until a city is in view.
struct Keystrokes: Equatable, Sendable {
  private var draws = 0
  private var charactersUntilFirst = 0
  private var charactersUntilThird = 0
  private var neverFirst = 0
  private var neverThird = 0

  /// Types the names of cities, letter by letter, until each is first.
  init(of subject: QualitySubject, on targets: KeystrokeTargets) {
    for (city, count) in targets.draws {
      let (first, third) = Self.characters(until: city, in: subject)
      // A city that is never in view counts as if one more letter had shown it.
      let never = city.name.count + 1
      draws += count
      charactersUntilFirst += count * (first ?? never)
      charactersUntilThird += count * (third ?? never)
      if first == nil { neverFirst += count }
      if third == nil { neverThird += count }
    }
  }

  /// The number of characters after which a city is first, and after which it is among the first
  /// three, if it ever is.
  static func characters(
    until city: City, in subject: QualitySubject
  ) -> (first: Int?, third: Int?) {
    var third: Int?
    var typed = ""
    for (index, character) in city.name.enumerated() {
      typed.append(character)
      let rank = subject.ids(for: typed, limit: 3).firstIndex(of: city.id)
      if rank != nil, third == nil { third = index + 1 }
      if rank == 0 { return (index + 1, third) }
    }
    return (nil, third)
  }

  /// Figures of the counts and means; none without draws.
  func figures(_ subject: String) -> [Figure] {
    guard draws > 0 else { return [] }
    func mean(_ quantity: String, _ sum: Int) -> Figure {
      Figure(
        Figure.Key(subject, quantity, statistic: "mean"), .count, [Double(sum) / Double(draws)])
    }
    return [
      Figure(Figure.Key(subject, "draws"), .count, draws),
      mean("letters until first", charactersUntilFirst),
      mean("letters until among 3", charactersUntilThird),
      Figure(Figure.Key(subject, "never first"), .count, neverFirst),
      Figure(Figure.Key(subject, "never among 3"), .count, neverThird),
    ]
  }
}
