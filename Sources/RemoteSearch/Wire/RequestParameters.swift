package import CitySearch
internal import JSONText
internal import Foundation
internal import PrefixSearch

/// The parameters of a request, from the query of its URL or from the body of a form.
///
/// They may come in any order. A list may be given in one value, `ids=1,2`, or repeated, `ids=1&ids=2`,
/// as clients of either kind write it. An empty parameter counts as missing, because forms send all of
/// their fields.
package struct RequestParameters: Sendable {
  private var values: [String: String] = [:]

  /// How parameters that have no meaning are handled.
  package enum UnknownParameters: Sendable {
    /// They are errors, because they are mostly misspelled.
    case rejected
    /// They are skipped, as by services whose clients send parameters of other versions.
    case ignored
  }

  /// Parses the query of a URL, or the body of a form.
  ///
  /// - Parameters:
  ///   - query: The text, in which spaces are `+` or `%20`.
  ///   - names: The names of the valid parameters.
  ///   - lists: Those that are lists, which may be repeated.
  ///   - unknown: How other parameters are handled.
  /// - Throws: ``ServiceError`` with the status 400.
  package init(
    _ query: some StringProtocol, among names: [String], lists: Set<String> = [],
    unknown: UnknownParameters = .rejected
  ) throws(ServiceError) {
    for item in query.split(separator: "&") {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = try Self.decoded(parts[0])
      guard names.contains(name) else {
        if unknown == .ignored { continue }
        throw .invalid("Unknown parameter '\(name.prefix(50))'. \(Self.advice(name, names))")
      }
      let value = parts.count > 1 ? try Self.decoded(parts[1]) : ""
      guard let earlier = values[name] else {
        values[name] = value
        continue
      }
      guard lists.contains(name) else {
        throw .invalid("'\(name)' must be given at most once.")
      }
      if !value.isEmpty { values[name] = earlier.isEmpty ? value : "\(earlier),\(value)" }
    }
  }

  /// Whether a parameter was given, even an empty one.
  package func has(_ name: String) -> Bool { values[name] != nil }

  /// The value of a parameter; `nil` if it is missing.
  package subscript(name: String) -> String? {
    values[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func decoded(_ text: some StringProtocol) throws(ServiceError) -> String {
    var spaced = String(text)
    if spaced.utf8.contains(UInt8(ascii: "+")) { spaced.replace("+", with: " ") }
    guard spaced.utf8.contains(UInt8(ascii: "%")) else { return spaced }
    guard let decoded = spaced.removingPercentEncoding else {
      throw .invalid("'\(text.prefix(50))' is not percent-encoded UTF-8.")
    }
    return decoded
  }

  private static func advice(_ name: String, _ names: [String]) -> String {
    let automaton = EditAutomaton(name.prefix(50).unicodeScalars.map(\.value), limit: 2)
    let nearest = names.compactMap { name in automaton.distance(to: name).map { (name, $0) } }
      .min { $0.1 < $1.1 }
    if let nearest { return "Did you mean '\(nearest.0)'?" }
    return names.isEmpty
      ? "The request has no parameters."
      : "The parameters are \(names.joined(separator: ", "))."
  }
}

extension RequestParameters {
  /// The value of an integer parameter within a range.
  package func integer(
    _ name: String, in range: ClosedRange<Int>
  ) throws(ServiceError) -> Int? {
    guard let text = self[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .invalid(
        "'\(name)' must be a whole number from \(range.lowerBound) to \(range.upperBound), "
          + "got '\(text.prefix(50))'.")
    }
    return number
  }

  /// The value of a numeric parameter within a range.
  package func number(
    _ name: String, in range: ClosedRange<Double>
  ) throws(ServiceError) -> Double? {
    guard let text = self[name] else { return nil }
    guard let number = Double(decimal: text), range.contains(number) else {
      throw .invalid(
        "'\(name)' must be a number from \(Int(range.lowerBound)) to \(Int(range.upperBound)), "
          + "got '\(text.prefix(50))'.")
    }
    return number
  }

  /// The value of a parameter with a fixed set of values.
  package func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ name: String, of type: Choice.Type = Choice.self
  ) throws(ServiceError) -> Choice? {
    guard let text = self[name] else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw .invalid("'\(name)' must be one of \(words), got '\(text.prefix(50))'.")
    }
    return choice
  }

  /// The value of a parameter that is one element.
  ///
  /// - Parameters:
  ///   - name: The name of the parameter.
  ///   - form: A description of the element, for messages.
  ///   - read: Parses the element; `nil` if it is malformed.
  /// - Returns: The element; `nil` if the parameter is missing.
  /// - Throws: ``ServiceError`` with the status 400.
  package func value<Element>(
    _ name: String, form: String, _ read: (Substring) -> Element?
  ) throws(ServiceError) -> Element? {
    guard let text = self[name] else { return nil }
    guard let element = read(text[...]) else {
      throw .invalid("'\(name)' must be \(form), got '\(text.prefix(50))'.")
    }
    return element
  }

  /// The value of a parameter that is a comma-separated list.
  ///
  /// - Parameters:
  ///   - name: The name of the parameter.
  ///   - limit: The largest number of elements.
  ///   - form: A description of the elements, for messages.
  ///   - read: Parses an element; `nil` if it is malformed.
  /// - Returns: The elements; `nil` if the parameter is missing.
  /// - Throws: ``ServiceError`` with the status 400.
  package func list<Element>(
    _ name: String, limit: Int, form: String, _ read: (Substring) -> Element?
  ) throws(ServiceError) -> [Element]? {
    guard let text = self[name] else { return nil }
    var elements: [Element] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let element = read(part) else {
        throw .invalid("'\(name)' must be \(form), got '\(part.prefix(50))'.")
      }
      elements.append(element)
      guard elements.count <= limit else {
        throw .invalid("'\(name)' must have at most \(limit) elements.")
      }
    }
    return elements
  }

  /// The value of a parameter that is a list of rectangles: western, southern, eastern and northern edge of
  /// each, as in GeoJSON.
  ///
  /// - Parameters:
  ///   - name: The name of the parameter.
  ///   - limit: The largest number of rectangles.
  /// - Returns: The rectangles; `nil` if the parameter is missing.
  /// - Throws: ``ServiceError`` with the status 400.
  package func rectangles(
    _ name: String, limit: Int
  ) throws(ServiceError) -> Set<CoordinateRectangle>? {
    let form = "edges in degrees such as 5.9,45.5,16,47.8: west, south, east and north"
    guard let edges = try list(name, limit: 4 * limit, form: form, { Double(decimal: $0) }) else {
      return nil
    }
    var rectangles: Set<CoordinateRectangle> = []
    for start in stride(from: 0, to: edges.count, by: 4) {
      let part = edges[start..<min(start + 4, edges.count)]
      guard part.count == 4,
        let rectangle = CoordinateRectangle(
          validatingSouth: part[start + 1], west: part[start], north: part[start + 3],
          east: part[start + 2])
      else {
        let got = part.map { "\($0)" }.joined(separator: ",")
        throw .invalid("'\(name)' must be \(form), got '\(got)'.")
      }
      rectangles.insert(rectangle)
    }
    return rectangles
  }

  /// The value of a coordinate parameter: latitude and longitude in degrees, separated by a comma.
  package func coordinate(_ name: String) throws(ServiceError) -> Coordinate? {
    guard let text = self[name] else { return nil }
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { Double(decimal: $0) }
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
      let coordinate = Coordinate(validatingLatitude: latitude, longitude: longitude)
    else {
      throw .invalid(
        "'\(name)' must be a latitude from -90 to 90 and a longitude from -180 to 180 with a comma "
          + "between them, got '\(text.prefix(50))'.")
    }
    return coordinate
  }
}

extension Double {
  /// Parses a decimal number, such as 48.85 or 1e3; `nil` for all else, such as 0x30 and nan.
  package init?(decimal text: some StringProtocol) {
    guard text.utf8.allSatisfy({ Self.decimalBytes.contains($0) }), let number = Double(text),
      number.isFinite
    else { return nil }
    self = number
  }

  private static let decimalBytes = Set("0123456789+-.eE".utf8)
}

/// An error of the service: an HTTP status and a message.
///
/// On the wire it is `{"error":{"message":"…","status":400}}`.
package struct ServiceError: Error, Sendable, Hashable {
  /// The HTTP status.
  package let status: Int
  /// The message, a sentence.
  package let message: String
  /// The seconds to wait before a retry; `nil` if a retry does not help.
  package let retryAfter: Int?

  package init(_ status: Int, _ message: String, retryAfter: Int? = nil) {
    self.status = status
    self.message = message
    self.retryAfter = retryAfter
  }

  /// The error for a malformed request.
  package static func invalid(_ message: String) -> ServiceError { ServiceError(400, message) }

  /// The body of the answer.
  package var json: [UInt8] {
    var text = JSONText()
    text.object {
      $0.key("error")
      $0.object {
        $0.member("message", message)
        $0.member("status", status)
      }
    }
    return text.bytes
  }
}

extension ServiceError {
  /// The body of an error, for decoding.
  package struct Body: Decodable {
    package struct Content: Decodable {
      package let message: String
    }

    package let error: Content
  }
}
