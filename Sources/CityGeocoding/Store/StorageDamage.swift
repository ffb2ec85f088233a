public import Foundation

/// What of a file could not be read, though the rest of it could.
///
/// The bytes are kept: in the file as long as nothing is written to it, then in a file beside it.
public struct StorageDamage: Sendable, Hashable {
  /// A stretch of bytes that make no sense.
  public struct Place: Sendable, Hashable {
    /// The line, counted from 1.
    public let line: Int
    /// The position of the first byte, counted from 0.
    public let offset: Int
    /// The number of bytes; at least 1.
    public let length: Int

    /// Creates a place.
    public init(line: Int, offset: Int, length: Int) {
      self.line = line
      self.offset = offset
      self.length = length
    }
  }

  /// The path of the file, as it was given.
  public let file: String
  /// The number of changes that were read: those that are left.
  public let keptCount: Int
  /// The number of stretches that could not be read, each of which may have been one change or several.
  public let lostCount: Int
  /// Where the first of these stretches are, ``maximumPlaceCount`` at most.
  public let places: [Place]
  /// Where the bytes were moved; `nil` if they are still where they were, because nothing can be written.
  public let quarantine: URL?

  /// The most places that are listed.
  public static let maximumPlaceCount = 100

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - file: The path of the file, as it was given.
  ///   - keptCount: The number of changes that were read.
  ///   - places: Where the bytes are that could not be read; the first of them are kept.
  ///   - quarantine: Where the bytes were moved.
  public init(file: String, keptCount: Int, places: [Place], quarantine: URL?) {
    self.file = file
    self.keptCount = keptCount
    lostCount = places.count
    self.places = Array(places.prefix(Self.maximumPlaceCount))
    self.quarantine = quarantine
  }
}

extension StorageDamage: CustomStringConvertible {
  /// What is left, what is lost, where, and where it is kept, in a sentence or two.
  public var description: String {
    let first = places.first.map { ", first in line \($0.line) at byte \($0.offset)" } ?? ""
    let aside = quarantine.map { " They are kept in \($0.path)." } ?? ""
    return "\(file) is damaged: \(keptCount) changes were read, \(lostCount) could not be\(first)."
      + aside
  }
}
