internal import CitySearch
internal import Foundation

extension LoadingPass {
  /// Reads JSON, which is decoded as a whole: an array of objects as in the 200k-cities coding challenge, or the points
  /// of GeoJSON.
  mutating func readJSON(
    _ text: Data, file: String, _ regions: RegionsByName, into builder: inout GazetteerBuilder
  ) throws(GazetteerError) {
    let decoder = JSONDecoder()
    decoder.userInfo[JSONPlace.vocabulary] = JSONPlace.Vocabulary(
      fields: FieldNames(given: loader.columns), regions: regions)
    let elements: [JSONPlace]
    do {
      elements = try decoder.decode(JSONPlaces.self, from: text).elements
    } catch {
      throw .invalidJSON(file: file, reason: Self.reason(of: error))
    }
    for (index, element) in elements.enumerated() {
      if index % Self.stride == 0 {
        try monitor.reach(Double(index) / Double(elements.count))
      }
      let position = MalformedRecord.Position.element(index + 1)
      do throws(LineError) {
        let place = try element.place.get()
        do throws(GazetteerBuilder.ValidationError) {
          try append(place, at: position, to: &builder)
        } catch {
          throw LineError(column: .init(error.field.title), reason: error.reason)
        }
      } catch {
        try skip(
          MalformedRecord(
            file: file, position: position, column: error.column, reason: error.reason))
      }
    }
  }

  /// Why a text is no array, with the line and the column if Foundation says them.
  private static func reason(of error: any Error) -> String {
    guard case DecodingError.dataCorrupted(let context) = error else {
      return "it has something else than an array or the features of GeoJSON"
    }
    let text = context.underlyingError.map { "\($0)" } ?? ""
    guard let place = text.firstMatch(of: /line:? ([0-9]+), column:? ([0-9]+)/) else {
      return "it is not valid JSON"
    }
    return "it is not valid JSON at line \(place.1), column \(place.2)"
  }
}

/// The places of a text: its array, or the features of GeoJSON.
private struct JSONPlaces: Decodable {
  let elements: [JSONPlace]

  init(from decoder: any Decoder) throws {
    if let collection = try? decoder.container(keyedBy: JSONPlace.Key.self) {
      elements = try collection.decode([JSONPlace].self, forKey: "features")
    } else {
      elements = try [JSONPlace](from: decoder)
    }
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
  /// What a decoder knows of the names of members and of countries.
  struct Vocabulary: Sendable {
    let fields: FieldNames
    let regions: RegionsByName
  }

  /// The name of a member.
  struct Key: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral name: String) { stringValue = name }
    init?(intValue: Int) { nil }
  }

  private typealias Object = KeyedDecodingContainer<Key>

  /// The value of a field.
  private struct Member {
    let object: Object
    let key: Key
    /// Its keys, for messages.
    let path: String
    /// How good its name is: 0 is the best of those outside of the coordinate.
    let rank: Int

    var text: String? { try? object.decode(String.self, forKey: key) }
    /// The number, or the digits of the text.
    var wholeNumber: Int64? {
      (try? object.decode(Int64.self, forKey: key)) ?? text.flatMap { Int64(digits: $0.utf8.span) }
    }
  }

  init(from decoder: any Decoder) {
    place = Result { () throws(LineError) in try Self.place(from: decoder) }
  }

  private static func place(from decoder: any Decoder) throws(LineError) -> PlaceRecord {
    guard let vocabulary = decoder.userInfo[vocabulary] as? Vocabulary,
      let object = try? decoder.container(keyedBy: Key.self)
    else { throw LineError(reason: "must be an object") }
    var place = PlaceRecord()
    let point = try point(of: object)
    let named = try point == nil ? object : Self.object("properties", of: object)
    var members: [PlaceField: Member] = [:]
    if named.contains("coord") {
      try find(
        in: Self.object("coord", of: named), beginning: "coord.", vocabulary.fields, &members)
    }
    try find(
      in: named, beginning: point == nil ? "" : "properties.", vocabulary.fields, &members)
    if let point {
      members[.latitude] = nil
      members[.longitude] = nil
      members[.id] = members[.id] ?? Member(object: object, key: "id", path: "id", rank: 0)
      // GeoJSON allows texts as ids, such as "node/240109189" of OpenStreetMap.
      if let id = members[.id], id.wholeNumber == nil { members[.id] = nil }
      do throws(GazetteerBuilder.ValidationError) {
        try place.take(.latitude, degrees: point.latitude)
        try place.take(.longitude, degrees: point.longitude)
      } catch {
        throw LineError(column: .init("geometry.coordinates"), reason: error.reason)
      }
    }
    for field in PlaceField.allCases {
      if let member = members[field] {
        try read(field, member, vocabulary.regions, into: &place)
      } else if PlaceField.required.contains(field), field == .name || point == nil {
        throw LineError(
          column: .init(field.title),
          reason:
            "missing; the members are \(PlaceField.list(of: named.allKeys.map(\.stringValue).sorted())) "
            + "(\(PlaceField.advice(for: [field])))")
      }
    }
    return place
  }

  /// The object that is a member.
  private static func object(_ key: Key, of object: Object) throws(LineError) -> Object {
    guard let member = try? object.nestedContainer(keyedBy: Key.self, forKey: key) else {
      throw LineError(column: .init(key.stringValue), reason: "must be an object")
    }
    return member
  }

  /// The point of a feature of GeoJSON; `nil` if this is another object.
  private static func point(
    of object: Object
  ) throws(LineError) -> (latitude: Double, longitude: Double)? {
    guard object.contains("geometry"), object.contains("properties") else { return nil }
    let geometry = try Self.object("geometry", of: object)
    let type = try? geometry.decode(String.self, forKey: "type")
    guard type == "Point" else {
      let got = type.map { ", got \($0.debugDescription)" } ?? ""
      throw LineError(column: .init("geometry.type"), reason: "must be \"Point\"\(got)")
    }
    // A third number is the height.
    guard let numbers = try? geometry.decode([Double].self, forKey: "coordinates"),
      numbers.count >= 2
    else {
      throw LineError(
        column: .init("geometry.coordinates"), reason: "must be a longitude and a latitude")
    }
    return (numbers[1], numbers[0])
  }

  /// Keeps the member with the best name for each field; those of the coordinate are first.
  private static func find(
    in object: Object, beginning: String, _ fields: FieldNames,
    _ members: inout [PlaceField: Member]
  ) throws(LineError) {
    for key in object.allKeys {
      guard let found = fields.place(of: key.stringValue) else { continue }
      let isPair = beginning == "coord."
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
    _ field: PlaceField, _ member: Member, _ regions: RegionsByName,
    into place: inout PlaceRecord
  ) throws(LineError) {
    let (object, key) = (member.object, member.key)
    if !PlaceField.required.contains(field), (try? object.decodeNil(forKey: key)) == true { return }
    do throws(GazetteerBuilder.ValidationError) {
      switch field {
      case .id, .population:
        if let number = try? object.decode(Int64.self, forKey: key) {
          place.take(field, number)
        } else if let text = member.text {
          try place.read(field, text.singleLine, regions)
        } else {
          throw .init(field: field, reason: "must be a whole number of up to 18 digits")
        }
      case .latitude, .longitude:
        if let degrees = try? object.decode(Double.self, forKey: key) {
          try place.take(field, degrees: degrees)
        } else if let text = member.text {
          try place.read(field, text.singleLine, regions)
        } else {
          throw .init(field: field, reason: "must be a number")
        }
      case .name, .country, .division, .timeZone, .otherNames:
        if let text = member.text {
          try place.read(field, text, regions)
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
