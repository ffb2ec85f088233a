internal import CitySearch

/// Answers requests of a page about one gazetteer: bytes in, bytes out.
final class WebSearch {
  private let cities: CityIndex
  /// Built by the first request that needs it, because that takes longer than opening the gazetteer.
  private lazy var nearest = NearestCities(gazetteer)

  init(_ gazetteer: Gazetteer) { cities = CityIndex(gazetteer) }

  private var gazetteer: Gazetteer { cities.gazetteer }

  /// Answers a request; a wrong one with an error.
  func answer(to request: Span<UInt8>) -> [UInt8] {
    do throws(WebError) {
      return try answer(to: WebRequest(request)).bytes
    } catch {
      return WebAnswer(error).bytes
    }
  }

  private func answer(to request: WebRequest) throws(WebError) -> WebAnswer {
    switch request.call {
    case .search: matches(of: request)
    case .nearest: try nearestCities(of: request)
    case .bounds: citiesInBounds(of: request)
    case .city: try city(of: request)
    case .countries: countries()
    case .highlight: highlight(of: request)
    case .key: key(of: request)
    }
  }

  private func matches(of request: WebRequest) -> WebAnswer {
    var query = request.query
    // The matches that are left out count.
    query.limit = query.limit.map { $0.addingReportingOverflow(request.offset) }
      .map { $0.overflow ? .max : $0.partialValue }
    let found = cities.search(query)
    let page = found.page(request.offset..<Int.max)
    var answer = WebAnswer()
    answer.append(found.asTyped.count)
    answer.append(found.asTyped.isExact)
    answer.append(page.count)
    let cities = WebCities(gazetteer, in: request.languages)
    for match in page {
      guard let row = match.row else {
        preconditionFailure("A match of a gazetteer must have a row.")
      }
      answer.append(match, atRow: row, in: cities)
    }
    return answer
  }

  private func nearestCities(of request: WebRequest) throws(WebError) -> WebAnswer {
    guard let point = request.point else { throw WebError("the coordinate is missing") }
    let rows = nearest.rows(
      nearestTo: point, limit: request.query.limit ?? 10, filter: request.query.filter)
    let cities = WebCities(gazetteer, in: request.languages)
    var answer = WebAnswer()
    answer.append(rows.count)
    for row in rows {
      let city = gazetteer[row]
      answer.append(city, atRow: row, in: cities)
      // To a centimeter, because the last bits of sines differ between C libraries.
      answer.append((point.distance(to: city.coordinate) * 100).rounded() / 100)
    }
    return answer
  }

  private func citiesInBounds(of request: WebRequest) -> WebAnswer {
    var answer = WebAnswer()
    let rectangles = request.query.filter.rectangles ?? []
    let rows = rectangles.flatMap { gazetteer.rows(in: $0, limit: request.query.limit ?? 10) }
    let cities = WebCities(gazetteer, in: request.languages)
    answer.append(rows.count)
    for row in rows { answer.append(gazetteer[row], atRow: row, in: cities) }
    return answer
  }

  private func city(of request: WebRequest) throws(WebError) -> WebAnswer {
    guard let id = request.id else { throw WebError("the id is missing") }
    var answer = WebAnswer()
    let row = gazetteer.row(ofID: id)
    answer.append(row != nil)
    if let row {
      answer.append(gazetteer[row], atRow: row, in: WebCities(gazetteer, in: request.languages))
    }
    return answer
  }

  private func highlight(of request: WebRequest) -> WebAnswer {
    let highlight = FoldedQuery(request.query.readText).highlight(in: request.name)
    var answer = WebAnswer()
    answer.append(highlight != nil)
    if let highlight { answer.append(highlight) }
    return answer
  }

  private func key(of request: WebRequest) -> WebAnswer {
    var answer = WebAnswer()
    answer.append(String(decoding: Folding.key(of: request.name), as: UTF8.self))
    return answer
  }

  private func countries() -> WebAnswer {
    var answer = WebAnswer()
    let countries = gazetteer.countries
    answer.append(countries.count)
    for country in countries {
      answer.append(country.code.description)
      answer.append(country.name ?? "")
    }
    return answer
  }
}
