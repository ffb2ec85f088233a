internal import CitySearch

/// The indexes of the columns of GeoNames' files of places.
///
/// The format is described in the `readme.txt` that GeoNames publishes beside its files.
private enum GeoNamesColumn {
  static let featureClass = 6
  static let featureCode = 7
  static let date = 18
  static let count = 19

  static func index(of field: PlaceField) -> Int {
    switch field {
    case .id: 0
    case .name: 1
    case .otherNames: 3
    case .latitude: 4
    case .longitude: 5
    case .country: 8
    case .division: 10
    case .population: 14
    case .timeZone: 17
    }
  }
}

extension LoadingPass {
  /// Reads a file of places, block by block.
  mutating func readGeoNames(
    _ text: SourceReader, into builder: inout GazetteerBuilder
  ) throws(GazetteerError) {
    try forEachLine(of: text, columns: GeoNamesColumn.count, in: builder.memory) {
      pass, line, block throws(LineError) in
      // Other features are not validated, because they may have numbers that no city has: the population
      // of the Earth has more than 32 bits.
      guard pass.includes(line, in: block) else { return }
      do throws(GazetteerBuilder.ValidationError) {
        func bytes(_ field: PlaceField) -> Range<Int> {
          line.column(GeoNamesColumn.index(of: field))
        }
        try builder.append(
          name: block.extracting(bytes(.name)), Self.attributes(of: line, in: block),
          otherNames: block.extracting(bytes(.otherNames)))
      } catch {
        let index = GeoNamesColumn.index(of: error.field)
        throw LineError(column: .init(error.field.title, number: index + 1), reason: error.reason)
      }
      pass.noteDate(block.extracting(line.column(GeoNamesColumn.date)))
    }
  }

  /// Whether the feature class and code of a line are among those that are loaded; others are counted.
  private mutating func includes(
    _ line: borrowing TabSeparatedLine, in text: Span<UInt8>
  ) -> Bool {
    let letter = text.extracting(line.column(GeoNamesColumn.featureClass))
    guard letter.count == 1, loader.featureClasses.contains(Character(Unicode.Scalar(letter[0])))
    else {
      report.otherFeatureCount += 1
      return false
    }
    let code = text.extracting(line.column(GeoNamesColumn.featureCode))
    guard !code.isEmpty, let code = String(validating: code),
      loader.excludedFeatureCodes.contains(code)
    else { return true }
    report.excludedFeatureCount += 1
    return false
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

  /// Reads the columns of a line from left to right.
  ///
  /// - Throws: `ValidationError` for the first invalid column.
  private static func attributes(
    of line: borrowing TabSeparatedLine, in text: Span<UInt8>
  ) throws(GazetteerBuilder.ValidationError) -> GazetteerBuilder.Attributes {
    func range(_ field: PlaceField) -> Range<Int> {
      line.column(GeoNamesColumn.index(of: field))
    }
    typealias Builder = GazetteerBuilder
    let id = try Builder.wholeNumber(text.extracting(range(.id)), .id)
    let latitude = try Builder.degrees(text.extracting(range(.latitude)), .latitude)
    let longitude = try Builder.degrees(text.extracting(range(.longitude)), .longitude)
    return Builder.Attributes(
      id: City.ID(id),
      // Places at sea have no country.
      countryCode: range(.country).isEmpty
        ? .none
        : try Builder.countryCode(Builder.text(text.extracting(range(.country)), .country)),
      divisionCode: try Builder.divisionCode(
        Builder.text(text.extracting(range(.division)), .division)),
      coordinate: Coordinate(fixedLatitude: latitude, fixedLongitude: longitude),
      population: try Builder.wholeNumber(text.extracting(range(.population)), .population),
      timeZone: try Builder.text(text.extracting(range(.timeZone)), .timeZone))
  }
}
