import CitySearch

/// A call as documentation shows it: the code, the query that it stands for, and what is read.
struct DocumentedCall: Sendable {
  /// The code, or the request to the service.
  let name: String
  /// The query with the same answer.
  let query: @Sendable (String) -> SearchQuery
  /// The matches that are read.
  var positions = 0..<10
  let body: Call.Body
}

extension DocumentedCall {
  /// The calls with these texts.
  static func calls(_ texts: [CallText], answers: inout CallAnswers) -> [Call] {
    all.flatMap { documented in
      texts.map { text in
        Call(
          name: documented.name(with: text.name), text: text,
          answers: text.texts.map {
            answers.digest(of: documented.query($0), reading: documented.positions)
          }, kind: documented.kind, body: documented.body)
      }
    }
  }

  private var kind: Call.Kind {
    if positions.lowerBound > 0 { return .far }
    return query("").filter.isEmpty ? .plain : .filtered
  }

  /// The name of the call with a text.
  func name(with text: String) -> String { "\(name), \(text)" }

  /// All calls, in the order of the table.
  static let all = ofReadme + ofRefinements + ofDecorators + ofService
}

// MARK: - README and articles

extension DocumentedCall {
  /// The search of a field, ten matches of which are read.
  private static let ofReadme = [
    DocumentedCall(
      name: "search(for:), a loop over ten", query: { SearchQuery($0) },
      body: .immediate { cities, text in
        var digest = AnswerDigest()
        for match in cities.search(for: text) {
          blackHole(match)
          digest.add(id: match.city.id)
          if digest.count == 10 { break }
        }
        return digest.value
      }),
    DocumentedCall(
      name: "search(for:).prefix(10)", query: { SearchQuery($0) },
      body: .immediate { Call.digest($0.search(for: $1).prefix(10)) }),
    DocumentedCall(
      name: "search(for:).first", query: { SearchQuery($0) }, positions: 0..<1,
      body: .immediate { Call.digest($0.search(for: $1).first) }),
    DocumentedCall(
      name: "search(for:limit: 10)", query: { SearchQuery($0) },
      body: .immediate { Call.digest($0.search(for: $1, limit: 10)) }),
    DocumentedCall(
      name: "search(for:limit: 10).page()", query: { SearchQuery($0) },
      body: .immediate { Call.digest($0.search(for: $1, limit: 10).page()) }),
    DocumentedCall(
      name: "ownNames(beginningWith:limit: 10)", query: ownNames(by: .name),
      body: .immediate { Call.digest($0.ownNames(beginningWith: $1, limit: 10).page()) }),
  ]

  private static func ownNames(by order: CityOrder) -> @Sendable (String) -> SearchQuery {
    { SearchQuery($0, names: .own, order: order, typos: .never) }
  }

  private static let usa = CityFilter(countries: ["US"])

  /// Orders and filters of matches, after a search.
  private static let ofRefinements: [DocumentedCall] =
    [Measure.Order.name, .population, .distance].map { word in
      let order = CityOrder(word)
      return DocumentedCall(
        name: "search(for:).ordered(by: .\(word), limit: 10)",
        query: { SearchQuery($0, order: order) },
        body: .immediate {
          Call.digest($0.search(for: $1).ordered(by: order, limit: 10).page())
        })
    } + [
      DocumentedCall(
        name: "ownNames(…).ordered(by: .population, limit: 10)", query: ownNames(by: .population),
        body: .immediate {
          Call.digest($0.ownNames(beginningWith: $1).ordered(by: .population, limit: 10).page())
        }),
      DocumentedCall(
        name: "search(for:).filtered(by: one country, limit: 10)",
        query: { SearchQuery($0, filter: usa) },
        body: .immediate {
          Call.digest($0.search(for: $1).filtered(by: usa, limit: 10).page())
        }),
    ]

  /// The decorator, which rewrites the query.
  private static let ofDecorators = [
    DocumentedCall(
      name: "SortedCitySearch, nearest, limit 10",
      query: { SearchQuery($0, order: .distance(from: CityOrder.origin)) },
      body: .awaiting { cities, text in
        let nearby = SortedCitySearch(cities, by: .distance(from: CityOrder.origin))
        return Call.digest(try await nearby.search(for: text, limit: 10).page())
      })
  ]
}

// MARK: - The service

extension DocumentedCall {
  /// The searches that requests to the service make, without the answer in JSON.
  private static let ofService: [DocumentedCall] = [
    request("q"), request("q, order=name", order: .name),
    request("q, order=population", order: .population),
    request("q, order=distance", order: .distance(from: besideNowhere)),
    request("q, countries=ZZ", filter: CityFilter(countries: ["ZZ"])),
    request("q, offset=10000", offset: 10_000),
    request("q, offset=10000, order=name", order: .name, offset: 10_000),
    request(
      "q, offset=10000, order=distance", order: .distance(from: besideNowhere), offset: 10_000),
  ]

  /// A point in the sea, far from most cities: a search by distance takes the longer, the wider it must go.
  private static let besideNowhere = Coordinate(latitude: 1, longitude: 1)

  private static func request(
    _ name: String, order: CityOrder? = nil, filter: CityFilter = CityFilter(), offset: Int = 0
  ) -> DocumentedCall {
    let end = offset + 10
    return DocumentedCall(
      name: "service: \(name)", query: { SearchQuery($0, order: order, filter: filter) },
      positions: offset..<end,
      body: .immediate { cities, text in
        // One more than is read shows whether there is another page.
        let matches = cities.search(
          SearchQuery(text, order: order, limit: end + 1, filter: filter))
        let page = matches.page(offset..<end)
        blackHole(page.count == end - offset && matches.count > end)
        return Call.digest(page)
      })
  }
}
