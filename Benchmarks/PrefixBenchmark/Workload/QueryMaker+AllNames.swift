import CitySearch
import Foundation

/// Queries for the search over all names.
extension QueryMaker {
  /// How much of a name or a region is typed.
  private static let longestBeginning = 8

  /// Beginnings of other names, each from its first character on, of cities drawn by population.
  func otherNames(using generator: inout SplitMix64) throws -> [String] {
    guard let otherNames else { return [] }
    let cities = (0..<count).compactMap { _ in city(.byPopulation, using: &generator)?.city.id }
    let names = Dictionary(
      grouping: try OtherName.all(in: otherNames, everyLine: 1, of: Set(cities)).filter(
        \.isWritten),
      by: \.cityID)
    var texts: [String] = []
    for city in cities where texts.count < count {
      if let name = names[city]?.randomElement(using: &generator)?.name {
        texts += beginnings(of: name)
      }
    }
    return texts
  }

  /// Whole names, each with the beginnings of its country or division behind it, by name or by code.
  func regions(using generator: inout SplitMix64) -> [String] {
    var texts: [String] = []
    for _ in 0..<count where texts.count < count {
      guard let (city, gazetteer) = city(.byPopulation, using: &generator) else { break }
      let regions = [
        gazetteer.countryName(of: city), gazetteer.admin1Name(of: city),
        city.countryCode.description,
      ].compactMap { $0 }.filter { !$0.isEmpty }
      guard let region = regions.randomElement(using: &generator) else { continue }
      let head = city.name + (Bool.random(using: &generator) ? ", " : " ")
      texts += beginnings(of: region).map { head + $0 }
    }
    return texts
  }

  /// Whole names in which so many letters behind the first are left out, added, replaced or swapped.
  func slips(
    _ edits: Int, inNamesFrom length: Int, using generator: inout SplitMix64
  ) -> [String] {
    queries(using: &generator) { name, generator in
      guard name.count >= length else { return nil }
      var letters = Array(name)
      for _ in 0..<edits { CaseMaker.edit(&letters, using: &generator) }
      let text = String(letters)
      // A letter may be replaced by itself, and two slips may undo each other.
      return text == name ? nil : text
    }
  }

  private func beginnings(of text: String) -> [String] {
    (1...max(1, min(text.count, Self.longestBeginning))).map { String(text.prefix($0)) }
  }
}
