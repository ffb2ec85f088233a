import Foundation
import PrefixSearch
import TestSupport
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

/// Damage of many kinds, one file after the other: a number of files, or for as long as `FUZZ_SECONDS`.
///
///     FUZZ_SECONDS=600 swift test -c release --sanitize=address --filter GazetteerFuzzTests
@Suite("Fuzzed gazetteers", .disabled(if: Sanitizer.isWatchingThreads, "one thread does all of it"))
struct GazetteerFuzzTests {
  private static let seconds =
    ProcessInfo.processInfo.environment["FUZZ_SECONDS"].flatMap(Double.init)
  /// As many as an idle machine goes through in about a second.
  private static let count = UInt64(TestExtent.share(of: 10_000, atLeast: 100))

  @Test func `no file makes a gazetteer trap, hang or return invalid cities`() throws {
    let file = GazetteerBytes(try Gazetteer.sample(of: 300))
    let sections = Section.required.map { file.range($0) }
    let end = Self.seconds.map { ContinuousClock.now + .seconds($0) }
    var (seed, opened) = (UInt64(0), 0)
    repeat {
      var generator = SeededGenerator(seed: seed)
      var damaged = file
      for _ in 0..<Int.random(in: 1...6, using: &generator) { damaged.damage(sections, &generator) }
      // With a wrong checksum in the header most files would be refused before anything is read.
      if seed % 8 != 0 { damaged.repairHeader() }
      if let gazetteer = try? damaged.open() {
        opened += 1
        let engine = Engine.allCases[Int(seed % 3)]
        let problems = GazetteerExercise(gazetteer, engines: [engine]).problems
        #expect(problems == [], "seed \(seed)")
        _ = try? gazetteer.verify()
      }
      seed += 1
      // However slow the machine is, enough for the share below to mean something.
    } while seed < 100 || end.map { ContinuousClock.now < $0 } ?? (seed < Self.count)
    #expect(opened > seed / 10, "\(opened) of \(seed) files were opened")
  }
}

extension GazetteerBytes {
  /// Damages the bytes in one way or another, in one of `ranges` or anywhere.
  fileprivate mutating func damage(
    _ ranges: [Range<Int>], _ generator: inout SeededGenerator
  ) {
    let range = Bool.random(using: &generator) ? ranges.randomElement(using: &generator) : nil
    let part = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
    guard !part.isEmpty else { return }
    let place = Int.random(in: part, using: &generator)
    let length = min(Int.random(in: 1...64, using: &generator), bytes.count - place)
    switch Int.random(in: 0..<6, using: &generator) {
    case 0:
      flip(bit: place * 8 + Int.random(in: 0..<8, using: &generator))
    case 1:
      // Numbers that are the last of their kind, or one too many.
      let numbers: [UInt64] = [0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 1 << 31, .max - 7, .max]
      let width = min([1, 2, 4, 8].randomElement(using: &generator) ?? 1, bytes.count - place)
      set(numbers.randomElement(using: &generator) ?? 0, at: place, width: width)
    case 2:
      for index in place..<place + length {
        bytes[index] = UInt8.random(in: .min ... .max, using: &generator)
      }
    case 3:
      let source = Int.random(in: 0...bytes.count - length, using: &generator)
      bytes.replaceSubrange(place..<place + length, with: bytes[source..<source + length])
    case 4:
      // An entry of the table with the place of another.
      let sections = Section.required
      let (one, two) = (
        sections.randomElement(using: &generator) ?? .names,
        sections.randomElement(using: &generator) ?? .records
      )
      set(number(at: entry(two) + 8, width: 8), at: entry(one) + 8, width: 8)
    default:
      bytes.removeLast(min(bytes.count - tableEnd, length))
      set(UInt64(bytes.count), at: 16, width: 8)
    }
  }
}
