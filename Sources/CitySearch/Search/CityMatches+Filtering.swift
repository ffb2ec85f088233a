extension CityMatches {
  /// Keeps those matches that are among some cities, and then cuts them to a limit.
  ///
  /// All matches take part, also those beyond the limit of this value, as far as they are known here.
  /// Their order stays, and ``totalCount`` becomes the number of those that are kept.
  ///
  /// - Parameters:
  ///   - ids: The ids of the cities to keep.
  ///   - limit: The most matches to give; `nil` for all.
  /// - Returns: The matches that are kept.
  /// - Complexity: O(*f* log *n*), where *f* is the number of ids and *n* that of all cities, if the
  ///   matches come from a gazetteer in canonical order; plus O(*m*), where *m* is the number of
  ///   matches, if they have an order of their own or come from elsewhere.
  public func only(_ ids: Set<City.ID>, limit: Int? = nil) -> CityMatches {
    switch source {
    case .range(let range, let gazetteer):
      let rows = ids.compactMap(gazetteer.row(ofID:)).filter(range.contains).sorted()
      return kept(.rows(rows.map { UInt32($0) }, gazetteer), count: rows.count, limit: limit)
    case .rows(let rows, let gazetteer):
      let kept = Set(ids.lazy.compactMap(gazetteer.row(ofID:)).map { UInt32($0) })
      let rows = rows.filter(kept.contains)
      return self.kept(.rows(rows, gazetteer), count: rows.count, limit: limit)
    case .cities(let cities):
      let cities = cities.filter { ids.contains($0.id) }
      return kept(.cities(cities), count: cities.count, limit: limit)
    }
  }

  private func kept(_ source: Source, count: Int, limit: Int?) -> CityMatches {
    CityMatches(of: query, source, totalCount: count, limit: limit)
  }
}
