// Words for streets that are no streets where they stand: "Ct" is Connecticut, "Sk" Saskatchewan, and Alameda a town.

extension AddressLine {
  /// Whether a word that may be a kind of streets is the code of a division here, or a town.
  ///
  /// - Parameters:
  ///   - index: The number of the word.
  ///   - part: The words of its part, the last one so far.
  ///   - gazetteer: The cities and divisions.
  /// - Returns: Whether it is no kind of streets.
  /// - Complexity: O(1) lookups, and O(*k*) for *k* cities of a name that is looked up.
  func isCodeOrTown(_ index: Int, of part: Range<Int>, in gazetteer: Gazetteer) -> Bool {
    isCode(index, of: part, in: gazetteer) || isTown(index, of: part, in: gazetteer)
      || isCodeWithoutNumber(index, of: part, in: gazetteer)
  }

  /// "Hartford CT", "Main Street Hartford CT" and ", CT 06101"; but "1 Hartford Ct" is a street.
  private func isCode(_ index: Int, of part: Range<Int>, in gazetteer: Gazetteer) -> Bool {
    let divisions = divisions(withCode: index, in: gazetteer)
    guard !divisions.isEmpty else { return false }
    if index == part.lowerBound {
      return isBehindPart && part.dropFirst().allSatisfy { words[$0].isNumber }
    }
    return part[..<index].suffix(Self.longestTown).contains { start in
      (start == part.lowerBound || !words[start - 1].isNumber)
        && hasTown(start..<index, in: divisions, of: gazetteer)
    }
  }

  /// "Storgata 5, Mandal, NO", "Szczecin PL", "tr, Nazilli", "Zadar croatie": a street has a number, and a kind of
  /// streets or houses is no part of its own behind others.
  private func isCodeWithoutNumber(
    _ index: Int, of part: Range<Int>, in gazetteer: Gazetteer
  ) -> Bool {
    guard index == part.upperBound - 1 || part.count == 1,
      !gazetteer.regions(withKey: folded[words[index].range]).isEmpty
    else { return false }
    if part.count == 1, isBehindPart { return true }
    return !hasNumber && (end != .complete || isCodeInCapitals(index))
  }

  /// "Alameda CA" behind a comma, "29530 Alameda", "94501 Alameda CA".
  private func isTown(_ index: Int, of part: Range<Int>, in gazetteer: Gazetteer) -> Bool {
    let isBehindPostalCode =
      index > part.lowerBound && words[index - 1].isNumber
      && words[index - 1].range.count >= Self.shortestPostalCode
    guard isBehindPostalCode || index == part.lowerBound && isBehindPart else { return false }
    let next = index + 1
    guard next < part.upperBound else {
      return isBehindPostalCode && !gazetteer.cities(withKey: folded[key(index..<next)]).isEmpty
    }
    return hasTown(
      index..<next, in: divisions(withCode: next, in: gazetteer), of: gazetteer)
  }

  /// Whether other parts precede the words that are read.
  private var isBehindPart: Bool { !parts.isEmpty }

  /// The divisions that have a word as their code; none if it may only be a country.
  func divisions(
    withCode index: Int, in gazetteer: Gazetteer
  ) -> Gazetteer.NamedRegions {
    let word = words[index]
    guard !word.isNumber, word.range.count <= Self.longestCode else { return .none }
    let regions = gazetteer.regions(withKey: folded[word.range])
    return regions.areCountries ? .none : regions
  }

  /// Whether some words are the name of a city in one of some divisions.
  private func hasTown(
    _ name: Range<Int>, in divisions: Gazetteer.NamedRegions, of gazetteer: Gazetteer
  ) -> Bool {
    !divisions.isEmpty
      && gazetteer.cities(withKey: folded[key(name)]).contains {
        $0.kind != .code
          && (gazetteer.level(of: divisions, containing: $0.row) ?? .country) > .country
      }
  }

  /// The letters of the longest code of a division, and of the shortest postal code before a town.
  private static let (longestCode, shortestPostalCode) = (3, 4)
  /// The words of the longest town before a code that is looked for.
  private static let longestTown = 4
}
