#if Server
import CityGeocoding
import CitySearch
import Foundation
import Hummingbird
import JSONText
import RemoteSearch

/// The addresses of a request, and the form of the answer: a feature in each line, or a table with more columns.
enum AddressList: Sendable {
  case features([PostalAddress])
  /// Lines of a text; as addresses, they would take five times its memory.
  case lines([Substring])
  case table(AddressTable)

  /// The forms in which addresses come, by media type.
  enum Form: String, CaseIterable {
    case json = "application/json"
    case lines = "text/plain"
    case table = "text/csv"
  }

  /// Reads the body of a request.
  ///
  /// A table is answered by a table, and other lists by features, unless the client accepts only the other form.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - form: Its form.
  ///   - charset: The parameter `charset` of its media type; `nil` for UTF-8.
  ///   - column: The name of the column of a table with the addresses; `nil` to find it.
  ///   - accepted: The header Accept.
  /// - Throws: ``ServiceError`` with the status 400.
  init(
    _ bytes: [UInt8], in form: Form, charset: String?, column: String?, accepting accepted: String
  ) throws(ServiceError) {
    guard form == .table || column == nil else {
      throw .invalid("'column' needs a body of the type \(Form.table.rawValue).")
    }
    if form == .table {
      let table = try AddressTable(bytes, charset: charset, column: column)
      let wantsFeatures =
        accepted.contains(Self.featureType) && !accepted.contains(Form.table.rawValue)
      self = wantsFeatures ? .features(table.rows.indices.map(table.address)) : .table(table)
      return
    }
    let text = try Request.text(bytes)
    let list: AddressList =
      form == .json ? .features(try Self.addresses(inJSON: text)) : .lines(Self.lines(of: text))
    let wantsTable =
      accepted.contains(Form.table.rawValue) && !accepted.contains(Self.featureType)
    self = wantsTable ? .table(try AddressTable(of: (0..<list.count).map { list[$0] })) : list
  }

  /// The media type of features in lines.
  static let featureType = "application/x-ndjson"

  /// The media type of the answer.
  var mediaType: String {
    switch self {
    case .features, .lines: Self.featureType
    case .table: "text/csv; charset=utf-8; header=present"
    }
  }

  /// The number of addresses.
  var count: Int {
    switch self {
    case .features(let addresses): addresses.count
    case .lines(let lines): lines.count
    case .table(let table): table.rows.count
    }
  }

  subscript(index: Int) -> PostalAddress {
    switch self {
    case .features(let addresses): addresses[index]
    case .lines(let lines): PostalAddress(city: lines[index].trimmedOfWhiteSpace)
    case .table(let table): table.address(inRow: index)
    }
  }

  /// What an address is called in a message.
  func name(of index: Int) -> String {
    switch self {
    case .features, .lines: "the address at index \(index)"
    case .table(let table): "that in line \(table.rows[index].line)"
    }
  }

  /// What stands before the first line.
  var head: [UInt8] {
    switch self {
    case .features, .lines: []
    case .table(let table): table.headerLine
    }
  }

  /// The line of the answer for an address, which is the one at the index.
  func line(
    _ index: Int, _ address: PostalAddress, _ result: Result<FoundAddress, any Error>
  ) -> [UInt8] {
    switch self {
    case .features, .lines: Self.feature(index, address, result)
    case .table(let table): table.line(ofRow: index, with: Self.finding(result))
    }
  }

  private static func finding(_ result: Result<FoundAddress, any Error>) -> AddressFinding {
    switch result {
    case .success(let found): AddressFinding(found.result, city: found.city)
    case .failure(let error): AddressFinding(error: error.localizedDescription)
    }
  }

  /// A feature with the result, or without a geometry and with the error.
  private static func feature(
    _ index: Int, _ address: PostalAddress, _ result: Result<FoundAddress, any Error>
  ) -> [UInt8] {
    var text = JSONText()
    text.object {
      $0.member("type", "Feature")
      switch result {
      case .success(let found): $0.geometry(found.result.coordinate)
      case .failure:
        $0.key("geometry")
        $0.null()
      }
      $0.key("properties")
      $0.object {
        $0.member("index", index)
        $0.member("address", address.description)
        switch result {
        case .success(let found): found.write(to: &$0)
        case .failure(let error): $0.member("error", error.localizedDescription)
        }
      }
    }
    return text.bytes + [UInt8(ascii: "\n")]
  }
}

/// A place that was found for an address, with names for the reader.
struct FoundAddress: Sendable {
  let result: GeocodingResult
  /// The city; `nil` if it is not known.
  let city: CityFeature?

  init(_ result: GeocodingResult, in gazetteer: Gazetteer, for reader: Reader?) {
    self.result = result
    city = result.match.cityID.flatMap { gazetteer.city(withID: $0) }
      .map { CityFeature($0, in: gazetteer, for: reader) }
  }

  /// Writes what is known of the place.
  fileprivate func write(to text: inout JSONText) {
    let (match, localName) = (result.match, city?.localName)
    if let id = match.cityID { text.member("id", id) }
    text.member("name", localName ?? match.name)
    if localName != nil { text.member("ownName", match.name) }
    text.member("division", city?.division)
    text.member("country", city?.country)
    text.member("precision", match.precision.rawValue)
    text.member("confidence", result.confidence.score)
    text.member("reason", result.confidence.reason)
    if result.isUncertain { text.member("uncertain", true) }
    guard !result.unmatchedParts.isEmpty else { return }
    text.key("unmatched")
    text.array { for part in result.unmatchedParts { $0.value(part) } }
  }
}

extension AddressList {
  /// The lines of a text that have an address.
  private static func lines(of text: String) -> [Substring] {
    text.split(whereSeparator: \.isNewline).filter { !$0.trimmedOfWhiteSpace.isEmpty }
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
