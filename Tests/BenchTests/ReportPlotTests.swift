import TestSupport
import Testing

@testable import PrefixBenchmark

@Suite("The plots of the page") struct ReportPlotTests {
  @Test(
    arguments: [
      ([30.0, 700], ["20 ns", "50 ns", "100 ns", "200 ns", "500 ns", "1 µs"]),
      ([10], ["5 ns", "10 ns", "20 ns"]), ([], ["0.5 ns", "1 ns", "2 ns"]),
      ([1, 1e6], ["500 ns", "1 µs"]),
      ([0, -1, .infinity], ["0.5 ns", "1 ns", "2 ns"]),
    ].named(by: \.0))
  func `a logarithmic axis ends at 1, 2 or 5 times a power of ten, with room`(
    example: Named<([Double], [String])>
  ) {
    let (values, labels) = example.value
    let axis = Axis.logarithmic("time", holding: values, in: .nanoseconds)
    let found = axis.ticks.map { $0.label.replacing("\u{A0}", with: " ") }
    if values == [1, 1e6] {
      // A long axis has powers of ten alone.
      #expect(found.allSatisfy { $0.first == "1" } && found.count <= 6)
    } else {
      #expect(found == labels)
    }
    for value in values where value > 0 && value.isFinite {
      #expect((0.01..<0.99).contains(axis.place(value)))
    }
    #expect(axis.place(1e-12) == 0 && axis.place(1e18) == 1)
  }

  @Test func `equal ratios are equal distances, and so are nines`() {
    let time = Axis.logarithmic("", holding: [1, 1_000], in: .nanoseconds)
    #expect(abs(time.place(100) - time.place(10) - time.place(1_000) + time.place(100)) < 1e-9)
    let shares = Axis.nines("", holding: [1, 50, 99, 99.9, 100])
    #expect(abs(shares.place(90) - 1 / 3) < 1e-9 && abs(shares.place(99) - 2 / 3) < 1e-9)
    #expect(shares.place(99.9) == 1)
  }

  @Test(arguments: [
    (Figure.Unit.nanoseconds, 0, "0 ns"), (.nanoseconds, 31.27, "31.3 ns"),
    (.nanoseconds, 1_234, "1.23 µs"), (.nanoseconds, 999.6, "1 µs"), (.nanoseconds, 3e9, "3 s"),
    (.bytes, 2_780_000, "2.78 MB"), (.count, 87_490, "87,490"), (.count, 1_017_428, "1.02 M"),
    (.count, 1.54, "1.54"), (.perSecond, 2e7, "20 M/s"), (.checksum, 255, "ff"),
  ])
  func `figures have three digits and a unit`(unit: Figure.Unit, value: Double, text: String) {
    #expect(unit.text(value).replacing("\u{A0}", with: " ") == text)
  }

  @Test(arguments: [(1.25, "×1.25"), (4.6, "×4.6"), (1_234.5, "×1,235"), (.infinity, "×∞")])
  func `factors have a cross`(value: Double, text: String) { #expect(value.factor == text) }

  @Test func `the front has what nothing else beats`() {
    let points: [(x: Double, y: Double)] = [(5, 1), (1, 5), (3, 3), (4, 4), (3, 6), (2, 5)]
    #expect(paretoFront(of: points) == [1, 2, 0])
    #expect(paretoFront(of: []) == [])
    #expect(paretoFront(of: [(1, 1), (1, 1)]) == [0, 1])
    #expect(paretoFront(of: [(1, 2), (1, 1)]) == [1])
  }

  @Test(
    arguments: [
      ([1, 2, 3, 100], 3), ([1, 2, 3, 4], nil), ([1, 100, 101], nil), ([], nil), ([5], nil),
      ([1, 2, 3, 4, 50, 900], 4), ([0, 1, 2, 3, 100], 3),
    ] as [([Double], Double?)])
  func `a frame ends before a gap, if most lie before it`(values: [Double], last: Double?) {
    #expect(values.last(before: 10) == last)
  }

  @Test func `bars far longer than most are cut, and say how long they are`() {
    func plot(_ values: [Double]) -> BarPlot {
      BarPlot(
        id: "a", title: "b",
        rows: values.map { value in
          let figure = Figure(.init("c", "build"), .nanoseconds, [value, value * 1.1, value * 0.9])
          return .init(
            name: "c", style: SeriesStyle(color: 0, role: .engine),
            bars: [.init(label: "", figure: figure)])
        })
    }
    #expect(plot([10, 20, 30]).limit == 33)
    let cut = plot([10, 20, 900])
    #expect(abs(cut.limit - 33) < 1e-9)
    #expect(cut.markup.html.ranges(of: "class=\"cut\"").count == 2)
    #expect(cut.markup.html.contains("900\u{A0}ns"))
    // A stroke and its two ends for each that is not cut.
    #expect(cut.markup.html.ranges(of: "class=\"interval\"").count == 6)
  }

  @Test func `marks beyond the frame are told apart`() {
    func mark(_ name: String, _ bytes: Double, _ time: Double, hollow: Bool = false)
      -> ScatterPlot.Mark
    {
      ScatterPlot.Mark(
        name: name, x: Figure(.init(name, "bytes"), .bytes, [bytes]),
        y: Figure(.init(name, "latency"), .nanoseconds, [time]),
        style: SeriesStyle(color: 1, role: .engine, isHollow: hollow))
    }
    let plot = ScatterPlot(
      id: "a", title: "b", xTitle: "c",
      marks: [
        mark("small", 1, 90), mark("fast", 500, 50), mark("between", 300, 80),
        mark("worse", 400, 100), mark("other", 1, 1, hollow: true), mark("scan", 0, 9e6),
        mark("slow", 2, 9e6),
      ])
    #expect(plot.front.map(\.name) == ["small", "between", "fast"])
    #expect(
      plot.beyond.map(\.words) == ["scan: 9\u{A0}ms, nothing kept", "slow: 9\u{A0}ms, 2\u{A0}B"])
  }

  @Test func `labels cover neither each other nor the marks, and stay inside`() {
    let anchors = [(50.0, 50.0), (54, 52), (50, 58), (60, 50), (196, 50), (4, 4)]
      .map { Point(x: $0.0, y: $0.1) }
    let bounds = Box(left: 0, top: 0, right: 200, bottom: 150)
    let boxes = LabelPlacement(labels: anchors.map { ($0, 50) }, bounds: bounds, radius: 4).boxes()
    #expect(boxes.count == anchors.count)
    for (index, box) in boxes.enumerated() {
      #expect(box.area(outside: bounds) < 1e-6)
      for other in boxes[..<index] { #expect(box.overlap(with: other) == 0) }
      for anchor in anchors { #expect(box.overlap(with: Box(around: anchor, radius: 4)) == 0) }
    }
  }

  @Test func `labels in a column move apart, keep their order, and stay inside`() {
    let range = 0.0...100
    #expect(LabelPlacement.spread([10, 50], spacing: 16, within: range) == [10, 50])
    #expect(LabelPlacement.spread([50, 50], spacing: 16, within: range) == [42, 58])
    #expect(LabelPlacement.spread([99, 98, 0], spacing: 16, within: range) == [100, 84, 0])
    let many = LabelPlacement.spread([3, 1, 2, 4, 90], spacing: 10, within: range).sorted()
    for (one, next) in zip(many, many.dropFirst()) { #expect(next - one >= 10 - 1e-9) }
    #expect(many[0] >= 0)
  }

  @Test func `a line crosses a box, or misses it`() {
    let box = Box(left: 10, top: 10, right: 20, bottom: 20)
    #expect(box.isCrossed(from: Point(x: 0, y: 15), to: Point(x: 30, y: 15)))
    #expect(box.isCrossed(from: Point(x: 0, y: 0), to: Point(x: 30, y: 30)))
    #expect(!box.isCrossed(from: Point(x: 0, y: 5), to: Point(x: 30, y: 5)))
    #expect(!box.isCrossed(from: Point(x: 0, y: 15), to: Point(x: 5, y: 15)))
  }
}
