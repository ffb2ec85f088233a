import Foundation
import PrefixBenchmark
import PrefixMeasuring
import TestSupport
import Testing

/// Instructions a query: counted by an emulator and by the processor.
@Suite("Counting by callgrind") struct CallgrindTests {
  @Test func `a profile is read, and what is none is not`() {
    let text = """
      # callgrind format
      creator: callgrind-3.19.0
      events: Ir
      fn=(1) main
      0 7
      totals: 4711

      """
    #expect(Callgrind.total(in: text) == 4_711)
    for (old, new) in [("totals: 4711", ""), ("4711", "x"), ("4711", "0"), ("Ir", "Ir I1mr")] {
      #expect(Callgrind.total(in: text.replacing(old, with: new)) == nil)
    }
    #expect(Callgrind.total(in: "") == nil)
  }

  @Test func `a count that was not written down is a failure`() {
    #expect(throws: BenchFailure.self) {
      try Callgrind.read(1, from: URL(filePath: "/nowhere/instructions"))
    }
  }

  @Test func `only the names of debug sections are changed`() throws {
    let program = [UInt8](try Data(contentsOf: BuiltProgram.url(named: "bench")))
    let copy = Callgrind.hidingDebugSections(of: program)
    #expect(copy.count == program.count)
    let changed = program.indices.filter { program[$0] != copy[$0] }
    #if os(Linux)
    #expect((1..<64).contains(changed.count))
    #endif
    #expect(
      changed.allSatisfy { program[$0...].starts(with: ".debug".utf8) && copy[$0] == 0x5F })
    for length in [0, 4, 63, 64, 1_000] {
      let cut = Array(program.prefix(length))
      #expect(Callgrind.hidingDebugSections(of: cut) == cut)
    }
  }
}
