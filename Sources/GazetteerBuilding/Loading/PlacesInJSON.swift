internal import CitySearch
internal import Foundation

extension LoadingPass {
  /// Reads JSON as in the 200k-cities coding challenge: an array of objects, which is decoded as a whole.
  mutating func readJSON(
    _ text: Data, file: String, _ countries: CountriesByName, into builder: inout GazetteerBuilder
  ) throws(GazetteerError) {
    let decoder = JSONDecoder()
    decoder.userInfo[JSONPlace.vocabulary] = JSONPlace.Vocabulary(
      fields: FieldNames(given: loader.columns), countries: countries)
    let elements: [JSONPlace]
    do {
      elements = try decoder.decode([JSONPlace].self, from: text)
    } catch {
      throw .invalidJSON(file: file, reason: Self.reason(of: error))
    }
    for (index, element) in elements.enumerated() {
      if index % Self.stride == 0 {
        try monitor.reach(Double(index) / Double(elements.count))
      }
      do throws(LineError) {
        let place = try element.place.get()
        do throws(GazetteerBuilder.ValidationError) {
          try place.append(to: &builder)
        } catch {
          throw LineError(column: .init(error.field.title), reason: error.reason)
        }
      } catch {
        try skip(
          MalformedRecord(
            file: file, position: .element(index + 1), column: error.column,
            reason: error.reason))
      }
    }
  }

  /// Why a text is no array, with the line and the column if Foundation says them.
  private static func reason(of error: any Error) -> String {
    guard case DecodingError.dataCorrupted(let context) = error else {
      return "it has something else than an array"
    }
    let text = context.underlyingError.map { "\($0)" } ?? ""
    guard let place = text.firstMatch(of: /line:? ([0-9]+), column:? ([0-9]+)/) else {
      return "it is not valid JSON"
    }
    return "it is not valid JSON at line \(place.1), column \(place.2)"
  }
}

/// An element of an array: a place, or why it is malformed, which does not end the decoding of others.
private struct JSONPlace: Decodable {
  let place: Result<PlaceRecord, LineError>

  static let vocabulary: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "vocabulary") else {
      preconditionFailure("Every text must be a key.")
    }
    return key
  }()
  /// The member that has the latitude and the longitude.
  private static let coordinate = "coord"

  /// What a decoder knows of the names of members and of countries.
  struct Vocabulary: Sendable {
    let fields: FieldNames
    let countries: CountriesByName
  }

  /// The name of a member.
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// The value of a field.
  private struct Member {
    let object: KeyedDecodingContainer<Key>
    let key: Key
    /// Its keys, for messages.
    let path: String
    /// How good its name is: 0 is the best of those outside of the coordinate.
    let rank: Int
  }

  init(from decoder: any Decoder) {
    place = Result { () throws(LineError) in try Self.place(from: decoder) }
  }

  private static func place(from decoder: any Decoder) throws(LineError) -> PlaceRecord {
    guard let vocabulary = decoder.userInfo[vocabulary] as? Vocabulary,
      let object = try? decoder.container(keyedBy: Key.self)
    else { throw LineError(reason: "must be an object") }
    var members: [PlaceField: Member] = [:]
    let pair = Key(stringValue: coordinate)
    if object.contains(pair) {
      guard let pair = try? object.nestedContainer(keyedBy: Key.self, forKey: pair) else {
        throw LineError(column: .init(coordinate), reason: "must be an object")
      }
      try find(in: pair, beginning: "\(coordinate).", vocabulary.fields, &members)
    }
    try find(in: object, beginning: "", vocabulary.fields, &members)
    var place = PlaceRecord()
    for field in PlaceField.allCases {
      if let member = members[field] {
        try read(field, member, vocabulary.countries, into: &place)
      } else if PlaceField.required.contains(field) {
        throw LineError(column: .init(field.title), reason: "missing")
      }
    }
    return place
  }

  /// Keeps the member with the best name for each field; those of the coordinate are first.
  private static func find(
    in object: KeyedDecodingContainer<Key>, beginning: String, _ fields: FieldNames,
    _ members: inout [PlaceField: Member]
  ) throws(LineError) {
    for key in object.allKeys {
      guard let found = fields.place(of: key.stringValue) else { continue }
      let isPair = !beginning.isEmpty
      if isPair, found.field != .latitude, found.field != .longitude { continue }
      let member = Member(
        object: object, key: key, path: beginning + key.stringValue,
        rank: isPair ? found.rank - 1_000 : found.rank)
      if let known = members[found.field] {
        guard known.rank != member.rank else {
          throw LineError(column: .init(max(known.path, member.path)), reason: "given twice")
        }
        if known.rank < member.rank { continue }
      }
      members[found.field] = member
    }
  }

  /// Reads the value of a field; null is none where a place may have none.
  private static func read(
    _ field: PlaceField, _ member: Member, _ countries: CountriesByName,
    into place: inout PlaceRecord
  ) throws(LineError) {
    let (object, key) = (member.object, member.key)
    if !PlaceField.required.contains(field), (try? object.decodeNil(forKey: key)) == true { return }
    do throws(GazetteerBuilder.ValidationError) {
      switch field {
      case .id, .population:
        guard let number = try? object.decode(Int64.self, forKey: key) else {
          throw .init(field: field, reason: "must be a whole number of up to 18 digits")
        }
        place.take(field, number)
      case .latitude, .longitude:
        guard let degrees = try? object.decode(Double.self, forKey: key) else {
          throw .init(field: field, reason: "must be a number")
        }
        try place.take(field, degrees: degrees)
      case .name, .country, .division, .timeZone, .otherNames:
        if let text = try? object.decode(String.self, forKey: key) {
          try place.read(field, text, countries)
        } else if field == .otherNames, let names = try? object.decode([String].self, forKey: key) {
          try place.addOtherNames(names)
        } else {
          throw .init(field: field, reason: "must be a valid text")
        }
      }
    } catch {
      throw LineError(column: .init(member.path), reason: error.reason)
    }
  }
}
