public import Foundation

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
      self.line = line
      self.offset = offset
      self.length = length
    }
  }

  /// The path as it was given.
  public let file: String
  /// The number of intact changes.
  public let keptCount: Int
  /// The number of damaged stretches, each of which may have contained several changes.
  public let lostCount: Int
  /// The places of the first ``maximumPlaceCount`` stretches.
  public let places: [Place]
  /// The quarantine file; `nil` if the bytes are still in the file, because nothing can be written.
  public let quarantine: URL?

  /// The greatest number of places in a report.
  public static let maximumPlaceCount = 100

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - file: The path as it was given.
  ///   - keptCount: The number of intact changes.
  ///   - places: The places of all damaged stretches; the report keeps the first of them.
  ///   - quarantine: The quarantine file.
  public init(file: String, keptCount: Int, places: [Place], quarantine: URL?) {
    self.file = file
    self.keptCount = keptCount
    lostCount = places.count
    self.places = Array(places.prefix(Self.maximumPlaceCount))
    self.quarantine = quarantine
  }
}

extension StorageDamage: CustomStringConvertible {
  /// The counts, the first place, and the quarantine file, in a sentence or two.
  public var description: String {
    let first = places.first.map { ", first in line \($0.line) at byte \($0.offset)" } ?? ""
    let aside = quarantine.map { " The damaged bytes are in \($0.path)." } ?? ""
    return "\(file) is damaged: \(keptCount) changes were read, \(lostCount) could not be\(first)."
      + aside
  }
}
