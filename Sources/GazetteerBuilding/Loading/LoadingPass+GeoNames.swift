internal import CitySearch

/// The indexes of the columns of GeoNames' files of places.
///
/// The format is described in the `readme.txt` that GeoNames publishes beside its files.
private enum GeoNamesColumn {
  static let id = 0
  static let name = 1
  static let otherNames = 3
  static let latitude = 4
  static let longitude = 5
  static let featureClass = 6
  static let featureCode = 7
  static let countryCode = 8
  static let divisionCode = 10
  static let population = 14
  static let timeZone = 17
  static let date = 18
  static let count = 19

  static func index(of field: GazetteerBuilder.Field) -> Int {
    switch field {
    case .id: id
    case .name: name
    case .latitude: latitude
    case .longitude: longitude
    case .countryCode: countryCode
    case .divisionCode: divisionCode
    case .population: population
    case .timeZone: timeZone
    case .otherNames: otherNames
    }
  }
}

extension LoadingPass {
  /// How many lines or elements are read between two reports of the progress.
  static let stride = 4_096

  /// Reads a file of places, block by block.
  mutating func readGeoNames(
    _ text: inout TextBlocks, into builder: inout GazetteerBuilder
  ) throws(GazetteerError) {
    var line = TabSeparatedLine()
    repeat {
      try text.withBlock { block throws(GazetteerError) in
        line.beginBlock()
        try readGeoNames(block, &line, from: text, into: &builder)
      }
      try builder.checkMemory()
    } while try text.advance(&monitor)
  }

  private mutating func readGeoNames(
    _ block: Span<UInt8>, _ line: inout TabSeparatedLine, from text: TextBlocks,
    into builder: inout GazetteerBuilder
  ) throws(GazetteerError) {
    let file = text.name
    while line.advance(in: block) {
      if line.number % Self.stride == 0 {
        try monitor.reach(text.share(read: line.range.lowerBound))
      }
      if let reason = line.rejectionReason(columns: GeoNamesColumn.count) {
        try skip(line, of: file, nil, reason)
        continue
      }
      let feature = FeatureClass(column: block.extracting(line.column(GeoNamesColumn.featureClass)))
      // Other features are not validated, because they may have numbers that no city has: the population
      // of the Earth has more than 32 bits.
      guard loader.featureClasses.contains(feature) else {
        countOtherFeature()
        continue
      }
      guard !hasExcludedCode(line, in: block) else {
        countExcludedFeature()
        continue
      }
      do throws(GazetteerBuilder.ValidationError) {
        try builder.append(
          name: block.extracting(line.column(GeoNamesColumn.name)), attributes(of: line, in: block),
          otherNames: block.extracting(line.column(GeoNamesColumn.otherNames)))
      } catch {
        let index = GeoNamesColumn.index(of: error.field)
        try skip(line, of: file, .init(error.field.rawValue, number: index + 1), error.reason)
        continue
      }
      noteDate(block.extracting(line.column(GeoNamesColumn.date)))
    }
  }

  /// Keeps the newest day; a text that is no day is left out.
  private mutating func noteDate(_ text: Span<UInt8>) {
    guard text.count == 10, let date = String(validating: text), date > newestDate ?? "",
      text.indices.allSatisfy({ index in
        index == 4 || index == 7
          ? text[index] == UInt8(ascii: "-") : text[index] &- UInt8(ascii: "0") < 10
      })
    else { return }
    newestDate = date
  }

  /// Whether the feature code of a line is one of those that are left out.
  private func hasExcludedCode(_ line: borrowing TabSeparatedLine, in text: Span<UInt8>) -> Bool {
    let code = text.extracting(line.column(GeoNamesColumn.featureCode))
    guard !code.isEmpty, let code = String(validating: code) else { return false }
    return loader.excludedFeatureCodes.contains(code)
  }

  /// Reads the columns of a line from left to right.
  ///
  /// - Throws: `ValidationError` for the first invalid column.
  private func attributes(
    of line: TabSeparatedLine, in text: Span<UInt8>
  ) throws(GazetteerBuilder.ValidationError) -> GazetteerBuilder.Attributes {
    let fields = GeoNamesFields(line: line)
    let id = try fields.wholeNumber(.id, in: text)
    let latitude = try fields.degrees(.latitude, upTo: 90, in: text)
    let longitude = try fields.degrees(.longitude, upTo: 180, in: text)
    return GazetteerBuilder.Attributes(
      id: City.ID(id),
      countryCode: try fields.countryCode(in: text),
      divisionCode: try fields.divisionCode(in: text),
      coordinate: Coordinate(fixedLatitude: latitude, fixedLongitude: longitude),
      population: try fields.wholeNumber(.population, in: text),
      timeZone: try fields.text(.timeZone, in: text))
  }
}

/// Reads the columns of a line.
private struct GeoNamesFields {
  let line: TabSeparatedLine

  private func range(of field: GazetteerBuilder.Field) -> Range<Int> {
    line.column(GeoNamesColumn.index(of: field))
  }

  func text(
    _ field: GazetteerBuilder.Field, in text: Span<UInt8>
  ) throws(GazetteerBuilder.ValidationError) -> String {
    guard let string = String(validating: text.extracting(range(of: field))) else {
      throw .init(field: field, reason: "not valid UTF-8")
    }
    return string
  }

  /// Two letters, or none: places at sea have no country.
  func countryCode(in text: Span<UInt8>) throws(GazetteerBuilder.ValidationError) -> CountryCode {
    let letters = try self.text(.countryCode, in: text)
    return letters.isEmpty ? .none : try GazetteerBuilder.countryCode(letters)
  }

  func divisionCode(in text: Span<UInt8>) throws(GazetteerBuilder.ValidationError) -> DivisionCode {
    let letters = try self.text(.divisionCode, in: text)
    guard let code = DivisionCode(letters) else {
      throw .init(field: .divisionCode, reason: DivisionCode.rejectionReason(of: letters))
    }
    return code
  }

  func wholeNumber(
    _ field: GazetteerBuilder.Field, in text: Span<UInt8>
  ) throws(GazetteerBuilder.ValidationError) -> Int64 {
    let digits = text.extracting(range(of: field))
    guard let number = Int64(digits: digits) else {
      throw .init(field: field, reason: Int64.rejectionReason(of: digits))
    }
    return number
  }

  func degrees(
    _ field: GazetteerBuilder.Field, upTo limit: Int, in text: Span<UInt8>
  ) throws(GazetteerBuilder.ValidationError) -> Int32 {
    do throws(FixedDegrees.ParsingError) {
      return try FixedDegrees.read(text.extracting(range(of: field)), upTo: limit)
    } catch {
      throw .init(field: field, reason: error.reason)
    }
  }
}

/// The column boundaries of a line.
///
/// The offsets are kept in one array that is reused, so that reading a line allocates nothing.
struct TabSeparatedLine {
  /// The number of the line, counted from 1.
  private(set) var number = 0
  /// Where the line lies in the text, without its end.
  private(set) var range = 0..<0
  /// Where each column begins, and one past the tab that would follow the last.
  private var starts: [Int] = []
  private var next = 0
  /// The offset up to which only blanks follow the current line, as far as it was searched.
  private var nextContent = 0

  /// The number of columns: one more than there are tabs.
  var columnCount: Int { starts.count - 1 }

  /// Where the column with an index, counted from 0, lies in the text.
  func column(_ index: Int) -> Range<Int> { starts[index]..<starts[index + 1] - 1 }

  /// Why the line is malformed if it must have `columns` columns; `nil` if it is not.
  func rejectionReason(columns: Int) -> String? {
    guard columnCount != columns else { return nil }
    guard !range.isEmpty else { return "an empty line" }
    return "must have \(columns) columns, got \(columnCount)"
  }

  /// Whether the line has only spaces.
  func isBlank(in text: Span<UInt8>) -> Bool { range.allSatisfy { text[$0] == UInt8(ascii: " ") } }

  /// Whether the line begins with "#".
  func isComment(in text: Span<UInt8>) -> Bool {
    !range.isEmpty && text[range.lowerBound] == UInt8(ascii: "#")
  }

  /// Goes to the next block of a text; lines are counted on.
  mutating func beginBlock() { (next, nextContent) = (0, 0) }

  /// Advances to the next line of `text`, which ends in LF, in CR LF or with the text.
  ///
  /// - Returns: Whether there was one; blank lines at the end are ignored.
  mutating func advance(in text: Span<UInt8>) -> Bool {
    guard next < text.count, !hasEnded(text) else { return false }
    number += 1
    starts.removeAll(keepingCapacity: true)
    starts.append(next)
    let start = next
    var position = next
    while position < text.count, text[position] != UInt8(ascii: "\n") {
      if text[position] == UInt8(ascii: "\t") { starts.append(position + 1) }
      position += 1
    }
    next = position + 1
    if position > start, text[position - 1] == UInt8(ascii: "\r") { position -= 1 }
    range = start..<position
    starts.append(position + 1)
    return true
  }

  /// Whether only spaces and ends of lines follow.
  private mutating func hasEnded(_ text: Span<UInt8>) -> Bool {
    // Remembered, because otherwise each of many blank lines would scan all lines after it.
    nextContent = max(nextContent, next)
    while nextContent < text.count {
      switch text[nextContent] {
      case UInt8(ascii: " "), UInt8(ascii: "\r"), UInt8(ascii: "\n"): nextContent += 1
      default: return false
      }
    }
    return true
  }
}
