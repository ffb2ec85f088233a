package import Foundation

/// Rows of figures, no two of which have the same key.
package struct FigureList: Equatable, Sendable {
  package private(set) var rows: [Figure] = []
  private var places: [Figure.Key: Int] = [:]

  package init() {}

  /// Takes rows; those with equal keys become one.
  package init(_ figures: some Sequence<Figure>) {
    for figure in figures { add(figure) }
  }

  package subscript(key: Figure.Key) -> Figure? { places[key].map { rows[$0] } }

  /// Adds a figure; values of a known key follow those that are there.
  package mutating func add(_ figure: Figure) {
    if let place = places[figure.key] {
      rows[place].processes += figure.processes
    } else {
      places[figure.key] = rows.count
      rows.append(figure)
    }
  }

  /// Adds the figures of a process.
  ///
  /// - Throws: ``DifferentAnswer`` if a checksum differs from that of the processes before.
  package mutating func merge(_ figures: [Figure]) throws(DifferentAnswer) {
    for figure in figures {
      guard figure.unit == .checksum, let known = self[figure.key] else {
        add(figure)
        continue
      }
      guard known.processes == figure.processes else { throw DifferentAnswer(key: figure.key) }
    }
  }

  /// Two processes had different answers to the same queries.
  package struct DifferentAnswer: Error {
    package let key: Figure.Key
  }
}

extension FigureList: Codable {
  /// Reads rows; those that another version measured, and this one does not, are left out.
  package init(from decoder: any Decoder) throws {
    rows = try [Row](from: decoder).compactMap(\.figure)
    for (place, row) in rows.enumerated() where places.updateValue(place, forKey: row.key) != nil {
      throw BenchFailure("two rows are of \(row.key)")
    }
  }

  package func encode(to encoder: any Encoder) throws { try rows.encode(to: encoder) }

  private struct Row: Decodable {
    /// `nil` for a quantity or a stage that this version does not have.
    let figure: Figure?

    init(from decoder: any Decoder) throws {
      let row = try decoder.container(keyedBy: Figure.Column.self)
      let quantity = try row.decode(String.self, forKey: .quantity)
      let stage = try row.decodeIfPresent(String.self, forKey: .stage)
      let isKnown =
        Figure.Quantity(rawValue: quantity) != nil
        && stage.map { Measure.Stage(rawValue: $0) != nil } ?? true
      figure = isKnown ? try Figure(from: decoder) : nil
    }
  }
}

extension FigureList {
  /// The rows as JSON, one per line, with keys in a fixed order, so that results can be compared by line.
  package var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let lines = try rows.map { "  \(String(decoding: try encoder.encode($0), as: UTF8.self))" }
      return Data("[\n\(lines.joined(separator: ",\n"))\n]\n".utf8)
    }
  }
}
