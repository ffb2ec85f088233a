#if Server
import CityGeocoding
import CitySearch
import Foundation
import HTTPTypes
import JSONText
import Hummingbird
import NIOCore
import RemoteSearch

/// The geocoding route: takes a list of addresses, and streams one line for each.
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
  }

  /// The media type of the answer: one GeoJSON feature in each line.
  static let mediaType = "application/x-ndjson"
  /// The largest number of code points in an address.
  static let addressLength = 500
  /// Lines are sent after this time.
  private static let sendingInterval = Duration.milliseconds(10)
  /// Lines are sent at this number of bytes.
  private static let sendingSize = 4_096

  private func response(
    to request: Request, _ context: ServerRequestContext
  ) async throws -> Response {
    let fields = try RequestParameters(
      request.uri.query ?? "", among: ["lang"], lists: ["lang"])
    let reader = request.reader(try fields.languages("lang"), names)
    try request.checkMediaType(is: ["application/json", "text/plain"])
    let body = try await request.text(within: limits, context)
    let isJSON = request.headers[.contentType]?.lowercased().hasPrefix("application/json") == true
    // A place is taken only now, so slow bodies keep none.
    let place = try await context.account?.takeList()
    let addresses = try await onWorkerThreads {
      defer { withExtendedLifetime(place) {} }
      let addresses =
        try isJSON ? Self.addresses(inJSON: body.text) : Self.addresses(inLines: body.text)
      try check(addresses)
      return addresses
    }
    let list = List(addresses: addresses, reader: reader, room: body.room, account: context.account)
    return Response(
      status: .ok, headers: [.contentType: Self.mediaType, .xContentTypeOptions: "nosniff"],
      body: ResponseBody { [self] writer in
        var index = 0
        let deadline = ContinuousClock.now + .seconds(limits.geocodingTime)
        while index < list.addresses.count {
          let slice = try await slice(of: list, from: index, deadline)
          try await writer.write(ByteBuffer(bytes: slice.lines))
          index = slice.end
        }
        try await writer.finish(nil)
      })
  }

  /// The addresses of a request, and what its client has for them.
  private struct List: Sendable {
    let addresses: [PostalAddress]
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
    let place = try await list.account?.takeList(within: max(deadline - .now, .seconds(2)))
    return await onWorkerThreads {
      defer { withExtendedLifetime(place) {} }
      defer { list.account?.settle() }
      let begin = ContinuousClock.now
      var (lines, index, now) = ([UInt8](), start, begin)
      while index < list.addresses.count, lines.count < Self.sendingSize,
        now - begin < Self.sendingInterval
      {
        // Other requests may use the thread between two addresses.
        await Task.yield()
        now = ContinuousClock.now
        let address = list.addresses[index]
        let result: Result<GeocodingResult, any Error> =
          now < deadline ? Result { try geocoder.geocode(address) } : .failure(TimeLimitExceeded())
        lines += line(index, address, result, list.reader)
        index += 1
      }
      return (lines, index)
    }
  }

  private func check(_ addresses: [PostalAddress]) throws(ServiceError) {
    guard !addresses.isEmpty else {
      throw .invalid("The body must have at least 1 address, got 0.")
    }
    guard addresses.count <= limits.addresses else {
      throw .invalid(
        "The body must have at most \(limits.addresses) addresses, got \(addresses.count).")
    }
    for (index, address) in addresses.enumerated()
    where address.description.unicodeScalars.count > Self.addressLength {
      throw .invalid(
        "An address must have at most \(Self.addressLength) code points; the address at index "
          + "\(index) has more."
      )
    }
  }

  private struct TimeLimitExceeded: Error, LocalizedError {
    var errorDescription: String? { "The time limit of this list was exceeded." }
  }

  /// A feature with the result, or without a geometry and with the error.
  private func line(
    _ index: Int, _ address: PostalAddress, _ result: Result<GeocodingResult, any Error>,
    _ reader: Reader?
  ) -> [UInt8] {
    var text = JSONText()
    text.object {
      $0.member("type", "Feature")
      switch result {
      case .success(let found): $0.geometry(found.coordinate)
      case .failure:
        $0.key("geometry")
        $0.null()
      }
      $0.key("properties")
      $0.object {
        $0.member("index", index)
        $0.member("address", address.description)
        switch result {
        case .success(let found):
          let (id, ownName) = (found.match.cityID, found.match.name)
          let city = reader == nil ? nil : id.flatMap { names.gazetteer.city(withID: $0) }
          let localName = city.flatMap { reader?.name(of: $0) }
          if let id { $0.member("id", id) }
          $0.member("name", localName ?? ownName)
          if localName != nil { $0.member("ownName", ownName) }
          $0.member("precision", found.match.precision.rawValue)
          $0.member("confidence", found.confidence.score)
          $0.member("reason", found.confidence.reason)
          if found.isUncertain { $0.member("uncertain", true) }
          if !found.unmatchedParts.isEmpty {
            $0.key("unmatched")
            $0.array { for part in found.unmatchedParts { $0.value(part) } }
          }
        case .failure(let error): $0.member("error", error.localizedDescription)
        }
      }
    }
    return text.bytes + [UInt8(ascii: "\n")]
  }
}

extension GeocodeRoute {
  /// The addresses in lines of text, without empty lines.
  private static func addresses(inLines text: String) -> [PostalAddress] {
    text.split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
      .map { PostalAddress(city: $0) }
  }

  /// The addresses in a JSON array of strings, or of objects with the fields of an address.
  private static func addresses(inJSON text: String) throws(ServiceError) -> [PostalAddress] {
    do {
      return try JSONDecoder().decode([Element].self, from: Data(text.utf8)).map(\.address)
    } catch let error as ServiceError {
      throw error
    } catch {
      throw .invalid(
        "The body must be a JSON array of strings, or of objects with the fields "
          + "\(Element.fields.joined(separator: ", ")).")
    }
  }

  private struct Element: Decodable {
    let address: PostalAddress

    static let fields = ["street", "city", "state", "postalCode", "country"]

    init(from decoder: any Decoder) throws {
      if let text = try? decoder.singleValueContainer().decode(String.self) {
        address = PostalAddress(city: text)
        return
      }
      let fields = try decoder.singleValueContainer().decode([String: String].self)
      for field in fields.keys where !Self.fields.contains(field) {
        throw ServiceError.invalid(
          "The fields of an address must be among \(Self.fields.joined(separator: ", ")), "
            + "got '\(field.prefix(50))'.")
      }
      address = PostalAddress(
        street: fields["street"] ?? "", city: fields["city"] ?? "", state: fields["state"] ?? "",
        postalCode: fields["postalCode"] ?? "", country: fields["country"] ?? "")
    }
  }
}
#endif
