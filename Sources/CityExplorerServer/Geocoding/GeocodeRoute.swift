#if Server
import CityGeocoding
import CitySearch
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import RemoteSearch

/// The routes that take a list of addresses, or one of coordinates, and stream a line for each.
struct GeocodeRoute {
  private let geocoder: LineGeocoder
  private let names: LocalNames
  private let limits: ServerLimits

  /// Adds the route to a router.
  static func add(to router: Router<ServerRequestContext>, context: ServerContext) {
    let route = GeocodeRoute(
      geocoder: context.geocoder, names: context.names, limits: context.limits)
    router.post("v1/geocode") { request, requestContext in
      try await route.response(to: request, requestContext)
    }
    router.post("v1/reverse") { request, requestContext in
      try await route.response(to: request, areCoordinates: true, requestContext)
    }
  }

  /// The parameters of the route.
  static let parameters = ["lang", "column"]
  /// Lines are sent after this time.
  private static let sendingInterval = Duration.milliseconds(10)
  /// Lines are sent at this number of bytes.
  private static let sendingSize = 4_096

  private func response(
    to request: Request, areCoordinates: Bool = false, _ context: ServerRequestContext
  ) async throws -> Response {
    let fields = try RequestParameters(
      request.uri.query ?? "", among: Self.parameters, lists: ["lang"])
    let reader = request.reader(try fields.languages("lang"), names)
    let type = try request.mediaType(of: AddressList.Form.self)
    let body = try await request.bytes(within: limits, context)
    // Only now, so slow bodies keep no place.
    let addresses = try await longWork(of: context.account) {
      let addresses = try AddressList(
        body.bytes, in: type.form, charset: type.charset, column: fields["column"],
        areCoordinates: areCoordinates, accepting: request.headers[.accept] ?? "")
      try check(addresses)
      return addresses
    }
    let list = List(
      addresses: addresses, areCoordinates: areCoordinates, reader: reader, room: body.room,
      account: context.account)
    return Response(
      status: .ok,
      headers: [.contentType: addresses.mediaType, .xContentTypeOptions: "nosniff"],
      body: ResponseBody { [self] writer in
        var index = 0
        let deadline = ContinuousClock.now + .seconds(limits.geocodingTime)
        while index < addresses.count {
          let slice = try await slice(of: list, from: index, deadline)
          try await writer.write(ByteBuffer(bytes: slice.lines))
          index = slice.end
        }
        try await writer.finish(nil)
      })
  }

  /// The addresses of a request, and what its client has for them.
  private struct List: Sendable {
    let addresses: AddressList
    /// Whether each must be a coordinate.
    let areCoordinates: Bool
    let reader: Reader?
    /// The bytes of the body, which are the client's as long as the addresses are there.
    let room: Shares.Share?
    let account: ClientAccount?
  }

  /// Finds addresses until there are lines enough to send.
  ///
  /// A list has a place only here, so a client that does not read keeps none. After the time limit, the remaining
  /// addresses are answered with an error.
  private func slice(
    of list: List, from start: Int, _ deadline: ContinuousClock.Instant
  ) async throws -> (lines: [UInt8], end: Int) {
    try await longWork(of: list.account, waiting: max(deadline - .now, .seconds(2))) {
      defer { list.account?.settle() }
      let begin = ContinuousClock.now
      var (lines, index, now) = (start == 0 ? list.addresses.head : [], start, begin)
      while index < list.addresses.count, lines.count < Self.sendingSize,
        now - begin < Self.sendingInterval
      {
        // Other requests may use the thread between two addresses.
        ProcessorMeter.current?.countJob()
        await Task.yield()
        now = ContinuousClock.now
        var address: PostalAddress?
        let result = Result {
          let given = try list.addresses.address(at: index)
          address = given
          guard now < deadline else { throw TimeLimitExceeded() }
          guard !list.areCoordinates || Coordinate(text: given.description) != nil else {
            throw AddressError.isNoCoordinate
          }
          return try geocoder.geocode(given)
        }
        lines += list.addresses.line(
          index, address, result.map { FoundAddress($0, in: names.gazetteer, for: list.reader) })
        index += 1
      }
      return (lines, index)
    }
  }

  private func check(_ addresses: AddressList) throws(ServiceError) {
    guard addresses.count > 0 else {
      throw .invalid("The body must have at least 1 address, got 0.")
    }
    guard addresses.count <= limits.addresses else {
      throw .invalid(
        "The body must have at most \(limits.addresses) addresses, got \(addresses.count).")
    }
  }

  private struct TimeLimitExceeded: Error, LocalizedError {
    var errorDescription: String? { "The time limit of this list was exceeded." }
  }
}
#endif
