import CitySearch
import Fixtures
import Foundation
import TestSupport
import Testing

/// Files with bytes changed at random: no content may end the program, and nothing gets lost.
@Suite("Loading fuzzed sources") struct LoadingFuzzTests {
  static let roundCount = TestExtent.share(of: 10_000)

  /// Changes, inserts, removes or repeats bytes; those that mean something come more often.
  private static func mutate(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
      let position = Int.random(in: bytes.indices, using: &generator)
      let telling = Array("\t\n\r\"\\{}[],:-.0199eEu#\0\u{FEFF}".utf8) + [0x80, 0xFF]
      let byte =
        Bool.random(using: &generator)
        ? telling[Int.random(in: telling.indices, using: &generator)]
        : UInt8.random(in: .min ... .max, using: &generator)
      let end = min(bytes.count, position + Int.random(in: 1...40, using: &generator))
      switch Int.random(in: 0..<5, using: &generator) {
      case 0, 1: bytes[position] = byte
      case 2: bytes.insert(byte, at: position)
      case 3: bytes.removeSubrange(position..<end)
      default: bytes.insert(contentsOf: bytes[position..<end], at: position)
      }
    }
  }

  /// The number of records in the mutated text, counted by line feeds only.
  private static func lineCount(_ bytes: [UInt8]) -> Int {
    let end = bytes.lastIndex { !Array(" \r\n".utf8).contains($0) } ?? -1
    return bytes[...end].count { $0 == UInt8(ascii: "\n") } + (end < 0 ? 0 : 1)
  }

  @Test(.tags(.long), arguments: [1, 2])
  func `lines with random changes are kept or reported`(seed: UInt64) throws {
    let lines = try Data(contentsOf: Fixtures.sample).split(separator: UInt8(ascii: "\n"))
    let original = Array(Data(lines: Array(lines.prefix(30))))
    var generator = SeededGenerator(seed: seed)
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "cities.txt")
      for round in 0..<Self.roundCount {
        var bytes = original
        Self.mutate(&bytes, using: &generator)
        try Data(bytes).write(to: file)
        let outcome = LoadingOutcome(ofFile: file)
        let context: Comment = "seed \(seed), round \(round)"
        guard let kept = outcome.kept else {
          #expect(outcome.error != nil && outcome.skipped.isEmpty, context)
          continue
        }
        #expect(outcome.error == outcome.skipped.first, context)
        #expect(Set(kept).count == kept.count, context)
        if bytes.first != UInt8(ascii: "[") && bytes.first != UInt8(ascii: "{") {
          let count = kept.count + outcome.skipped.count + outcome.otherFeatureCount
          #expect(count == Self.lineCount(bytes), context)
        }
      }
    }
  }

  @Test(.tags(.long), arguments: [3, 4])
  func `elements with random changes are kept or reported`(seed: UInt64) throws {
    let elements = (1...30).map { JSONLoadingTests.element(id: "\($0)") }
    let original = Array("[\n\(elements.joined(separator: ",\n"))\n]\n".utf8)
    var generator = SeededGenerator(seed: seed)
    var loaded = 0
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "cities.json")
      for round in 0..<Self.roundCount {
        var bytes = original
        Self.mutate(&bytes, using: &generator)
        try Data(bytes).write(to: file)
        let outcome = LoadingOutcome(ofFile: file)
        let context: Comment = "seed \(seed), round \(round)"
        let array = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [Any]
        guard let kept = outcome.kept else {
          #expect(outcome.error != nil, context)
          continue
        }
        loaded += 1
        #expect(outcome.error == outcome.skipped.first, context)
        if let array { #expect(kept.count + outcome.skipped.count == array.count, context) }
      }
    }
    #expect(loaded > 0)
  }

  @Test(.tags(.long), arguments: [5, 6])
  func `tables with random changes are kept or reported`(seed: UInt64) throws {
    let rows = (1...30).map { "\($0);\"Oslo; \($0)\";59.\($0);1e\($0 % 3);NO;A|\"\"B" }
    let text = "id;name;lat;lon;country;aliases\r\n" + rows.joined(separator: "\r\n")
    var generator = SeededGenerator(seed: seed)
    var loaded = 0
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "own.csv")
      for round in 0..<Self.roundCount {
        var bytes = Array(text.utf8)
        Self.mutate(&bytes, using: &generator)
        try Data(bytes).write(to: file)
        let outcome = LoadingOutcome(ofFile: file)
        let context: Comment = "seed \(seed), round \(round)"
        guard let kept = outcome.kept else {
          #expect(outcome.error != nil, context)
          continue
        }
        loaded += 1
        #expect(outcome.error == outcome.skipped.first, context)
        // A quote may join rows, and a separator be another one; most changes lose no row.
        #expect(kept.count + outcome.skipped.count <= 2 * rows.count, context)
      }
    }
    #expect(loaded > Self.roundCount / 3)
  }
}
