#if Server
import CitySearch
import HTTPTypes
import Hummingbird

/// Which data answers come from, so that clients can keep them.
///
/// An answer is a function of its address, the data and the program, so one tag serves all of them. A
/// client that has an answer of the same tag is told so without a search.
struct DataVersion: Sendable {
  /// The tag, in quotation marks, as headers have it.
  let tag: String

  /// Counts the changes of answers that the program itself makes.
  private static let format = 1

  init(of gazetteer: Gazetteer) {
    tag = "\"\(gazetteer.contentDigest.prefix(16))-\(Self.format)\""
  }

  /// Says that the client has the answer; `nil` if it has not.
  func unchanged(for request: Request) -> Response? {
    guard let known = request.headers[.ifNoneMatch],
      known.split(separator: ",").contains(where: { matches($0) })
    else { return nil }
    var response = Response(status: .notModified)
    mark(&response)
    return response
  }

  /// Lets an answer be kept for some minutes, and be asked for again by its tag after that.
  func mark(_ response: inout Response) {
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
