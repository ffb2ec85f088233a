import CitySearch

/// A row of the table of calls: which names are searched, in which order, with which text.
struct CallRow: Sendable, Hashable {
  let names: NameScope
  let order: Measure.Order
  /// The name of the text.
  let text: String

  /// The name in results: `all, relevance, "san"`.
  var name: String { "\(names.rawValue), \(order.rawValue), \(text)" }

  /// The scopes and orders of all rows, in the order of the table.
  static let scopes: [(names: NameScope, order: Measure.Order)] = [
    NameScope.all, .own,
  ].flatMap { names in
    [Measure.Order.relevance, .name, .population, .distance].map { (names, $0) }
  }

  /// All rows with these texts.
  static func all(texts: [String]) -> [CallRow] {
    scopes.flatMap { names, order in
      texts.map { CallRow(names: names, order: order, text: $0) }
    }
  }
}

/// A filter that calls are made with.
enum CallFilter: String, CaseIterable, Sendable {
  case none = "no filter"
  case country = "one country"
  case division = "one division"
  case population = "100,000 people or more"
  /// A country that no city is in.
  case excluded = "all excluded"

  var filter: CityFilter {
    switch self {
    case .none: CityFilter()
    case .country: CityFilter(countries: ["US"])
    case .division:
      CityFilter(divisions: [Gazetteer.Division(countryCode: "US", admin1Code: "IL")])
    case .population: CityFilter(minimumPopulation: 100_000)
    case .excluded: CityFilter(countries: ["ZZ"])
    }
  }
}

/// What differs between the calls of a row: the limit, the filter, and how many matches are read.
struct CallVariant: Sendable, Hashable {
  var limit: Int?
  var filter = CallFilter.none
  /// The number of matches that are read, from the first on.
  var readCount: Int

  /// The name in results: "no limit, all excluded, 10 read".
  var name: String {
    let limit = limit.map { "limit \($0)" } ?? "no limit"
    return ([limit] + (filter == .none ? [] : [filter.rawValue]) + ["\(readCount) read"])
      .joined(separator: ", ")
  }

  /// Every limit with every filter, with one match read, ten, or fifty.
  static let all: [CallVariant] = CallFilter.allCases.flatMap { filter in
    [nil, 10, 50].flatMap { limit in
      [1, 10, 50].filter { $0 <= limit ?? .max }
        .map { CallVariant(limit: limit, filter: filter, readCount: $0) }
    }
  }

  /// The variants that have a column in the table, all without a filter.
  static let ofTable: [(quantity: Figure.Quantity, variant: CallVariant)] = [
    (.callOneRead, CallVariant(readCount: 1)), (.callTenRead, CallVariant(readCount: 10)),
    (.callFiftyRead, CallVariant(readCount: 50)),
    (.callLimitTen, CallVariant(limit: 10, readCount: 10)),
  ]

  /// The variants of which the slowest has a column: ten matches without a limit, by filter.
  static let filtered = CallFilter.allCases.filter { $0 != .none }.map {
    CallVariant(filter: $0, readCount: 10)
  }
}

// MARK: - The grid

extension Call {
  /// Every variant of every row.
  static func grid(_ texts: [CallText], answers: inout CallAnswers) -> [Call] {
    let known = Dictionary(uniqueKeysWithValues: texts.map { ($0.name, $0) })
    return CallRow.all(texts: texts.map(\.name)).flatMap { row -> [Call] in
      guard let text = known[row.text] else { return [] }
      return CallVariant.all.map { Call(row, $0, text, answers: &answers) }
    }
  }

  private init(
    _ row: CallRow, _ variant: CallVariant, _ text: CallText, answers: inout CallAnswers
  ) {
    let (order, limit, count) = (CityOrder(row.order), variant.limit, variant.readCount)
    let (names, filter) = (row.names, variant.filter.filter)
    self.init(
      name: Call.name(row, variant), text: text,
      // The limit is left out, so that an answer with a limit is checked by one without.
      answers: text.texts.map {
        answers.digest(
          of: SearchQuery($0, names: names, order: order, filter: filter), reading: 0..<count)
      },
      kind: variant.filter == .none ? .plain : .filtered,
      body: .immediate { cities, text in
        let matches = cities.search(
          SearchQuery(text, names: names, order: order, limit: limit, filter: filter))
        return count == 1 ? Call.digest(matches.first) : Call.digest(matches.page(0..<count))
      })
  }

  /// The name of a call of the grid.
  static func name(_ row: CallRow, _ variant: CallVariant) -> String {
    "\(row.name), \(variant.name)"
  }
}
