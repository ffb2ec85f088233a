#if Server
import CityGeocoding
import CitySearch
import Foundation
import Hummingbird
import JSONText
import RemoteSearch

/// The addresses of a request, and the form of the answer: a feature in each line, or a table with more columns.
enum AddressList: Sendable {
  /// Elements of an array in JSON or rows of a table, with the errors of those that are no address.
  case features([Result<PostalAddress, AddressError>])
  /// Lines of a text, empty ones among them; as addresses, they would take five times its memory.
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
  ///   - areCoordinates: Whether coordinates are wanted of a table that has addresses, too.
  ///   - accepted: The header Accept.
  /// - Throws: ``ServiceError`` with the status 400.
  init(
    _ bytes: [UInt8], in form: Form, charset: String?, column: String?,
    areCoordinates: Bool = false,
    accepting accepted: String
  ) throws(ServiceError) {
    guard form == .table || column == nil else {
      throw .invalid("'column' needs a body of the type \(Form.table.rawValue).")
    }
    if form == .table {
      let table = try AddressTable(
        bytes, charset: charset, column: column, areCoordinates: areCoordinates)
      let wantsFeatures =
        accepted.contains(Self.featureType) && !accepted.contains(Form.table.rawValue)
      self =
        wantsFeatures
        ? .features(
          table.rows.indices.map { row in
            Result { () throws(AddressError) in try table.address(inRow: row) }
          }) : .table(table)
      return
    }
    let text = try Request.text(bytes)
    let list: AddressList =
      form == .json ? .features(try Self.addresses(inJSON: text)) : .lines(Self.lines(of: text))
    let wantsTable =
      accepted.contains(Form.table.rawValue) && !accepted.contains(Self.featureType)
    guard wantsTable else {
      self = list
      return
    }
    let addresses = (0..<list.count).map { (try? list.address(at: $0)) ?? PostalAddress() }
    self = .table(try AddressTable(of: addresses))
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

  /// The address at an index.
  ///
  /// - Throws: ``AddressError`` for an element of JSON that is none, and for a row that cannot be read.
  func address(at index: Int) throws(AddressError) -> PostalAddress {
    switch self {
    case .features(let addresses): try addresses[index].get()
    case .lines(let lines): PostalAddress(city: lines[index].trimmedOfWhiteSpace)
    case .table(let table): try table.address(inRow: index)
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
    _ index: Int, _ address: PostalAddress?, _ result: Result<FoundAddress, any Error>
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
    _ index: Int, _ address: PostalAddress?, _ result: Result<FoundAddress, any Error>
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
        $0.member("address", address?.description)
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
    text.member("county", city?.county)
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
  /// The lines of a text, which end in CR, LF or both, and in no other mark; a mark of the byte order is no part of
  /// the first one.
  private static func lines(of text: String) -> [Substring] {
    let text = text.unicodeScalars.first == "\u{FEFF}" ? text.dropFirst() : text[...]
    var lines = text.split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r" || $0 == "\r\n"
    }
    // The last line may have an end or not.
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines
  }

  /// The addresses in a JSON array of texts, numbers, or objects with the fields of an address.
  private static func addresses(
    inJSON text: String
  ) throws(ServiceError) -> [Result<PostalAddress, AddressError>] {
    do {
      return try JSONDecoder().decode([Element].self, from: Data(text.utf8))
        .map { $0.address.map(Result.success) ?? .failure(.isNone) }
    } catch let error as ServiceError {
      throw error
    } catch {
      throw .invalid(
        "The body must be a JSON array of strings, or of objects with the fields "
          + "\(Element.fields.joined(separator: ", ")).")
    }
  }

  private struct Element: Decodable {
    /// `nil` for a list, a truth value, and an object with such a field.
    let address: PostalAddress?

    static let fields = ["street", "city", "state", "postalCode", "country", "lat", "lon"]

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let text = try? value.decode(Text.self) {
        address = PostalAddress(city: text.text)
        return
      }
      guard let names = try? value.decode([String: Anything].self) else {
        address = nil
        return
      }
      for field in names.keys where !Self.fields.contains(field) {
        throw ServiceError.invalid(
          "The fields of an address must be among \(Self.fields.joined(separator: ", ")), "
            + "got '\(field.prefix(50))'.")
      }
      address = (try? value.decode([String: Text].self)).map { fields in
        func text(_ field: String) -> String { fields[field]?.text ?? "" }
        if fields["lat"] != nil || fields["lon"] != nil {
          return PostalAddress(latitude: text("lat"), longitude: text("lon"))
        }
        return PostalAddress(
          street: text("street"), city: text("city"), state: text("state"),
          postalCode: text("postalCode"), country: text("country"))
      }
    }
  }

  /// A text; a number is its text, and `null` is absent.
  private struct Text: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() {
        text = ""
      } else if let number = try? value.decode(Int64.self) {
        text = "\(number)"
      } else if let number = try? value.decode(Double.self) {
        text = "\(number)"
      } else {
        text = try value.decode(String.self)
      }
    }
  }

  /// Any value, which is not read.
  private struct Anything: Decodable {
    init(from decoder: any Decoder) throws {}
  }
}

/// Why an element of a list is not read as an address.
struct AddressError: Error, LocalizedError {
  /// The reason, as a sentence.
  let errorDescription: String?

  init(_ reason: String) { errorDescription = reason }

  static let isNone = AddressError(
    "The address must be a text, or an object whose fields are texts.")
  static let isNoCoordinate = AddressError("It must be a coordinate such as 48.85,2.35.")
}
#endif
