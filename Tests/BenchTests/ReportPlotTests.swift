import Testing

@testable import PrefixBenchmark

@Suite("Report: plots")
struct ReportPlotTests {
  @Test("a linear scale keeps distances, a logarithmic one keeps ratios")
  func scales() {
    let linear = Scale(kind: .linear, domain: 0...10, start: 100, end: 200)
    #expect(linear(0) == 100)
    #expect(linear(2.5) == 125)
    #expect(linear(10) == 200)
    let logarithmic = Scale(kind: .logarithmic, domain: 1...1_000, start: 300, end: 0)
    #expect(logarithmic(1) == 300)
    #expect(abs(logarithmic(10) - 200) < 1e-9)
    #expect(abs(logarithmic(1_000)) < 1e-9)
  }

  @Test("what lies outside a scale is drawn at its end")
  func clamping() {
    let scale = Scale(kind: .logarithmic, domain: 1...100, start: 0, end: 10)
    #expect(scale(0.001) == 0)
    #expect(scale(-5) == 0)
    #expect(scale(1e9) == 10)
  }

  @Test(
    "a scale ends at 1, 2 or 5 times a power of ten, with room for its figures",
    arguments: [([30.0, 700], 20.0, 1_000.0), ([10], 5, 50), ([1e6, 3e7], 5e5, 5e7)])
  func niceEnds(values: [Double], lower: Double, upper: Double) {
    let domain = Scale.logarithmic(holding: values).domain
    #expect(abs(domain.lowerBound / lower - 1) < 1e-9)
    #expect(abs(domain.upperBound / upper - 1) < 1e-9)
  }

  @Test("a scale of nothing, or of what has no logarithm, can be drawn all the same")
  func emptyScale() {
    #expect(Scale.logarithmic(holding: []).domain == 1...10)
    #expect(Scale.logarithmic(holding: [0, -1, .infinity]).domain == 1...10)
  }

  @Test("ticks of a short axis are 1, 2 and 5; of a long one powers of ten; never too many")
  func ticks() {
    func majors(_ domain: ClosedRange<Double>, limit: Int = 8) -> [Double] {
      Scale(kind: .logarithmic, domain: domain).logarithmicTicks(limit: limit)
        .filter(\.isMajor).map { $0.value.rounded() }
    }
    #expect(majors(10...100) == [10, 20, 50, 100])
    #expect(majors(1...100_000) == [1, 10, 100, 1_000, 10_000, 100_000])
    #expect(majors(1...1e12).count <= 8)
    let all = Scale(kind: .logarithmic, domain: 1...10).logarithmicTicks()
    #expect(all.count == 10)
  }

  @Test(
    "figures have three digits and a unit",
    arguments: [
      (Quantity.time, 0, "0 ns"), (.time, 31, "31 ns"), (.time, 31.27, "31.3 ns"),
      (.time, 1_234, "1.23 µs"), (.time, 999.6, "1 µs"), (.time, 999.4, "999 ns"),
      (.time, 2_500_000, "2.5 ms"), (.time, 3e9, "3 s"), (.bytes, 11.84, "11.8 B"),
      (.bytes, 2_780_000, "2.78 MB"), (.count, 235_000, "235 k"), (.count, 12, "12"),
      (.rate, 2e7, "20 M/s"), (.ratio, 4.6, "×4.6"), (.ratio, 1_234.5, "×1,235"),
      (.ratio, 0.215, "×0.22"),
    ])
  func quantities(quantity: Quantity, value: Double, text: String) {
    #expect(quantity.text(value).replacing("\u{A0}", with: " ") == text)
  }

  @Test("the front has what nothing else beats")
  func front() {
    let points: [(x: Double, y: Double)] = [(5, 1), (1, 5), (3, 3), (4, 4), (3, 6), (2, 5)]
    #expect(paretoFront(of: points) == [1, 2, 0])
    #expect(paretoFront(of: []) == [])
    #expect(paretoFront(of: [(1, 1), (1, 1)]) == [0, 1])
    #expect(paretoFront(of: [(1, 2), (1, 1)]) == [1])
  }

  @Test("labels cover neither each other nor the marks, and stay inside")
  func labels() {
    let anchors = [(50.0, 50.0), (54, 52), (50, 58), (60, 50), (196, 50), (4, 4)]
    let bounds = Box(left: 0, top: 0, right: 200, bottom: 150)
    let placement = LabelPlacement(
      labels: anchors.map { .init(anchor: Point(x: $0.0, y: $0.1), width: 50, height: 14) },
      bounds: bounds, radius: 4)
    let boxes = placement.placements().map(\.box)
    #expect(boxes.count == anchors.count)
    for (index, box) in boxes.enumerated() {
      #expect(box.area(outside: bounds) < 1e-6)
      for other in boxes[..<index] { #expect(box.overlap(with: other) == 0) }
      for anchor in anchors {
        let mark = Box(around: Point(x: anchor.0, y: anchor.1), radius: 4)
        #expect(box.overlap(with: mark) == 0)
      }
    }
  }

  @Test("labels in a column move apart, keep their order, and stay inside")
  func spreading() {
    let range = 0.0...100
    #expect(LabelPlacement.spread([10, 50], spacing: 16, within: range) == [10, 50])
    #expect(LabelPlacement.spread([50, 50], spacing: 16, within: range) == [42, 58])
    #expect(LabelPlacement.spread([99, 98, 0], spacing: 16, within: range) == [100, 84, 0])
    let many = LabelPlacement.spread([3, 1, 2, 4, 90], spacing: 10, within: range)
    let sorted = many.sorted()
    for (one, next) in zip(sorted, sorted.dropFirst()) { #expect(next - one >= 10 - 1e-9) }
    #expect(sorted[0] >= 0)
  }

  @Test("a line crosses a box, or misses it")
  func crossing() {
    let box = Box(left: 10, top: 10, right: 20, bottom: 20)
    #expect(box.isCrossed(from: Point(x: 0, y: 15), to: Point(x: 30, y: 15)))
    #expect(box.isCrossed(from: Point(x: 0, y: 0), to: Point(x: 30, y: 30)))
    #expect(!box.isCrossed(from: Point(x: 0, y: 5), to: Point(x: 30, y: 5)))
    #expect(!box.isCrossed(from: Point(x: 0, y: 15), to: Point(x: 5, y: 15)))
  }

  @Test("every nine of a percentile has the same length")
  func percentiles() {
    #expect(abs(nines(of: 0.9) - 1) < 1e-9)
    #expect(abs(nines(of: 0.999) - 3) < 1e-9)
    let curve = Histogram([10, 10, 20, 40]).percentileCurve(upTo: 4)
    #expect(curve.map(\.y) == [10, 10, 20, 20, 40, 40])
    #expect(curve[0].x == 0)
    #expect(abs(curve[1].x - nines(of: 0.5)) < 1e-9)
    #expect(abs(curve[5].x - nines(of: 0.875)) < 1e-9)
  }
}
