/// The damaged parts of a file whose other parts were read.
///
/// The damaged bytes are never lost: they stay in the file until it is written to, and are moved to a
/// quarantine file beside it then.
public struct StorageDamage: Sendable, Hashable {
  /// A stretch of damaged bytes.
  public struct Place: Sendable, Hashable {
    /// The line number, from 1.
    public let line: Int
    /// The offset of the first byte, from 0.
    public let offset: Int
    /// The number of bytes; at least 1.
    public let length: Int

    /// Creates a place.
    ///
    /// - Parameters:
    ///   - line: The line number, from 1.
    ///   - offset: The offset of the first byte, from 0.
    ///   - length: The number of bytes; at least 1.
    public init(line: Int, offset: Int, length: Int) {
      precondition(line >= 1, "line must be at least 1, got \(line).")
      precondition(offset >= 0, "offset must be at least 0, got \(offset).")
      precondition(length >= 1, "length must be at least 1, got \(length).")
      self.line = line
      self.offset = offset
      self.length = length
    }
  }

  /// The path as it was given.
  public let file: String
  /// The number of intact entries: changes of a journal, cities of a list.
  public let keptCount: Int
  /// The number of entries that the file had and has no more, whether their bytes are damaged or gone;
  /// `nil` if the file does not say how many it had.
  public let lostCount: Int?
  /// The number of damaged stretches, each of which may have contained several entries.
  public let damagedPlaceCount: Int
  /// The places of the first 100 stretches.
  public let places: [Place]
  /// The path of the quarantine file; `nil` if the bytes are still in the file, because nothing was written since or
  /// nothing can be.
  public package(set) var quarantine: String?

  /// The greatest number of places in a report.
  package static let maximumPlaceCount = 100

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - file: The path as it was given.
  ///   - keptCount: The number of intact entries.
  ///   - lostCount: The number of lost entries, if the file says how many it had.
  ///   - places: The places of all damaged stretches; the report keeps the first of them.
  ///   - quarantine: The path of the quarantine file.
  public init(
    file: String, keptCount: Int, lostCount: Int? = nil, places: [Place], quarantine: String?
  ) {
    self.file = file
    self.keptCount = keptCount
    self.lostCount = lostCount
    damagedPlaceCount = places.count
    self.places = Array(places.prefix(Self.maximumPlaceCount))
    self.quarantine = quarantine
  }
}

extension StorageDamage: CustomStringConvertible {
  /// The counts, the first place, and the quarantine file, in a sentence or two.
  public var description: String {
    let kept = keptCount == 1 ? "1 entry was read" : "\(keptCount) entries were read"
    let lost = lostCount.map { $0 == 1 ? ", 1 is lost" : ", \($0) are lost" } ?? ""
    let damage =
      switch damagedPlaceCount {
      case 0: ""
      case 1: ", 1 place is damaged"
      default: ", \(damagedPlaceCount) places are damaged"
      }
    let first = places.first.map { ", first in line \($0.line) at byte \($0.offset)" } ?? ""
    let aside = quarantine.map { " The damaged bytes are in \($0)." } ?? ""
    return "\(file) is damaged: \(kept)\(lost)\(damage)\(first)." + aside
  }
}
