#if Server
import CitySearch
import HTTPTypes
import Hummingbird

/// The entity tag of all answers, with which clients validate cached answers.
///
/// An answer depends on its address, the data and the program only, so all answers have one tag. A
/// request with this tag is answered with 304 and without a search.
struct EntityTag: Sendable {
  /// The tag in quotation marks, as in headers.
  let tag: String

  /// The version of the format of answers; increment it when the program changes its answers.
  private static let format = 1

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
