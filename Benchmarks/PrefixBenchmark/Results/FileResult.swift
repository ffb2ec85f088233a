/// The cities and the radix tree as one mapped file: what it takes to make it, to open it, and to
/// keep it open.
struct FileResult: Codable, Equatable, Sendable {
  /// The size of the file that the cities were loaded from.
  var inputByteCount: Int
  /// The size of the finished file.
  var byteCount: Int
  /// From the input to the finished file, in a fresh process; its own start is not counted.
  var buildTime: Estimate
  /// The most that was resident at once in such a process, code and all, if the system tells.
  var peakResident: Estimate?
  /// The most that was allocated at once while building, if the allocator tells; counted in a
  /// process of its own, since counting takes time.
  var peakAllocated: Int?
  /// Opening the file and answering a query, as the first thing that a process does.
  var firstOpening: Estimate
  /// The same when it was done before in the process, for many queries.
  var openings: LatencySeries
  /// The number of queries whose answers were read between the two looks at resident pages.
  var queryCount: Int
  /// Resident pages after those queries, less before the file was opened: those that only the
  /// process has, and those of the file.
  var anonymousGrowth: Estimate?
  var fileBackedGrowth: Estimate?
}

extension FileResult {
  /// Puts together what processes found out; `nil` if nothing was built or nothing was opened.
  init?(built: [FileBuildOutcome], opened: [FileOpenOutcome]) {
    guard let first = built.first, let opening = opened.first,
      let openings = LatencySeries(opened.map(\.openings))
    else { return nil }
    func estimate<Outcome>(_ outcomes: [Outcome], _ figure: (Outcome) -> Double?) -> Estimate? {
      let figures = outcomes.compactMap(figure)
      return figures.isEmpty ? nil : Estimate(processes: figures)
    }
    // A process that counts takes longer, and is asked for nothing else.
    let timed = built.filter { $0.peakAllocated == nil }
    guard let buildTime = estimate(timed, { $0.time }),
      let firstOpening = estimate(opened, { $0.firstOpening })
    else { return nil }
    self.init(
      inputByteCount: first.inputByteCount, byteCount: first.byteCount, buildTime: buildTime,
      peakResident: estimate(timed) { $0.peakResident.map(Double.init) },
      peakAllocated: built.lazy.compactMap(\.peakAllocated).first, firstOpening: firstOpening,
      openings: openings, queryCount: opening.queryCount,
      // Pages that were given back meanwhile are not the file's merit.
      anonymousGrowth: estimate(opened) { $0.anonymousGrowth.map { Double(max(0, $0)) } },
      fileBackedGrowth: estimate(opened) { $0.fileBackedGrowth.map { Double(max(0, $0)) } })
  }

  /// The most that was resident while building, in terms of the input.
  var peakFactor: Double? { peakResident.map { $0.median / Double(max(1, inputByteCount)) } }
}
