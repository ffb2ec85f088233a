package import CitySearch

/// A checksum of one answer, in which order counts.
///
/// All answers are added here, so that none is optimized away and wrong ones are detected. The measure
/// defines which fields of a match are read, the same for all subjects.
package struct AnswerDigest: Equatable, Sendable {
  /// The fields that are read of each match; `nil` for its id and its highlight.
  package let reading: Measure.Reading?
  package private(set) var count = 0
  package private(set) var value: UInt64 = 0

  @inline(__always)
  package init(reading: Measure.Reading? = nil) { self.reading = reading }

  /// The digest of matches, each of which is made for it.
  @inline(__always)
  package init(of matches: CityMatches, reading: Measure.Reading? = nil) {
    self.init(reading: reading)
    add(matches)
  }

  @inline(__always)
  package mutating func add(id: City.ID) { add(number: Int(truncatingIfNeeded: id.rawValue)) }

  /// Adds the number of an answer that is not a city, such as a line of a file.
  @inline(__always)
  package mutating func add(number: Int) {
    count &+= 1
    mix(number, 0)
  }

  @inline(__always)
  package mutating func add(_ match: CityMatch) {
    // The whole match must be made, even if fields are not read.
    blackHole(match)
    count &+= 1
    switch reading {
    case nil, .highlights:
      mix(Int(truncatingIfNeeded: match.city.id.rawValue), match.highlight.length)
    case .unread: value = UInt64(truncatingIfNeeded: count)
    case .read: read(match)
    }
  }

  /// Adds the matches of a page.
  @inline(__always)
  package mutating func add(page: [CityMatch]) {
    // All of them have to be made, whatever is read of them.
    blackHole(page)
    count &+= page.count
    switch reading {
    case nil, .highlights:
      for match in page {
        mix(Int(truncatingIfNeeded: match.city.id.rawValue), match.highlight.length)
      }
    case .unread: value = UInt64(truncatingIfNeeded: count)
    case .read: for match in page { read(match) }
    }
  }

  /// Adds matches: as a page where one is measured, else one by one.
  @inline(__always)
  package mutating func add(_ matches: CityMatches) {
    guard reading == nil else { return add(page: matches.madeAtOnce()) }
    for match in matches { add(match) }
  }

  @inline(__always)
  private mutating func mix(_ first: Int, _ second: Int) {
    let word = UInt64(truncatingIfNeeded: first) &<< 20 ^ UInt64(truncatingIfNeeded: second)
    value = (value &* Self.factor) &+ word &+ 1
  }

  /// An odd number with well-mixed bits: those of the golden ratio.
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
}

// MARK: - Reading

extension AnswerDigest {
  /// Reads every field of a match, as a list that shows all of them.
  ///
  /// Strings are read byte by byte: a sum is the cheapest function of all bytes. Codes are numbers with the
  /// first letter in the highest byte. Mixing drops the highest bits, so the bytes of the code of a region
  /// are swapped.
  @inline(__always)
  private mutating func read(_ match: CityMatch) {
    let (city, name) = (match.city, match.matchedName)
    // Independent products, so that reading is measured and not the latency of a checksum.
    var word =
      Self.term(Int(truncatingIfNeeded: city.id.rawValue), 1) &+ Self.term(city.population, 2)
    word &+= Self.term(Self.sum(of: city.name), 3)
    word &+= Self.term(Int(truncatingIfNeeded: city.countryCode.rawValue), 4)
    word &+= Self.term(Int(truncatingIfNeeded: city.divisionCode.rawValue), 5)
    word &+= Self.term(Int(truncatingIfNeeded: city.coordinate.latitude.bitPattern), 6)
    word &+= Self.term(Int(truncatingIfNeeded: city.coordinate.longitude.bitPattern), 7)
    word &+= Self.term(Self.sum(of: name.text), 8) &+ Self.term(name.isOwn ? 1 : 0, 9)
    word &+= Self.term(name.kind == .own ? 0 : Self.sum(of: name.kind.rawValue), 10)
    word &+= Self.term(name.highlight.location, 11) &+ Self.term(name.highlight.length, 12)
    word &+= Self.term(name.edits, 13)
    value = (value &* Self.factor) &+ word &+ 1
    for region in match.regions {
      mix(Self.sum(of: region.name), Int(truncatingIfNeeded: region.countryCode.rawValue))
      let code = region.divisionCode.map { Int(truncatingIfNeeded: $0.rawValue.byteSwapped) }
      mix(code ?? -1, region.highlight.location)
      mix(region.highlight.length, 0)
    }
  }

  /// A number that depends on the value and on the field.
  @inline(__always)
  private static func term(_ number: Int, _ field: UInt64) -> UInt64 {
    UInt64(bitPattern: Int64(number)) &* (factor &+ 2 &* field)
  }

  @inline(__always)
  private static func sum(of text: String) -> Int {
    let bytes = text.utf8.span
    var sum = 0
    for index in bytes.indices { sum &+= Int(bytes[index]) }
    return sum
  }
}

extension CityMatches {
  /// The matches within the limit, made at once, as for the list at a keystroke.
  ///
  /// All measured pages are made here.
  @inline(__always)
  package func madeAtOnce() -> [CityMatch] { page() }
}
