internal import CitySearch

/// What a page asks, decoded from bytes.
///
/// One byte for the call, then fields: a byte for the field, four for the length of its value, and the value.
/// Numbers are little-endian, texts UTF-8; a list is one text with a line feed between its items.
/// `city-search.js` writes the same. A field that is not known, or too short, is an error.
struct WebRequest {
  /// A call.
  enum Call: UInt8 {
    case search = 1
    case nearest = 2
    case bounds = 3
    case city = 4
    case countries = 5
    case highlight = 6
    case key = 7
  }

  /// The call.
  var call = Call.search
  /// The query, with all that the fields say.
  var query = SearchQuery("", bias: SearchBias())
  /// The number of matches to leave out.
  var offset = 0
  /// The point of a search for the nearest cities.
  var point: Coordinate?
  /// The id of a city.
  var id: City.ID?
  /// The name to highlight, or whose key is asked for.
  var name = ""
  /// The languages that the person reads, the preferred one first.
  var languages: [String] = []

  /// A field.
  private enum Field: UInt8 {
    case text = 1
    case limit = 2
    case offset = 3
    case order = 4
    case orderPoint = 5
    case countries = 6
    case divisions = 7
    case bounds = 8
    case near = 9
    case country = 10
    case chosen = 11
    case languages = 12
    case names = 13
    case typos = 14
    case population = 15
    case point = 16
    case id = 17
    case name = 18
  }

  /// Decodes a request.
  ///
  /// - Throws: ``WebError`` with the field that is wrong.
  init(_ bytes: Span<UInt8>) throws(WebError) {
    var reader = WebReader(count: bytes.count)
    guard let call = Call(rawValue: try reader.byte(of: bytes)) else {
      throw WebError("the call is unknown")
    }
    self.call = call
    while reader.position < bytes.count {
      let number = try reader.byte(of: bytes)
      let length = Int(truncatingIfNeeded: try reader.number(of: bytes, width: 4))
      guard let field = Field(rawValue: number) else {
        throw WebError("the field \(number) is unknown")
      }
      guard length >= 0, length <= bytes.count - reader.position else {
        throw WebError("the field \(number) ends after the request")
      }
      let value = bytes.extracting(reader.position..<reader.position + length)
      reader.position += length
      try read(field, value)
    }
  }

  private mutating func read(_ field: Field, _ value: Span<UInt8>) throws(WebError) {
    switch field {
    case .text: query.text = try value.text()
    case .limit: query.limit = try value.count()
    case .offset: offset = try value.count()
    case .order: try readOrder(value)
    case .orderPoint: query.order = .distance(from: try value.coordinate())
    case .countries: query.filter.countries = Set(try value.countries())
    case .divisions: query.filter.divisions = Set(try value.divisions())
    case .bounds: query.filter.rectangles = try value.rectangles()
    case .near: query.bias?.coordinate = try value.coordinate()
    case .country: query.bias?.countryCode = try value.countries().first
    case .chosen: query.bias?.chosenIDs = Set(try value.ids())
    case .languages: languages = try value.items()
    case .names: query.names = try value.isSet() ? .own : .all
    case .typos: query.typos = try value.isSet() ? .automatic : .never
    case .population: query.filter.minimumPopulation = try value.count()
    case .point: point = try value.coordinate()
    case .id: id = try value.ids().first
    case .name: name = try value.text()
    }
  }

  private mutating func readOrder(_ value: Span<UInt8>) throws(WebError) {
    switch try value.count() {
    case 0: query.order = .relevance
    case 1: query.order = .name
    case 2: query.order = .population
    default: throw WebError("the order is unknown")
    }
  }
}

/// Why a request or a file cannot be answered, in a sentence for a developer.
struct WebError: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// Reads numbers from bytes.
private struct WebReader {
  let count: Int
  var position = 0

  mutating func byte(of bytes: Span<UInt8>) throws(WebError) -> UInt8 {
    UInt8(truncatingIfNeeded: try number(of: bytes, width: 1))
  }

  mutating func number(of bytes: Span<UInt8>, width: Int) throws(WebError) -> UInt64 {
    guard width <= count - position else { throw WebError("the request ends too early") }
    var value: UInt64 = 0
    for index in 0..<width { value |= UInt64(bytes[position + index]) << UInt64(8 * index) }
    position += width
    return value
  }
}

/// The values of fields.
extension Span<UInt8> {
  fileprivate func text() throws(WebError) -> String {
    guard let text = try? UTF8Span(validating: self) else { throw WebError("a text is not UTF-8") }
    return String(copying: text)
  }

  /// The lines of a text; none if it is empty.
  fileprivate func items() throws(WebError) -> [String] {
    try text().split(separator: "\n").map { String($0) }
  }

  /// A number of 32 bits; a greater one than a system can count becomes the greatest.
  fileprivate func count() throws(WebError) -> Int {
    var reader = WebReader(count: count)
    return Int(clamping: try reader.number(of: self, width: 4))
  }

  fileprivate func isSet() throws(WebError) -> Bool { try count() != 0 }

  /// Numbers of 64 bits with a fraction.
  private func numbers() throws(WebError) -> [Double] {
    var (reader, numbers) = (WebReader(count: count), [Double]())
    while reader.position < count {
      numbers.append(Double(bitPattern: try reader.number(of: self, width: 8)))
    }
    return numbers
  }

  fileprivate func coordinate() throws(WebError) -> Coordinate {
    let numbers = try numbers()
    guard numbers.count == 2,
      let point = Coordinate(validatingLatitude: numbers[0], longitude: numbers[1])
    else { throw WebError("a coordinate is not on the Earth") }
    return point
  }

  fileprivate func rectangles() throws(WebError) -> Set<CoordinateRectangle> {
    let numbers = try numbers()
    var rectangles: Set<CoordinateRectangle> = []
    for start in stride(from: 0, to: numbers.count, by: 4) {
      guard start + 3 < numbers.count,
        let rectangle = CoordinateRectangle(
          validatingSouth: numbers[start], west: numbers[start + 1], north: numbers[start + 2],
          east: numbers[start + 3])
      else { throw WebError("bounds are not a rectangle on the Earth") }
      rectangles.insert(rectangle)
    }
    return rectangles
  }

  /// Ids, which JavaScript has as numbers with a fraction.
  fileprivate func ids() throws(WebError) -> [City.ID] {
    var ids: [City.ID] = []
    for number in try numbers() {
      guard number >= 0, let id = Int64(exactly: number) else {
        throw WebError("an id is not a whole number")
      }
      ids.append(City.ID(id))
    }
    return ids
  }

  fileprivate func countries() throws(WebError) -> [CountryCode] {
    var codes: [CountryCode] = []
    for item in try items() {
      guard let code = CountryCode(item) else {
        throw WebError("'\(item)' is no code of two or three letters.")
      }
      codes.append(code)
    }
    return codes
  }

  /// Divisions as `US.IL`, `US.IL.167` or `IT-MI`.
  fileprivate func divisions() throws(WebError) -> [Gazetteer.Division] {
    var divisions: [Gazetteer.Division] = []
    for item in try items() {
      guard let division = Gazetteer.Division(item), !division.divisionCode.isEmpty else {
        throw WebError("'\(item)' is no division such as US.IL.")
      }
      divisions.append(division)
    }
    return divisions
  }
}
