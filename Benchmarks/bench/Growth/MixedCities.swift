import Foundation
import GazetteerBuilding
import PrefixBenchmark

/// Any number of cities with names like those of the cities shipped, as GeoNames' columns.
///
/// A city is a row of a file with changed names. Each name is the first half of the one in the row and the
/// second half of another name in the same script; the other name is the same for all names of the city in
/// that script. So letters, shared beginnings, scripts and the number of names of a city are those of real
/// data. The id counts the cities, the place and the population are near those of the row, and all other
/// columns are those of the row.
struct MixedCities {
  /// The columns of each row.
  private let rows: [[Substring.UTF8View]]
  /// All names of all rows, by script.
  private let names: [[Substring.UTF8View]]

  /// Takes the rows of a GeoNames file.
  init(file: URL) throws {
    let text = String(decoding: try Data(contentsOf: file).unpacked(), as: UTF8.self)
    rows = text.utf8.split(separator: UInt8(ascii: "\n")).map { line in
      line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        .map { Substring($0).utf8 }
    }.filter { $0.count == Column.count }
    var names = [[Substring.UTF8View]](repeating: [], count: Self.scriptCount)
    for row in rows {
      // A few other names have control characters, which are errors in the name of a city.
      for name in [row[Column.name]] + Self.others(of: row) where !Self.hasControls(name) {
        names[Self.script(of: name)].append(name)
      }
    }
    self.names = names
  }

  /// The columns that are changed.
  private enum Column {
    static let (id, name, others, latitude, longitude, population) = (0, 1, 3, 4, 5, 14)
    static let count = 19
  }
}

extension MixedCities {
  /// How many bytes are written at once.
  private static let pieceSize = 1 << 20

  /// Writes `count` cities; the same seed gives the same file.
  func write(_ count: Int, seed: UInt64, to file: URL) throws {
    guard !rows.isEmpty else { throw BenchFailure("There are no rows to mix.") }
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    defer { try? handle.close() }
    var generator = SplitMix64(seed: seed)
    var piece: [UInt8] = []
    for id in 1...max(1, count) {
      append(id, to: &piece, using: &generator)
      guard piece.count >= Self.pieceSize || id == count else { continue }
      try handle.write(contentsOf: piece)
      piece.removeAll(keepingCapacity: true)
    }
  }

  private func append(_ id: Int, to text: inout [UInt8], using generator: inout SplitMix64) {
    let row = rows[Int.random(in: 0..<rows.count, using: &generator)]
    let draw = Int.random(in: 0...Int(Int32.max), using: &generator)
    for (number, column) in row.enumerated() {
      if number > 0 { text.append(UInt8(ascii: "\t")) }
      switch number {
      case Column.id: text.append(contentsOf: String(id).utf8)
      case Column.name: mix(column, draw, into: &text)
      case Column.others:
        for (place, name) in Self.others(of: row).enumerated() {
          if place > 0 { text.append(UInt8(ascii: ",")) }
          mix(name, draw, into: &text)
        }
      case Column.latitude, Column.longitude:
        let degrees = Double(String(Substring(column))) ?? 0
        let limit = number == Column.latitude ? 77.0 : 179.0
        let moved = degrees + Double.random(in: -1...1, using: &generator)
        text.append(degrees: min(max(moved, -limit), limit))
      case Column.population:
        let population = Int(String(Substring(column))) ?? 0
        let share = Double.random(in: 0.5...1.5, using: &generator)
        text.append(contentsOf: String(Int(Double(population) * share)).utf8)
      default: text.append(contentsOf: column)
      }
    }
    text.append(UInt8(ascii: "\n"))
  }

  /// The other names of a row.
  private static func others(of row: [Substring.UTF8View]) -> [Substring.UTF8View] {
    row[Column.others].split(separator: UInt8(ascii: ",")).map { Substring($0).utf8 }
  }

  /// Appends the first half of a name and the second half of another one of its script.
  private func mix(_ name: Substring.UTF8View, _ draw: Int, into text: inout [UInt8]) {
    let names = names[Self.script(of: name)]
    // Codes and web addresses stay: the rules of names leave them out, or know them by their form.
    guard name.count > 4, !name.contains(UInt8(ascii: ":")), !names.isEmpty else {
      text.append(contentsOf: name)
      return
    }
    let other = names[draw % names.count]
    text.append(contentsOf: name.prefix(Self.half(of: name)))
    text.append(contentsOf: other.dropFirst(Self.half(of: other)))
  }

  /// How many bytes the first half of a name has, all of them whole scalars.
  private static func half(of name: Substring.UTF8View) -> Int {
    var half = (name.count + 1) / 2
    while let byte = name.dropFirst(half).first, byte & 0xC0 == 0x80 { half += 1 }
    return half
  }

  /// Whether a name has a control character.
  private static func hasControls(_ name: Substring.UTF8View) -> Bool {
    Substring(name).unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  private static let scriptCount = 64

  /// The script of a name, as far as one byte tells: the first byte of its first letter that is not Latin,
  /// or 0 if all are Latin.
  private static func script(of name: Substring.UTF8View) -> Int {
    // In UTF-8, letters up to U+023F begin with a smaller byte, and all of them are Latin.
    Int((name.first { $0 >= 0xC9 } ?? 0xC0) - 0xC0)
  }
}

extension [UInt8] {
  /// Appends degrees in the steps of GeoNames' files.
  fileprivate mutating func append(degrees: Double) {
    let steps = Int((degrees * 100_000).rounded())
    if steps < 0 { append(UInt8(ascii: "-")) }
    let decimals = String(steps.magnitude % 100_000)
    append(contentsOf: String(steps.magnitude / 100_000).utf8)
    append(UInt8(ascii: "."))
    append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 5 - decimals.utf8.count))
    append(contentsOf: decimals.utf8)
  }
}
