#if Server
import CitySearch
import HTTPTypes
import Hummingbird
import RemoteSearch

/// The entity tags of answers, with which clients validate cached answers.
///
/// An answer depends on its address, the languages of its reader, the data and the program only. A
/// valid request with the tag of these is answered with 304 and without a search.
struct EntityTag: Sendable {
  /// The digest of the data, and the version of the format.
  private let version: String

  /// The version of the format of answers; increment it when the program changes its answers.
  private static let format = 4

  init(of gazetteer: Gazetteer) {
    version = "\(gazetteer.contentDigest.prefix(16))-\(Self.format)"
    tag = "\"\(version)\""
  }

  /// The tag of answers with the names of the gazetteer, in quotation marks, as in headers.
  let tag: String

  /// The tag of answers for a reader.
  func tag(for reader: Reader?) -> String {
    guard let reader else { return tag }
    return "\"\(version)-\(reader.languages.joined(separator: "."))\""
  }

  /// Returns 304 if the client has a current answer; otherwise an answer that caches may keep for five
  /// minutes, and then revalidate by its tag.
  ///
  /// - Parameters:
  ///   - request: The request, whose parameters are valid.
  ///   - reader: The reader of the answer.
  ///   - answer: Makes the answer.
  /// - Returns: The answer.
  func answer(_ request: Request, for reader: Reader?, _ answer: () -> Response) -> Response {
    let tag = tag(for: reader)
    var response = request.knows(tag) ? Response(status: .notModified) : answer()
    response.headers[.eTag] = tag
    response.headers[.cacheControl] = "public, max-age=300"
    // The names may be in the languages of this header.
    response.headers[values: .vary].append("Accept-Language")
    return response
  }
}

extension Request {
  /// Whether the client has the answer with an entity tag.
  ///
  /// Tags are compared weakly (RFC 9110, 13.1.2): the tag of a compressed answer is weak, and clients send it
  /// back like that.
  func knows(_ tag: String) -> Bool {
    headers[.ifNoneMatch]?.split(separator: ",").contains { text in
      var text = text.drop { $0 == " " }
      while text.last == " " { text.removeLast() }
      if text.hasPrefix("W/") { text = text.dropFirst(2) }
      return text == tag || text == "*"
    } ?? false
  }
}
#endif
