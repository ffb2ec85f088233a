/// A figure that was taken once in each of several processes.
struct Estimate: Codable, Equatable, Sendable {
  /// The median of all processes.
  var median: Double
  /// The ends of the interval that holds the true median with the coverage stated in the method;
  /// for few processes, simply the smallest and the largest.
  var low: Double
  var high: Double
  /// The figure of each process, in the order of the runs.
  ///
  /// Subjects that were measured in the same
  /// processes have their figures at the same places, so that ratios can be taken process by process.
  var processes: [Double]
}

/// How long the queries of one measure took on one subject.
struct LatencySeries: Codable, Equatable, Sendable {
  var measure: Measure
  /// How many queries were timed together: 1, or more where one alone is too short for the clock.
  ///
  /// The figures are per query all the same; but the spread of batches is that of means.
  var batch: Int
  /// The number of samples in all processes together.
  var sampleCount: Int
  var p50: Estimate
  var p90: Estimate
  var p99: Estimate
  var p999: Estimate
  var max: Estimate
  /// All samples of all processes.
  var histogram: Histogram
}
