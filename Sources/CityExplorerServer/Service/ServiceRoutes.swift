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
    router.get("v1/search") { request, _ in
      try routes.cached(request) {
        routes.search(try SearchRequestFields($0.uri.query ?? ""))
      }
    }
    // For queries that are too long for a URL.
    router.post("v1/search") { request, requestContext in
      try request.checkMediaType(is: ["application/x-www-form-urlencoded"])
      return routes.search(
        try SearchRequestFields(
          try await request.text(within: context.limits),
          listLength: SearchRequestFields.formListLength))
    }
    router.get("v1/reverse") { request, _ in try routes.cached(request, routes.reverse) }
    router.get("v1/places/:ids") { request, requestContext in
      let ids = requestContext.parameters.get("ids") ?? ""
      return try routes.cached(request) { try routes.places(ids, $0.uri.query ?? "") }
    }
    GeocodeRoute.add(to: router, context: context)
  }

  /// Returns a cacheable answer, or 304 if the client has it.
  private func cached(
    _ request: Request, _ answer: (Request) throws -> Response
  ) throws -> Response {
    if let notModified = context.entityTag.notModified(for: request) { return notModified }
    var response = try answer(request)
    context.entityTag.apply(to: &response)
    return response
  }
}

extension ServiceRoutes {
  /// Finds cities by name.
  private func search(_ fields: SearchRequestFields) -> Response {
    Response(CityFeatures(answering: fields, by: context.search))
  }

  /// Finds the cities nearest to a coordinate.
  private func reverse(_ request: Request) throws(ServiceError) -> Response {
    let fields = try RequestParameters(
      request.uri.query ?? "", among: Self.reverseParameters)
    guard let latitude = try fields.number("lat", in: -90...90),
      let longitude = try fields.number("lon", in: -180...180),
      let point = Coordinate(latitude: latitude, longitude: longitude)
    else { throw .invalid("'lat' and 'lon' are needed, such as lat=48.85&lon=2.35.") }
    let limit = try fields.integer("limit", in: 1...SearchRequestFields.pageSize) ?? 1
    let features = context.nearest.nearest(to: point, limit: limit).map { answer in
      var feature = CityFeature(answer.city, in: context.gazetteer)
      feature.distance = answer.distance.rounded()
      return feature
    }
    return Response(CityFeatures(features))
  }

  /// The parameters of `/v1/reverse`.
  static let reverseParameters = ["lat", "lon", "limit"]

  /// Looks up cities by id.
  private func places(_ list: String, _ query: String) throws(ServiceError) -> Response {
    _ = try RequestParameters(query, among: [])
    let parts = (list.removingPercentEncoding ?? list)
      .split(separator: ",", omittingEmptySubsequences: false)
    var features: [CityFeature] = []
    for part in parts {
      guard let id = City.ID(wireForm: part) else {
        throw .invalid("An id must be a number such as 2643743, got '\(part.prefix(50))'.")
      }
      if let city = context.gazetteer.city(withID: id) {
        features.append(CityFeature(city, in: context.gazetteer))
      }
    }
    guard parts.count <= SearchRequestFields.pageSize else {
      throw .invalid("There must be at most \(SearchRequestFields.pageSize) ids.")
    }
    guard !features.isEmpty else {
      let none = parts.count == 1 ? "No city has the id" : "No city has any of the ids"
      throw ServiceError(404, "\(none) \(parts.joined(separator: ", ")).")
    }
    return Response(CityFeatures(features))
  }
}

extension Response {
  fileprivate init(_ features: CityFeatures) {
    self.init(mediaType: CityFeatures.mediaType, features.json)
  }
}

extension Request {
  /// Rejects a body of another media type.
  func checkMediaType(is types: [String]) throws(ServiceError) {
    let type = headers[.contentType]?.split(separator: ";").first?.lowercased()
    guard let type, types.contains(type) else {
      throw ServiceError(
        415, "The body must be of the type \(types.joined(separator: " or ")).")
    }
  }

  /// The whole body, which must be UTF-8.
  ///
  /// - Throws: ``ServiceError`` if the body is too large, does not arrive in time, or is not UTF-8.
  func text(within limits: ServerLimits) async throws -> String {
    let tooLarge = ServiceError(
      413, "The body of the request must have at most \(limits.bodySize) bytes.")
    if let length = headers[.contentLength].flatMap({ Int($0) }), length > limits.bodySize {
      throw tooLarge
    }
    let buffer = try await withThrowingTaskGroup(of: ByteBuffer.self) { [body] group in
      group.addTask {
        do {
          return try await body.collect(upTo: limits.bodySize)
        } catch is NIOTooManyBytesError {
          throw tooLarge
        }
      }
      group.addTask {
        try await Task.sleep(for: .seconds(limits.idleTimeout))
        throw ServiceError(
          408, "The body of the request did not come within \(limits.idleTimeout) seconds.")
      }
      defer { group.cancelAll() }
      return try await group.next() ?? ByteBuffer()
    }
    guard let text = String(validating: buffer.readableBytesView, as: UTF8.self) else {
      throw ServiceError.invalid("The body of the request is not UTF-8.")
    }
    return text
  }
}

/// The entity tag of all answers, with which clients validate cached answers.
///
/// An answer depends on its address, the data and the program only, so all answers have one tag. A
/// request with this tag is answered with 304 and without a search.
struct EntityTag: Sendable {
  /// The tag in quotation marks, as in headers.
  let tag: String

  /// The version of the format of answers; increment it when the program changes its answers.
  private static let format = 2

  init(of gazetteer: Gazetteer) {
    tag = "\"\(gazetteer.contentDigest.prefix(16))-\(Self.format)\""
  }

  /// The answer 304 if the client has a current answer; `nil` if it has none.
  func notModified(for request: Request) -> Response? {
    guard let known = request.headers[.ifNoneMatch],
      known.split(separator: ",").contains(where: { matches($0) })
    else { return nil }
    var response = Response(status: .notModified)
    apply(to: &response)
    return response
  }

  /// Makes an answer cacheable for five minutes, and revalidated by its tag after that.
  func apply(to response: inout Response) {
    response.headers[.eTag] = tag
    response.headers[.cacheControl] = "public, max-age=300"
  }

  private func matches(_ text: Substring) -> Bool {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    if text.hasPrefix("W/") { text = text.dropFirst(2) }
    return text == tag || text == "*"
  }
}
#endif
