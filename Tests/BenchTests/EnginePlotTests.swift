import Foundation
#if canImport(FoundationXML)
import FoundationXML
#endif
import Testing

@testable import PrefixBenchmark
@testable import PrefixMeasuring

/// The picture of a result, by its numbers.
@Suite("The picture of engines") struct EnginePlotTests {
  private static var record: RunRecord {
    var record = SampleRecord.make(latency: 50, bytes: 900)
    record.add("fst & co", role: .program, latency: 500, bytes: 700)
    record.remove { $0.subject == "fst & co" && $0.measure == SampleRecord.cities }
    return record
  }

  @Test func `a panel has who has both bytes and a time`() {
    let plot = EnginePlot(Self.record)
    #expect(plot.panels.map(\.title) == ["locate", "ten cities"])
    #expect(
      plot.panels[0].points == [
        .init(name: "RadixTree", role: .engine, bytes: 10, nanoseconds: 50),
        .init(name: "baseline", role: .baseline, bytes: 31, nanoseconds: 200),
        .init(name: "fst & co", role: .program, bytes: 8, nanoseconds: 500),
      ])
    #expect(plot.panels[1].points.map(\.name) == ["RadixTree", "baseline"])
    #expect(EnginePlot(SampleRecord.ofKeys).panels.map(\.title) == ["locate", "ten ids"])
  }

  @Test func `equal ratios are equal distances`() {
    let axis = EnginePlot.Axis(of: [2, 200], from: 300, to: 0)
    let places = [2.0, 20, 200].map(axis.place)
    #expect(abs((places[0] - places[1]) - (places[1] - places[2])) < 1e-9)
    #expect(places.allSatisfy { (0...300).contains($0) } && places[0] > places[2])
    #expect(axis.ticks == [2, 5, 10, 20, 50, 100, 200])
    #expect(EnginePlot.Axis(of: [1, 1_000], from: 0, to: 300).ticks == [1, 10, 100, 1_000])
    #expect(EnginePlot.Axis(of: [7], from: 0, to: 300).place(7) == 150)
  }

  @Test func `it is said in words, and drawn in light and dark`() throws {
    let plot = EnginePlot(Self.record)
    #expect(
      plot.description
        == "locate, the fastest first: RadixTree 10 bytes and 50 ns; baseline 31 bytes and 200 ns; "
        + "fst & co 8 bytes and 500 ns. ten cities, the fastest first: RadixTree 10 bytes and 250 ns; "
        + "baseline 31 bytes and 1,000 ns.")
    let svg = plot.svg
    #expect(svg.contains("role=\"img\" aria-labelledby=\"title desc\""))
    #expect(svg.contains("prefers-color-scheme: dark") && svg.contains("fst &amp; co"))
    let document = XMLParser(data: Data(svg.utf8))
    #expect(document.parse())
    #expect(svg.components(separatedBy: "class=\"engine\"").count == 3)
    #expect(svg.components(separatedBy: "class=\"program\"").count == 2)
  }
}
