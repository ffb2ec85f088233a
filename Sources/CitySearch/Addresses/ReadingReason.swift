/// A reason for the confidence in a reading: why the city was chosen, or why another place may be meant.
///
/// A page says it in its own language: a kind has a text, and names and numbers stand in it.
package struct ReadingReason: Sendable, Hashable {
  /// What is said.
  package enum Kind: String, Sendable, CaseIterable {
    // Why the city was chosen.
    case only, largest, likeliest, largestOfRegion
    case largestOfTimeZone, ofTimeZone, nearest, ofPostalCode, nearestToPostalCode, beginning
    // What was read, and how.
    case completed, similar, otherName, ending
    // What speaks against it.
    case ignored, elsewhere, street, ofStreet, otherPostalCode, behindUnknown, rival
  }

  package let kind: Kind
  /// The words of the line that the reason is about; of a city that was chosen, its region, if that is known.
  package var name: String?
  /// What the words were read as, or the country of a postal code.
  package var other: String?
  /// The number of cities of a name.
  package var count: Int?
  /// The share of the city in their people, in percent.
  package var percentage: Int?
  /// How far the city is from the coordinate, in meters.
  package var distance: Double?

  init(
    _ kind: Kind, _ name: String? = nil, _ other: String? = nil, count: Int? = nil,
    percentage: Int? = nil, distance: Double? = nil
  ) {
    (self.kind, self.name, self.other) = (kind, name, other)
    (self.count, self.percentage, self.distance) = (count, percentage, distance)
  }
}

#if !hasFeature(Embedded)
extension ReadingReason {
  /// The reason as a sentence.
  package var sentence: String {
    let (quoted, other) = ("\"" + (name ?? "") + "\"", "\"" + (other ?? "") + "\"")
    let place = name.map { " in " + $0 } ?? ""
    switch kind {
    case .only: return "It is the only city of this name" + place + "."
    case .largest:
      return "It is the largest of \(count ?? 0) cities of this name" + place
        + ", with \(percentage ?? 0) % of their people."
    case .likeliest: return "It is the likeliest of \(count ?? 0) cities of this name" + place + "."
    case .largestOfRegion: return "It is the largest city" + place + "."
    case .largestOfTimeZone: return "It is the largest city of this time zone."
    case .ofTimeZone: return "The time zone is called after it."
    case .nearest:
      return "It is the nearest city, at a distance of " + Self.kilometers(distance ?? 0) + "."
    case .ofPostalCode:
      return "It has the postal code " + quoted + " in " + (self.other ?? "") + "."
    case .nearestToPostalCode:
      return "It is the city nearest to the postal code " + quoted + " in " + (self.other ?? "")
        + "."
    case .beginning: return "The line is the beginning of " + quoted + "."
    case .completed: return quoted + " was completed to " + other + "."
    case .similar: return quoted + " was read as " + other + "."
    case .otherName: return quoted + " is another name of " + other + "."
    case .ending: return quoted + " is the end of " + other + "."
    case .ignored: return quoted + " is not known and was ignored."
    case .elsewhere: return quoted + " is elsewhere and was ignored."
    case .street: return quoted + " may be the name of a street."
    case .ofStreet: return quoted + " may belong to the street."
    case .otherPostalCode: return quoted + " is not where the postal code is."
    case .behindUnknown: return quoted + " stands behind words that are not known."
    case .rival: return quoted + " may be meant, too."
    }
  }

  /// A distance in meters as a text: "12 km", "0.4 km".
  private static func kilometers(_ distance: Double) -> String {
    let hundreds = Int((distance / 100).rounded())
    return hundreds < 100 ? "\(hundreds / 10).\(hundreds % 10) km" : "\((hundreds + 5) / 10) km"
  }
}
#endif
