import CitySearch
import PrefixSearch

/// One stage of one subject: takes a query and gives a number that stands for the answer.
///
/// The loops that time stages are specialised for each conforming type, so what they time is one
/// dynamic call into the subject and nothing else.
protocol StageCall: Sendable {
  func answer(to query: PreparedQuery) -> UInt64
}

/// A stage that waits.
protocol WaitingStageCall: Sendable {
  func answer(to query: PreparedQuery) async throws -> UInt64
}

struct FoldCall: StageCall {
  func answer(to query: PreparedQuery) -> UInt64 {
    let folded = FoldedQuery(query.text)
    blackHole(folded)
    return UInt64(folded.count)
  }
}

struct LocateCall: StageCall {
  let subject: any Subject

  func answer(to query: PreparedQuery) -> UInt64 {
    UInt64(truncatingIfNeeded: subject.locate(query))
  }
}

struct RowsCall: StageCall {
  let subject: any Subject
  let limit: Int?

  func answer(to query: PreparedQuery) -> UInt64 {
    var digest = AnswerDigest()
    subject.rows(query, limit: limit, into: &digest)
    return digest.value
  }
}

struct MostPopulousCall: StageCall {
  let search: CityIndex
  let limit: Int

  func answer(to query: PreparedQuery) -> UInt64 {
    var digest = AnswerDigest()
    let rows = search.rows(of: query.folded)
    for row in search.gazetteer.mostPopulousRows(in: rows, limit: limit) {
      digest.add(id: search.gazetteer.id(atRow: CityRow(Int(row))))
    }
    return digest.value
  }
}

struct CitiesCall: StageCall {
  let subject: any Subject
  let limit: Int?
  var reading: Measure.Reading?

  func answer(to query: PreparedQuery) -> UInt64 {
    var digest = AnswerDigest(reading: reading)
    subject.cities(query.text, limit: limit, into: &digest)
    return digest.value
  }
}

struct OrderedCall: StageCall {
  let search: CityIndex
  let order: CityOrder
  let limit: Int?
  let reading: Measure.Reading?

  func answer(to query: PreparedQuery) -> UInt64 {
    let matches = search.search(for: query.text).ordered(by: order, limit: limit)
    return AnswerDigest(of: matches, reading: reading).value
  }
}

struct DecoratedCall: WaitingStageCall {
  let search: SortedCitySearch<CityIndex>
  let limit: Int?

  func answer(to query: PreparedQuery) async throws -> UInt64 {
    AnswerDigest(of: try await search.search(for: query.text, limit: limit)).value
  }
}

struct ExistentialCall: WaitingStageCall {
  let search: any CitySearchable
  let limit: Int?

  func answer(to query: PreparedQuery) async throws -> UInt64 {
    AnswerDigest(of: try await search.search(for: query.text, limit: limit)).value
  }
}

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
    // Fewer cities than were asked for may be followed by corrected ones.
    if query.isOneWord, let listed = search.listedIDs(of: query.folded),
      listed.count >= limit || typos == .never
    {
      for position in 0..<min(listed.count, limit) { digest.add(id: listed.ids[position]) }
      return digest.value
    }
    let query = SearchQuery(query.text, typos: typos ?? .automatic, limit: limit)
    for id in search.search(query).ids { digest.add(id: id) }
    return digest.value
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
