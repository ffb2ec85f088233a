import CitySearch

/// The ids of the likeliest cities.
///
/// Folded bytes in, where a stored list has the answer, as it has at most keystrokes. All else takes
/// the search, and begins with the text.
struct RelevantIDsCall: StageCall {
  let search: CityCompleter
  let limit: Int
  let typos: TypoTolerance?

  func answer(to query: PreparedQuery) -> UInt64 {
    var digest = AnswerDigest()
    for id in ids(of: query) { digest.add(id: id) }
    return digest.value
  }

  private func ids(of query: PreparedQuery) -> [Int] {
    // Fewer cities than were asked for may be followed by corrected ones.
    if query.isOneWord, let ids = search.listedIDs(of: query.folded),
      ids.count >= limit || typos == .never
    {
      return ids.count > limit ? Array(ids.prefix(limit)) : ids
    }
    return search.search(SearchQuery(query.text, typos: typos ?? .automatic, limit: limit)).ids
  }
}

/// The likeliest cities, each with the name that matched and all that is to be marked of it.
struct RelevantCitiesCall: StageCall {
  let search: CityCompleter
  let limit: Int?
  let typos: TypoTolerance?
  let reading: Measure.Reading?

  func answer(to query: PreparedQuery) -> UInt64 {
    let matches = search.search(
      SearchQuery(query.text, typos: typos ?? .automatic, limit: limit))
    return AnswerDigest(of: matches, reading: reading).value
  }
}

extension PreparedQuery {
  /// Whether no space was typed, so that there is no region behind a name.
  fileprivate var isOneWord: Bool {
    folded.withBytes { bytes in bytes.indices.allSatisfy { bytes[$0] != UInt8(ascii: " ") } }
  }
}
