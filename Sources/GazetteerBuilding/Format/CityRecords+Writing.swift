internal import CitySearch
internal import PrefixSearch

extension CityRecords {
  /// Writes records, compact if almost all of them fit.
  ///
  /// - Parameters:
  ///   - count: The number of records.
  ///   - output: Where to write them.
  ///   - record: The record of a city, which is asked for twice.
  /// - Throws: Errors of `output`.
  static func write(
    count: Int, to output: inout some SectionOutput, record: (Int) -> CityRecord
  ) throws(GazetteerError) {
    try output.begin(.records)
    let layout = layout(of: (0..<count).lazy.map(record))
    var (piece, exceptions) = (ByteRegionWriter(), ByteRegionWriter())
    for row in 0..<count {
      let record = record(row)
      switch layout {
      case .wide: record.appendWide(to: &piece)
      case .compact, .mixed:
        if let compact = CompactRecord(record) {
          compact.append(to: &piece)
        } else {
          CompactRecord(withoutPlaceOf: record)?.append(to: &piece)
          exceptions.append(row, width: 4)
          exceptions.append(record.id, width: 4)
          exceptions.append(record.coordinate.fixedLatitude, width: 4)
          exceptions.append(record.coordinate.fixedLongitude, width: 4)
        }
      }
      if piece.position >= 1 << 20 {
        try output.write(piece.bytes.span)
        piece = ByteRegionWriter()
      }
    }
    try output.write(piece.bytes.span)
    guard layout == .mixed else { return }
    try output.write([UInt8](repeating: 0, count: Exception.gap).span)
    try output.write(exceptions.bytes.span)
  }

  /// The smallest layout that the records fit.
  private static func layout(of records: some RandomAccessCollection<CityRecord>) -> Layout {
    var exceptionCount = 0
    for record in records where CompactRecord(record) == nil {
      exceptionCount += 1
      guard CompactRecord(withoutPlaceOf: record) != nil,
        exceptionCount <= Exception.limit(among: records.count)
      else { return .wide }
    }
    return exceptionCount == 0 ? .compact : .mixed
  }
}

extension CompactRecord {
  /// Packs a record; `nil` if it does not fit.
  init?(_ record: CityRecord) {
    let latitude = record.coordinate.fixedLatitude.quotientAndRemainder(
      dividingBy: Self.unitsPerStep)
    let longitude = record.coordinate.fixedLongitude.quotientAndRemainder(
      dividingBy: Self.unitsPerStep)
    guard latitude.remainder == 0, longitude.remainder == 0,
      latitude.quotient >= Self.leastLatitude, record.id < 1 << 24, record.nameOffset < 1 << 8,
      record.timeZone < 1 << 9, record.division < 1 << 12, record.population < 1 << 25
    else { return nil }
    let north = UInt64(latitude.quotient - Self.leastLatitude)
    let east = UInt64(longitude.quotient - Self.leastLongitude)
    let timeZone = UInt64(record.timeZone)
    self.init(
      first: UInt64(record.id) | north << 24 | UInt64(record.nameOffset) << 48 | timeZone << 56,
      second: timeZone >> 8 | UInt64(record.division) << 1 | east << 13
        | UInt64(record.population) << 39)
  }
}

extension CompactRecord {
  /// Packs a record without its id and its coordinate; `nil` if the rest does not fit.
  fileprivate init?(withoutPlaceOf record: CityRecord) {
    var rest = record
    rest.id = 0
    rest.coordinate = Coordinate(
      fixedLatitude: Self.leastLatitude * Self.unitsPerStep, fixedLongitude: 0)
    guard let compact = CompactRecord(rest) else { return nil }
    self.init(first: compact.first, second: compact.second | Self.longitudeMask << 13)
  }

  fileprivate func append(to writer: inout ByteRegionWriter) {
    writer.append(first, width: 8)
    writer.append(second, width: 8)
  }
}

extension CityRecord {
  /// Appends seven numbers of four bytes.
  fileprivate func appendWide(to writer: inout ByteRegionWriter) {
    writer.append(id, width: 4)
    writer.append(coordinate.fixedLatitude, width: 4)
    writer.append(coordinate.fixedLongitude, width: 4)
    writer.append(population, width: 4)
    writer.append(division, width: 4)
    writer.append(timeZone, width: 4)
    writer.append(nameOffset, width: 4)
  }
}
