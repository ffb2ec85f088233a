import CitySearch
import PrefixSearch

/// One stage of one subject: takes a query and returns a number that stands for the answer.
///
/// Beside the work of the subject, a timed query costs two dynamic calls, to the stage and to the
/// subject, the same for all subjects.
protocol StageCall: Sendable {
  func callAsFunction(_ query: PreparedQuery) -> UInt64
}

/// An asynchronous stage.
protocol AsynchronousStageCall: Sendable {
  func callAsFunction(_ query: PreparedQuery) async throws -> UInt64
}

struct FoldCall: StageCall {
  func callAsFunction(_ query: PreparedQuery) -> UInt64 {
    let folded = FoldedQuery(query.text)
    blackHole(folded)
    return UInt64(folded.count)
  }
}

struct LocateCall: StageCall {
  let subject: any Subject

  func callAsFunction(_ query: PreparedQuery) -> UInt64 {
    UInt64(truncatingIfNeeded: subject.locate(query))
  }
}

struct RowsCall: StageCall {
  let subject: any Subject
  let limit: Int?

  func callAsFunction(_ query: PreparedQuery) -> UInt64 {
    var digest = AnswerDigest()
    subject.rows(query, limit: limit, into: &digest)
    return digest.value
  }
}

struct MostPopulousCall: StageCall {
  let search: CityIndex
  let limit: Int

  func callAsFunction(_ query: PreparedQuery) -> UInt64 {
    var digest = AnswerDigest()
    let (gazetteer, rows) = (search.gazetteer, search.rows(of: query.folded))
    guard let selection = gazetteer.mostPopulous(limit, of: rows) else {
      for row in gazetteer.mostPopulousRows(in: rows, limit: limit) {
        digest.add(id: gazetteer.id(atRow: CityRow(Int(row))))
      }
      return digest.value
    }
    for position in 0..<selection.count {
      digest.add(id: gazetteer.id(at: position, of: selection))
    }
    return digest.value
  }
}

struct CitiesCall: StageCall {
  let subject: any Subject
  let limit: Int?
  var reading: Measure.Reading?

  func callAsFunction(_ query: PreparedQuery) -> UInt64 {
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

  func callAsFunction(_ query: PreparedQuery) -> UInt64 {
    let matches = search.search(for: query.text).ordered(by: order, limit: limit)
    return AnswerDigest(of: matches, reading: reading).value
  }
}

struct DecoratedCall: AsynchronousStageCall {
  let search: SortedCitySearch<CityIndex>
  let limit: Int?

  func callAsFunction(_ query: PreparedQuery) async throws -> UInt64 {
    AnswerDigest(of: try await search.search(for: query.text, limit: limit)).value
  }
}

struct ExistentialCall: AsynchronousStageCall {
  let search: any CitySearchable
  let limit: Int?

  func callAsFunction(_ query: PreparedQuery) async throws -> UInt64 {
    AnswerDigest(of: try await search.search(for: query.text, limit: limit)).value
  }
}

/// The ids of the best matches by relevance.
///
/// The best names that begin with the text answer most keystrokes, from folded bytes. All other queries
/// take the search, which starts from the text.
struct RelevantIDsCall: StageCall {
  let search: CityCompleter
  let limit: Int
  let typos: TypoTolerance?

  func callAsFunction(_ query: PreparedQuery) -> UInt64 {
    var digest = AnswerDigest()
    // Fewer cities than were asked for may be followed by corrected ones.
    var ids = InlineArray<10, Int>(repeating: 0)
    var room = ids.mutableSpan
    if let count = search.copyBestIDs(of: query.folded, to: &room),
      count >= limit || typos == .never
    {
      for position in 0..<min(count, limit) { digest.add(id: ids[position]) }
      return digest.value
    }
    let query = SearchQuery(query.text, typos: typos ?? .automatic, limit: limit)
    for id in search.search(query).ids { digest.add(id: id) }
    return digest.value
  }
}

/// The best matches by relevance, each with the name that matched and its highlights.
struct RelevantCitiesCall: StageCall {
  let search: CityCompleter
  let limit: Int?
  let typos: TypoTolerance?
  let reading: Measure.Reading?

  func callAsFunction(_ query: PreparedQuery) -> UInt64 {
    let matches = search.search(
      SearchQuery(query.text, typos: typos ?? .automatic, limit: limit))
    return AnswerDigest(of: matches, reading: reading).value
  }
}
