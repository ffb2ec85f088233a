internal import CitySearch

/// A reader of the elements of JSON, which should be places: those of an array, or a sequence of objects, one a
/// line, as OpenWeatherMap published them.
///
/// Of an object, the members are found first, and their values read after that: a better name of the same field
/// may follow. The buffers are reused.
struct ChallengeElement {
  /// The number of the element, counted from 1.
  private(set) var number = 0
  /// Where the element begins in the text.
  private(set) var start = 0
  /// The first error in the element, in the order of the text.
  private(set) var problem: Problem?

  private var cursor = JSONCursor()
  /// Whether the elements are those of an array.
  private(set) var isInArray = true
  /// Whether the value of the element has begun.
  private var hasBegun = false
  /// Whether the value was read to its end.
  private var isWhole = false
  private var names: FieldNames
  private let countries: CountriesByName
  /// The best member for each field.
  private var members: [Member] = []
  private var hasCoordinate = false
  private var place = PlaceRecord()
  private var string = JSONString()

  /// Begins a text.
  init(_ names: FieldNames, _ countries: CountriesByName) {
    self.names = names
    self.countries = countries
  }

  /// An invalid member, by its path; no path for the element as a whole.
  struct Problem {
    var path: String?
    var reason: String
    /// Where the value begins.
    fileprivate var position: Int
  }

  /// The value of a field.
  private struct Member {
    var field: PlaceField
    /// How good its name is: 0 is the best.
    var rank: Int
    /// Its keys, for messages.
    var path: String
    var kind: JSONCursor.Kind
    var value: Range<Int>
  }
}

extension ChallengeElement {
  /// The key of an object that has the latitude and the longitude.
  private static let coordinateKey = "coord"

  /// The offset of the next byte to read.
  var position: Int { cursor.position }

  /// Goes to the next element of `text`.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `JSONCursor.SyntaxError` if the text is not JSON, or neither an array nor objects.
  mutating func advance(in text: Span<UInt8>) throws(JSONCursor.SyntaxError) -> Bool {
    if number == 0 {
      let kind = try cursor.kind(in: text)
      isInArray = cursor.take("[", in: text)
      guard isInArray || kind == .object else {
        throw .init(position: cursor.position, reason: "\(kind.rawValue) instead of an array")
      }
      if isInArray, cursor.take("]", in: text) { return try finish(in: text) }
    } else if !isInArray {
      if cursor.isAtEnd(of: text) { return false }
    } else if !cursor.take(",", in: text) {
      try cursor.expect("]", or: "\",\" or ", in: text)
      return try finish(in: text)
    }
    number += 1
    (hasBegun, isWhole) = (false, false)
    _ = try cursor.kind(in: text)
    (hasBegun, start) = (true, cursor.position)
    try read(in: text)
    isWhole = true
    return true
  }

  /// Where the element with a syntax error begins, or should begin.
  func beginning(at error: JSONCursor.SyntaxError) -> Int { hasBegun ? start : error.position }

  /// Recovers from a syntax error.
  ///
  /// A truncated text, and an array that ends in a comma, have ended. In an array, an object ends where its
  /// braces match; in a sequence of objects, the next line is the next object.
  ///
  /// - Returns: Whether elements may follow; `nil` if it is unknown where they begin.
  mutating func recover(from error: JSONCursor.SyntaxError, in text: Span<UInt8>) -> Bool? {
    if error.position >= text.count { return false }
    guard isInArray else {
      // An object that is not closed ends in the line before that of the error, if it spans lines.
      var place = error.position
      while hasBegun, place > start, !text[place].isEndOfLine { place -= 1 }
      cursor.skipLine(in: text, from: place > start ? place : error.position)
      return true
    }
    guard hasBegun else {
      return cursor.take("]", in: text) && cursor.isAtEnd(of: text) ? false : nil
    }
    guard !isWhole, text[start] == UInt8(ascii: "{"), cursor.skipMatching(in: text, from: start)
    else { return nil }
    // Without a following element or the end of the array, a brace is missing or superfluous.
    return cursor.isNext(",", in: text) || cursor.isNext("]", in: text) ? true : nil
  }

  /// Adds the element to `builder`, unless it is invalid.
  mutating func append(to builder: inout GazetteerBuilder) {
    guard problem == nil else { return }
    do throws(GazetteerBuilder.ValidationError) {
      try place.append(to: &builder)
    } catch {
      let member = members.first { $0.field.validated == error.field }
      fail(member?.path ?? error.field.rawValue, error.reason, at: start)
    }
  }

  private mutating func finish(in text: Span<UInt8>) throws(JSONCursor.SyntaxError) -> Bool {
    try cursor.expectEnd(in: text)
    return false
  }

  /// Keeps the first problem in the order of the text.
  private mutating func fail(_ path: String?, _ reason: String, at position: Int) {
    if let problem, problem.position <= position { return }
    problem = Problem(path: path, reason: reason, position: position)
  }
}

extension ChallengeElement {
  private mutating func read(in text: Span<UInt8>) throws(JSONCursor.SyntaxError) {
    problem = nil
    (place, hasCoordinate) = (PlaceRecord(), false)
    members.removeAll(keepingCapacity: true)
    guard try isObject(nil, in: text) else { return }
    var key = try cursor.firstKey(in: text)
    while let range = key {
      let name = self.key(range, in: text)
      if name == Self.coordinateKey {
        try readCoordinate(in: text)
      } else {
        try readMember(name, path: name, in: text)
      }
      key = try cursor.nextKey(in: text)
    }
    members.sort { $0.value.lowerBound < $1.value.lowerBound }
    for member in members { readValue(of: member, in: text) }
    for field in PlaceField.required where !members.contains(where: { $0.field == field }) {
      fail(missingPath(of: field), "missing", at: .max)
    }
  }

  /// The path of a member that is missing, for a message.
  private func missingPath(of field: PlaceField) -> String {
    guard field == .latitude || field == .longitude else { return field.rawValue }
    if hasCoordinate {
      return "\(Self.coordinateKey).\(field == .latitude ? "lat" : "lon")"
    }
    let hasOther = members.contains { $0.field == .latitude || $0.field == .longitude }
    return hasOther ? field.rawValue : Self.coordinateKey
  }

  private func key(_ range: Range<Int>, in text: Span<UInt8>) -> String {
    var string = JSONString()
    _ = string.decode(text.extracting(range))
    return String(decoding: string.bytes, as: UTF8.self)
  }

  /// Reads the object with the latitude and the longitude, which precede others.
  private mutating func readCoordinate(in text: Span<UInt8>) throws(JSONCursor.SyntaxError) {
    let position = cursor.position
    if hasCoordinate { fail(Self.coordinateKey, "given twice", at: position) }
    guard try isObject(Self.coordinateKey, in: text) else { return }
    hasCoordinate = true
    var key = try cursor.firstKey(in: text)
    while let range = key {
      let name = self.key(range, in: text)
      let isOfCoordinate = names.place(of: name).map {
        $0.field == .latitude || $0.field == .longitude
      }
      if isOfCoordinate == true {
        try readMember(name, path: "\(Self.coordinateKey).\(name)", precedes: true, in: text)
      } else {
        try cursor.value(in: text)
      }
      key = try cursor.nextKey(in: text)
    }
  }

  /// Finds the value of a member, and keeps it if its field has none of a better name.
  private mutating func readMember(
    _ name: String, path: String, precedes: Bool = false, in text: Span<UInt8>
  ) throws(JSONCursor.SyntaxError) {
    let kind = try cursor.kind(in: text)
    let value = try cursor.value(in: text)
    guard let found = names.place(of: name) else { return }
    let rank = precedes ? -1 : found.rank
    let member = Member(field: found.field, rank: rank, path: path, kind: kind, value: value)
    guard let index = members.firstIndex(where: { $0.field == found.field }) else {
      members.append(member)
      return
    }
    if members[index].rank == rank { fail(path, "given twice", at: value.lowerBound) }
    if members[index].rank > rank { members[index] = member }
  }

  /// Reads the value of a field; null is none where a place may have none.
  private mutating func readValue(of member: Member, in text: Span<UInt8>) {
    if member.kind == .null, !PlaceField.required.contains(member.field) { return }
    do throws(PlaceRecord.FieldError) {
      switch (member.field, member.kind) {
      case (.id, .number), (.population, .number):
        try place.read(member.field, jsonNumber: text.extracting(member.value))
      case (.latitude, .number), (.longitude, .number):
        let digits = String(validating: text.extracting(member.value)) ?? ""
        try place.read(member.field, digits, countries)
      case (.id, _), (.population, _), (.latitude, _), (.longitude, _):
        throw wrongKind(of: member, .number)
      case (.otherNames, .array): try readOtherNames(in: text.extracting(member.value))
      case (_, .string): try place.read(member.field, decoded(member.value, in: text), countries)
      default: throw wrongKind(of: member, .string)
      }
    } catch {
      fail(member.path, error.reason, at: member.value.lowerBound)
    }
  }

  private func wrongKind(
    of member: Member, _ expected: JSONCursor.Kind
  ) -> PlaceRecord.FieldError {
    PlaceRecord.FieldError(reason: "\(member.kind.rawValue) instead of \(expected.rawValue)")
  }

  /// The content of a string with its quotation marks.
  private mutating func decoded(
    _ value: Range<Int>, in text: Span<UInt8>
  ) throws(PlaceRecord.FieldError) -> String {
    if let reason = string.decode(text.extracting(value.lowerBound + 1..<value.upperBound - 1)) {
      throw PlaceRecord.FieldError(reason: reason)
    }
    return String(decoding: string.bytes, as: UTF8.self)
  }

  /// Reads an array of names.
  private mutating func readOtherNames(
    in text: Span<UInt8>
  ) throws(PlaceRecord.FieldError) {
    var elements = JSONCursor()
    _ = elements.take("[", in: text)
    var names: [String] = []
    // The text was read already, so it has no syntax errors.
    while !elements.isNext("]", in: text),
      let kind = try? elements.kind(in: text), let value = try? elements.value(in: text)
    {
      guard kind == .string else {
        throw PlaceRecord.FieldError(reason: "\(kind.rawValue) instead of a string in the array")
      }
      names.append(try decoded(value, in: text))
      _ = elements.take(",", in: text)
    }
    try place.addOtherNames(names)
  }

  /// Whether an object comes next; a value of another kind is skipped and reported.
  private mutating func isObject(
    _ path: String?, in text: Span<UInt8>
  ) throws(JSONCursor.SyntaxError) -> Bool {
    let found = try cursor.kind(in: text)
    if found == .object { return true }
    let value = try cursor.value(in: text)
    let reason = "\(found.rawValue) instead of \(JSONCursor.Kind.object.rawValue)"
    fail(path, reason, at: value.lowerBound)
    return false
  }
}
