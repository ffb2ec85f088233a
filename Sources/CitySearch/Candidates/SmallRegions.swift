internal import PrefixSearch

/// Many names with the cities of a small region, such as "s, gabon": the smaller side is enumerated.
///
/// A search for the best of such names would visit most of them, since hardly any lies in the region, and so would each
/// question whether one does. So they are read once, beside the set of the region's cities, and cut to the ranges
/// that have some.
extension SearchedNames {
  /// Streams of many names in small regions, cut to the ranges of names that may lie there; others as they are.
  func cut(_ streams: [NameStream]) -> [NameStream] { cut(streams, to: ranges(of: streams)) }

  /// Streams of many names in regions, cut to the ranges of names that ``ranges(of:)`` gave for these and others.
  func cut(_ streams: [NameStream], to ranges: [Range<Int>]?) -> [NameStream] {
    guard let ranges else { return streams }
    return streams.flatMap { stream in
      guard Self.areMany(stream) else { return [stream] }
      return ranges.compactMap { rows in
        var part = stream
        part.rows = rows.clamped(to: stream.rows)
        return part.rows.isEmpty ? nil : part
      }
    }
  }

  /// The ranges of names that may lie in the small regions of streams of many names; `nil` if there are none, or if the
  /// regions are large.
  ///
  /// The streams of one text have the same names, or some of them, so that these are read once for all its regions.
  ///
  /// - Complexity: O(*n* + *c*), where *n* is the number of names, and *c* that of cities in the regions.
  func ranges(of streams: [NameStream]) -> [Range<Int>]? {
    let wide = streams.filter(Self.areMany)
    guard let first = wide.first else { return nil }
    let rows = wide.reduce(first.rows) { rows, stream in
      min(rows.lowerBound, stream.rows.lowerBound)..<max(rows.upperBound, stream.rows.upperBound)
    }
    return ranges(of: rows, in: wide.compactMap { $0.area })
  }

  private static func areMany(_ stream: NameStream) -> Bool {
    stream.area != nil && stream.rows.count > manyNames
  }

  /// The ranges of rows that have all names of the cities in some areas; `nil` if the rows are few, or the areas are
  /// large.
  ///
  /// - Complexity: O(*n* + *c*), where *n* is the number of rows, and *c* that of cities in the areas.
  func ranges(of rows: Range<Int>, in areas: [Area]) -> [Range<Int>]? {
    guard rows.count > Self.manyNames, let cities = table.fewCities(in: areas, among: rows.count)
    else { return nil }
    var ranges: [Range<Int>] = []
    var last = Int.min
    table.nameTable.forEachName(in: rows, of: cities) { row in
      if row &- last < Self.gap, let range = ranges.last {
        ranges[ranges.count - 1] = range.lowerBound..<row + 1
      } else {
        ranges.append(row..<row + 1)
      }
      last = row
    }
    return ranges
  }

  /// Fewer names are read in less time than the cities of a region.
  static var manyNames: Int { 2_048 }
  /// Ranges that are nearer are one: to look at a name costs less than to look at a range.
  private static var gap: Int { 8 }
}

extension Gazetteer.Table {
  /// The cities in some areas, if they are so few that a search for the best of some names would visit more of the
  /// names than there are.
  fileprivate func fewCities(in areas: [Area], among nameCount: Int) -> CitySet? {
    // The names of regions that begin with a letter are hundreds, and have half of all cities.
    guard areas.allSatisfy({ $0.regions.contains { $0.count <= Self.fewRegions } }) else {
      return nil
    }
    var cities = CitySet(cityCount: count)
    for area in areas { cities.formUnion(self.cities(in: area)) }
    // The search visits about ten names in an area that has a share of the cities, each at the cost of reading
    // some sixty.
    guard cities.count * nameCount < 4_000 * count else { return nil }
    return cities
  }

  private static var fewRegions: Int { 64 }
}
