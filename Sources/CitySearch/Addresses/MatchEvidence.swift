internal import PrefixSearch

/// The likeliest reading of an address, and the evidence for it, from which the confidence follows.
struct MatchEvidence {
  let line: AddressLine
  let gazetteer: Gazetteer
  let reading: TownReading
  let city: City
  /// The likelihood that the city is meant, if the address is read rightly: its share among all that may be
  /// meant.
  let share: Double
  /// The name of another city that other words of the address may mean.
  let rival: String?
  /// The number of cities for which the same name and regions speak, whether this is the largest, and its share
  /// in their population in percent.
  let count: Int
  let isLargest: Bool
  let percentage: Double

  /// The score at which a reading is as likely as that the address means a city that the gazetteer lacks.
  static let sufficientScore = 95
  /// Cities within this distance in meters are one place, such as a city and its districts.
  private static let greatestDistance = 30_000.0
  /// Cities of the same name are one place only within this distance, such as a city and its center.
  private static let namesakeDistance = 10_000.0
  /// The weight of a city that is not spelled as typed, beside one in the same division that is.
  ///
  /// It is more than 0, because some people omit accents; but it counts at most a third of the other one.
  private static let otherSpelling = 0.1
  /// Below this share, other cities are named.
  private static let clearShare = 0.8

  /// Chooses the likeliest of some readings; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - readings: The readings.
  ///   - line: The line.
  ///   - gazetteer: The cities.
  ///   - preferred: A city of which one is chosen; `nil` for any.
  init?(
    _ readings: [TownReading], of line: AddressLine, in gazetteer: Gazetteer,
    preferring preferred: CityRow? = nil
  ) {
    let possible = readings.filter { preferred == nil || $0.city.row == preferred }
    guard let first = possible.max(by: { $0.isLessLikely(than: $1) }) else { return nil }
    let typed = line.text(of: first.words)
    let namesakes = readings.filter { $0.words == first.words && $0.match == first.match }
    let best =
      preferred == nil
      ? Self.bestSpelled(among: readings, beside: first, of: line, in: gazetteer) : first
    self.line = line
    self.gazetteer = gazetteer
    reading = best
    city = gazetteer[best.city.row]

    var others =
      line.isExplained(by: best)
      ? 0 : powerOfTen(twentieths: Self.sufficientScore - best.score) * best.size
    var rival: TownReading?
    let likeness = Self.likeness(of: city.name, to: typed)
    for other in Self.likeliestByCity(readings) where other.city.row != best.city.row {
      let row = other.city.row
      let isNamesake = other.words == best.words
      // What stands in the name of a street is no city if a town is named elsewhere.
      if other.street == .inside, best.street != .inside { continue }
      // Where a city has the name, the other ones of a region of that name are not meant.
      if other.match == .region, best.match != .region { continue }
      // The words for the region are no city.
      if best.regions.contains(where: { $0.hint.words.overlaps(other.words) }) { continue }
      let distance = gazetteer.coordinate(atRow: row).distance(to: city.coordinate)
      guard distance > (isNamesake ? Self.namesakeDistance : Self.greatestDistance) else {
        continue
      }
      if !isNamesake, rival.map({ $0.isLessLikely(than: other) }) ?? true { rival = other }
      var weight = other.size * powerOfTen(twentieths: other.pointsWithName - best.pointsWithName)
      if isNamesake, best.hasDivision, likeness > 0,
        Self.likeness(of: gazetteer[row].name, to: typed) == 0
      {
        weight = min(weight * Self.otherSpelling, best.size / 3)
      }
      // A city that is called so is often meant, however few people it has.
      if isNamesake, other.city.kind == .own, best.city.kind != .own,
        other.hasSameEvidence(as: best),
        gazetteer.countryCode(atRow: row) == city.countryCode
      {
        weight = max(weight, best.size)
      }
      others += weight
    }
    share = best.size / (best.size + others)
    self.rival = share < Self.clearShare ? rival.map { gazetteer[$0.city.row].name } : nil

    let alike = Self.likeliestByCity(namesakes.filter { $0.hasSameEvidence(as: best) })
    (count, isLargest) = (
      alike.count, alike.allSatisfy { $0.city.population <= best.city.population }
    )
    percentage =
      100 * Double(max(best.city.population, 1))
      / alike.reduce(0) { $0 + Double(max($1.city.population, 1)) }
  }

  /// The likeliest reading of each city, in the order of cities.
  static func likeliestByCity(_ readings: [TownReading]) -> [TownReading] {
    let byCity = readings.sortedByPlace {
      $0.city.row == $1.city.row ? $1.isLessLikely(than: $0) : $0.city.row < $1.city.row
    }
    var likeliest: [TownReading] = []
    for reading in byCity where likeliest.last?.city.row != reading.city.row {
      likeliest.append(reading)
    }
    return likeliest
  }

  /// The reading whose city is spelled as typed, of those in the division of the likeliest: Dohren and Döhren
  /// are two villages in Lower Saxony.
  static func bestSpelled(
    among readings: [TownReading], beside likeliest: TownReading, of line: AddressLine,
    in gazetteer: Gazetteer
  ) -> TownReading {
    let typed = line.text(of: likeliest.words)
    let namesakes = readings.filter {
      $0.words == likeliest.words && $0.match == likeliest.match
    }
    let division = gazetteer.divisionNumber(atRow: likeliest.city.row)
    let country = gazetteer.countryCode(atRow: likeliest.city.row)
    // Whoever types accents means them.
    let isAccented = !typed.utf8.allSatisfy { $0 < 0x80 }
    let neighbors = namesakes.filter {
      $0.hasSameEvidence(as: likeliest)
        && (isAccented
          ? gazetteer.countryCode(atRow: $0.city.row) == country
          : gazetteer.divisionNumber(atRow: $0.city.row) == division)
    }
    guard neighbors.count > 1 else { return likeliest }
    return neighbors.max {
      let (one, two) = (
        likeness(of: gazetteer[$0.city.row].name, to: typed),
        likeness(of: gazetteer[$1.city.row].name, to: typed)
      )
      return one == two ? $0.isLessLikely(than: $1) : one < two
    } ?? likeliest
  }
}

extension MatchEvidence {
  /// How far a name is spelled as typed: 2 for exactly, 1 but for case, 0 if letters differ.
  private static func likeness(of name: String, to typed: String) -> Int {
    // Equality of strings is canonical equivalence.
    name == typed ? 2 : name.lowercasedByScalars == typed.lowercasedByScalars ? 1 : 0
  }
}

extension TownReading {
  /// The order of readings: by score, then by population, then the first in canonical order.
  func isLessLikely(than other: TownReading) -> Bool {
    (score, city.population, other.city.row.rawValue)
      < (other.score, other.city.population, city.row.rawValue)
  }

  /// Whether the same regions and postal codes speak for another city.
  fileprivate func hasSameEvidence(as other: TownReading) -> Bool {
    hasPostalCode == other.hasPostalCode && regions.count == other.regions.count
      && zip(regions, other.regions).allSatisfy {
        $0.hint.words == $1.hint.words && $0.level == $1.level
      }
  }

  /// The points beside the score of the name.
  var points: Int { score - city.score }

  /// The points beside the population.
  fileprivate var pointsWithName: Int { points + city.bonus }

  /// The population, and 100 because it is often unknown.
  fileprivate var size: Double { Double(city.population) + 100 }
}

extension AddressLine {
  /// Whether a reading leaves no word that may be a name.
  func isExplained(by reading: TownReading) -> Bool {
    names & ~reading.explained == 0
  }
}
