import Foundation

/// A name of a city among the alternate names of one of GeoNames' files.
struct OtherName {
  let cityID: Int
  let name: String

  /// The names in one line of so many.
  static func all(in file: URL, everyLine step: Int) throws -> [OtherName] {
    let data = try Data(contentsOf: file)
    var names: [OtherName] = []
    for (number, line) in data.split(separator: UInt8(ascii: "\n")).enumerated()
    where number % step == 0 {
      let columns = line.split(
        separator: UInt8(ascii: "\t"), maxSplits: 4, omittingEmptySubsequences: false)
      guard columns.count > 4, let id = Int(String(decoding: columns[0], as: UTF8.self)) else {
        continue
      }
      for name in columns[3].split(separator: UInt8(ascii: ",")) {
        names.append(OtherName(cityID: id, name: String(decoding: name, as: UTF8.self)))
      }
    }
    return names
  }
}
