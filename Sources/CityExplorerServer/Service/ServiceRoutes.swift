#if Server
import CitySearch
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import RemoteSearch

/// The routes of the search service.
struct ServiceRoutes {
  private let context: ServerContext

  /// Adds the routes of the service to a router.
  static func add(to router: Router<ServerRequestContext>, context: ServerContext) {
    let routes = ServiceRoutes(context: context)
    router.get("v1/search") { request, requestContext in
      let fields = try SearchRequestFields(request.uri.query ?? "", in: context.gazetteer)
      let reader = request.reader(fields.languages, context.names)
      guard fields.offset > Self.shortOffset else {
        return context.entityTag.answer(request, for: reader) { routes.search(fields, reader) }
      }
      // A page far down takes as long as all before it.
      return try await longWork(of: requestContext.account) {
        context.entityTag.answer(request, for: reader) { routes.search(fields, reader) }
      }
    }
    // For queries that are too long for a URL; reading thousands of ids takes longer than a search.
    router.post("v1/search") { request, requestContext in
      _ = try request.mediaType(of: SearchForm.self)
      let body = try await request.bytes(within: context.limits, requestContext)
      return try await longWork(of: requestContext.account) {
        defer { withExtendedLifetime(body.room) {} }
        let text = try Request.text(body.bytes)
        // Programs that send data without saying what they are say that they are a form.
        guard !text.hasPrefix("{") else {
          throw ServiceError.invalid(
            "The body must be a form such as q=london&limit=3, got JSON.")
        }
        let fields = try SearchRequestFields(
          text, listLength: SearchRequestFields.formListLength,
          in: context.gazetteer)
        return routes.search(fields, request.reader(fields.languages, context.names))
      }
    }
    router.get("v1/reverse") { request, _ in try routes.reverse(request) }
    router.get("v1/places") { request, _ in
      let fields = try RequestParameters(
        request.uri.query ?? "", among: Self.placesParameters, lists: Set(Self.placesParameters))
      guard let list = fields["ids"] else {
        throw ServiceError.invalid("'ids' is missing: the ids of cities, such as ids=2643743.")
      }
      return try routes.places(list, fields, request)
    }
    router.get("v1/places/:ids") { request, requestContext in
      let fields = try RequestParameters(
        request.uri.query ?? "", among: ["lang"], lists: ["lang"])
      let list = requestContext.parameters.get("ids") ?? ""
      return try routes.places(list.removingPercentEncoding ?? list, fields, request)
    }
    GeocodeRoute.add(to: router, context: context)
    PhotonRoutes.add(to: router, context: context)
    PeliasRoutes.add(to: router, context: context)
  }
}

extension ServiceRoutes {
  /// The media types of a search that is too long for a URL.
  private enum SearchForm: String, CaseIterable {
    case form = "application/x-www-form-urlencoded"
  }

  /// The last offset of a page that is found as fast as others.
  private static let shortOffset = 500

  /// Finds cities by name.
  private func search(_ fields: SearchRequestFields, _ reader: Reader?) -> Response {
    Response(CityFeatures(answering: fields, by: context.search, for: reader))
  }

  /// Finds the cities nearest to a coordinate.
  private func reverse(_ request: Request) throws(ServiceError) -> Response {
    let fields = try RequestParameters(
      request.uri.query ?? "", among: Self.reverseParameters, lists: SearchRequestFields.Name.lists)
    guard let latitude = try fields.number("lat", in: -90...90),
      let longitude = try fields.number("lon", in: -180...180),
      let point = Coordinate(validatingLatitude: latitude, longitude: longitude)
    else { throw .invalid("'lat' and 'lon' are needed, such as lat=48.85&lon=2.35.") }
    let limit = try fields.integer("limit", in: 1...SearchRequestFields.pageSize) ?? 1
    let filter = try fields.filter(SearchRequestFields.listLength, in: context.gazetteer)
    let reader = request.reader(try fields.languages("lang"), context.names)
    return context.entityTag.answer(request, for: reader) {
      let answers = context.nearest.nearest(to: point, limit: limit, filter: filter)
      let features = answers.map { answer in
        var feature = CityFeature(answer.city, in: context.gazetteer, for: reader)
        feature.distance = answer.distance.rounded()
        return feature
      }
      return Response(CityFeatures(features))
    }
  }

  /// The parameters of `/v1/reverse`.
  static let reverseParameters = [
    "lat", "lon", "limit", "countries", "divisions", "minimumPopulation", "lang",
  ]

  /// Looks up cities by id.
  private func places(
    _ list: String, _ fields: RequestParameters, _ request: Request
  ) throws(ServiceError) -> Response {
    let parts = list.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= SearchRequestFields.pageSize else {
      throw .invalid("There must be at most \(SearchRequestFields.pageSize) ids.")
    }
    var cities: [City] = []
    for part in parts {
      guard let id = City.ID(wireForm: part) else {
        throw .invalid("An id must be a number such as 2643743, got '\(part.prefix(50))'.")
      }
      if let city = context.gazetteer.city(withID: id) { cities.append(city) }
    }
    guard !cities.isEmpty else {
      let none = parts.count == 1 ? "No city has the id" : "No city has any of the ids"
      throw ServiceError(404, "\(none) \(parts.joined(separator: ", ")).")
    }
    let reader = request.reader(try fields.languages("lang"), context.names)
    return context.entityTag.answer(request, for: reader) {
      Response(CityFeatures(cities.map { CityFeature($0, in: context.gazetteer, for: reader) }))
    }
  }

  /// The parameters of `/v1/places`.
  static let placesParameters = ["ids", "lang"]
}

extension Response {
  fileprivate init(_ features: CityFeatures) {
    self.init(mediaType: CityFeatures.mediaType, features.json)
  }
}

extension Request {
  /// Who reads the answer: the languages of a parameter, or else those of the header Accept-Language.
  func reader(_ languages: [String], _ names: LocalNames) -> Reader? {
    guard languages.isEmpty else { return names.reader(of: languages) }
    return headers[.acceptLanguage].flatMap(names.reader(accepting:))
  }

  /// The form of the body by its media type, and the parameter `charset` of it.
  ///
  /// - Throws: ``ServiceError`` with the status 415 if it is none of the forms.
  func mediaType<Form: RawRepresentable<String> & CaseIterable>(
    of forms: Form.Type
  ) throws(ServiceError) -> (form: Form, charset: String?) {
    let header = headers[.contentType] ?? ""
    let type = header.split(separator: ";").first?.filter { $0 != " " }.lowercased()
    guard let form = type.flatMap(Form.init(rawValue:)) else {
      let names = Form.allCases.map(\.rawValue).joined(separator: " or ")
      throw ServiceError(
        415, "The body must be of the type \(names), got \(type?.shortened ?? "none").")
    }
    return (form, TextEncoding.charset(ofMediaType: header))
  }

  /// A body as text.
  ///
  /// - Throws: ``ServiceError`` with the status 400 if it is not UTF-8.
  static func text(_ bytes: [UInt8]) throws(ServiceError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .invalid("The body of the request is not UTF-8.")
    }
    return text
  }

  /// The whole body, and the room that its client has for it.
  ///
  /// ``ConnectionDeadlines`` ends a body that does not arrive.
  ///
  /// - Throws: ``ServiceError`` if the body is too large, does not arrive, or is coded.
  func bytes(
    within limits: ServerLimits, _ context: ServerRequestContext
  ) async throws -> (bytes: [UInt8], room: Shares.Share?) {
    if let coding = headers[.contentEncoding], coding.lowercased() != "identity" {
      throw ServiceError(
        415, "The body must have no content coding, got '\(coding.prefix(50))'.")
    }
    let tooLarge = ServiceError(
      413, "The body of the request must have at most \(limits.bodySize) bytes.")
    let length = headers[.contentLength].flatMap { Int($0) } ?? 0
    guard length <= limits.bodySize else { throw tooLarge }
    let room = context.account?.takeBody()
    var bytes: [UInt8] = []
    // An array that grows leaves what it had to the allocator, which keeps it.
    bytes.reserveCapacity(max(0, length))
    for try await part in body {
      guard bytes.count + part.readableBytes <= limits.bodySize else { throw tooLarge }
      if let room, !room.grow(by: part.readableBytes) {
        throw ServiceError(
          429, "This address sends too many bodies at once.", retryAfter: 1)
      }
      bytes += part.readableBytesView
    }
    return (bytes, room)
  }
}
#endif
