internal import PrefixSearch

/// Many names with the cities of a small region, such as "s, gabon": the smaller side is enumerated.
///
/// A search for the best of such names would visit most of them, since hardly any lies in the region, and so would each
/// question whether one does. So they are read once, beside the set of the region's cities, and cut to the ranges
/// that have some.
extension SearchedNames {
  /// Streams of many names in small regions, cut to the ranges of names that may lie there; others as they are.
  func cut(_ streams: [NameStream]) -> [NameStream] {
    guard streams.contains(where: { $0.area != nil && $0.rows.count > Self.manyNames }) else {
      return streams
    }
    return streams.flatMap { stream in
      guard let area = stream.area, let ranges = ranges(of: stream.rows, in: area) else {
        return [stream]
      }
      return ranges.map { rows in
        var part = stream
        part.rows = rows
        return part
      }
    }
  }

  /// The ranges of rows that have all names of the cities in an area; `nil` if the rows are few, or the area is
  /// large.
  ///
  /// - Complexity: O(*n* + *c*), where *n* is the number of rows, and *c* that of cities in the area.
  func ranges(of rows: Range<Int>, in area: AreaIntersection) -> [Range<Int>]? {
    guard rows.count > Self.manyNames, let cities = table.fewCities(in: area, among: rows.count)
    else { return nil }
    var ranges: [Range<Int>] = []
    for row in rows where cities.contains(entry(row).city) {
      if let last = ranges.last, row - last.upperBound < Self.gap {
        ranges[ranges.count - 1] = last.lowerBound..<row + 1
      } else {
        ranges.append(row..<row + 1)
      }
    }
    return ranges
  }

  /// Fewer names are read in less time than the cities of a region.
  static var manyNames: Int { 2_048 }
  /// Ranges that are nearer are one: to look at a name costs less than to look at a range.
  private static var gap: Int { 8 }
}

extension Gazetteer.Table {
  /// The cities in an area, if they are so few that a search for the best of some names would visit more of the
  /// names than there are.
  fileprivate func fewCities(in area: AreaIntersection, among nameCount: Int) -> CitySet? {
    // The names of regions that begin with a letter have hundreds of lines, and half of all cities.
    guard lineCount(of: area) <= Self.fewLines else { return nil }
    let divisions = divisions(in: area)
    let cityCount = divisions.reduce(0) { $0 + citiesByDivision.count(ofDivision: $1) }
    // The search visits about ten names in an area that has a share of the cities, each at the cost of reading
    // some sixty.
    guard cityCount * nameCount < 4_000 * count else { return nil }
    return cities(inDivisions: divisions)
  }

  private static var fewLines: Int { 64 }
}
