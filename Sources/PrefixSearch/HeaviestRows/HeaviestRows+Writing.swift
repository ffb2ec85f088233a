internal import FlatStorage

extension HeaviestRows {
  /// Finds the intervals that are worth a list, and lays lists and maxima out.
  struct Writer {
    let weights: [UInt32]

    /// Writes everything down.
    func write(_ sharedLengths: [UInt32]) -> (ByteRegion, Layout) {
      let intervals = Self.intervals(of: sharedLengths)
      let listByteCount = intervals.reduce(0) {
        $0 + ListHead.listSize(width: ListHead($1).width)
      }
      let layout = Layout(rowCount: weights.count, listByteCount: listByteCount)
      var writer = ByteRegionWriter()
      writer.append(weights.count, width: 4)
      writer.append(listByteCount, width: 4)
      appendMaxima(to: &writer)
      appendListStarts(of: intervals, layout, to: &writer)
      for interval in intervals { appendList(of: interval, to: &writer) }
      return (writer.finish(), layout)
    }

    /// The ranges of more rows than a list has that share a prefix that no larger range has, in the
    /// order in which they begin; of those that begin together the smallest first.
    ///
    /// - Complexity: O(*n* log *n*), where *n* is the number of rows.
    private static func intervals(of sharedLengths: [UInt32]) -> [Range<Int>] {
      var found: [Range<Int>] = []
      // Ranges that are still open, each with a longer prefix than the one below it.
      var open: [(length: UInt32, lower: Int)] = [(0, 0)]
      for row in 1...max(1, sharedLengths.count) {
        let isEnd = row >= sharedLengths.count
        let shared = isEnd ? 0 : sharedLengths[row]
        var lower = row - 1
        while let last = open.last, isEnd || last.length > shared {
          open.removeLast()
          lower = last.lower
          if row - lower > listLength { found.append(lower..<row) }
        }
        if let last = open.last, last.length < shared { open.append((shared, lower)) }
      }
      return found.sorted {
        ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
      }
    }

    private func appendMaxima(to writer: inout ByteRegionWriter) {
      var parts = weights
      let size = 1 << Layout.blockBits
      // A block of all rows would never be left out of a search.
      while parts.count > size {
        parts = stride(from: 0, to: parts.count, by: size).map { start in
          parts[start..<min(start + size, parts.count)].max() ?? 0
        }
        for maximum in parts { writer.append(maximum, width: 4) }
      }
    }

    /// Writes where the lists of each block of rows begin.
    private func appendListStarts(
      of intervals: [Range<Int>], _ layout: Layout, to writer: inout ByteRegionWriter
    ) {
      let width = layout.listStarts.stride
      var (position, next) = (0, 0)
      for block in 0..<Layout.blockCount(of: weights.count) {
        writer.append(position, width: width)
        let end = Layout.parts(of: block..<block + 1).upperBound
        while next < intervals.count, intervals[next].lowerBound < end {
          position += ListHead.listSize(width: ListHead(intervals[next]).width)
          next += 1
        }
      }
      writer.append(position, width: width)
    }

    /// Writes the list of one interval, by looking at each row: all intervals together have no more
    /// rows than all keys have bytes.
    private func appendList(of interval: Range<Int>, to writer: inout ByteRegionWriter) {
      let head = ListHead(interval)
      writer.append(head.word, width: 1 + head.width)
      let heaviest = interval.lazy.map { WeightKey(weights[$0], at: $0).value }
        .first(HeaviestRows.listLength, by: <)
      for key in heaviest {
        writer.append(Int(WeightKey.index(of: key)) - interval.lowerBound, width: head.width)
      }
    }
  }
}
