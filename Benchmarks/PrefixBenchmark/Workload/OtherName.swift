import Foundation

/// A name of a city among the alternate names of one of GeoNames' files.
struct OtherName {
  let cityID: Int
  let name: String

  /// Whether people write it in an address.
  ///
  /// They write no codes and no links, nor what a machine has transcribed, which is in small letters.
  var isWritten: Bool {
    let isCode =
      (3...4).contains(name.utf8.count) && name.utf8.allSatisfy { (65...90).contains($0) }
    let isTranscription =
      name.utf8.allSatisfy { $0 < 0x80 } && name.utf8.first.map { $0 >= 97 } ?? true
    return !isCode && !isTranscription && !name.contains("http")
  }

  /// The names in one line of so many; only of the cities with these ids, if any are given.
  static func all(
    in file: URL, everyLine step: Int, of ids: Set<Int>? = nil
  ) throws -> [OtherName] {
    let data = try Data(contentsOf: file)
    var names: [OtherName] = []
    for (number, line) in data.split(separator: UInt8(ascii: "\n")).enumerated()
    where number % step == 0 {
      let columns = line.split(
        separator: UInt8(ascii: "\t"), maxSplits: 4, omittingEmptySubsequences: false)
      guard columns.count > 4, let id = Int(String(decoding: columns[0], as: UTF8.self)),
        ids?.contains(id) ?? true
      else { continue }
      for name in columns[3].split(separator: UInt8(ascii: ",")) {
        names.append(OtherName(cityID: id, name: String(decoding: name, as: UTF8.self)))
      }
    }
    return names
  }
}
