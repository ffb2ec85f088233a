extension RadixTree.Builder {
  /// Writes the arrays into one region.
  func layOut() -> (ByteRegion, RadixTree.Layout) {
    var writer = ByteRegionWriter()
    var sectionEnds: [(name: String, end: Int)] = []
    func end(_ name: String) { sectionEnds.append((name, writer.position)) }

    let jumps = JumpTableBuilder(self).write(to: &writer)
    end("jump table")

    let edgeWidth = PackedNumbers.width(for: edgeBytes.count)
    let labelWidth = PackedNumbers.width(for: labels.count)
    let nodeStride = edgeWidth + labelWidth + 1
    let nodeStart = writer.position
    for node in nodeLabelLengths.indices {
      writer.append(nodeFirstEdges[node], width: edgeWidth)
      writer.append(nodeLabelOffsets[node], width: labelWidth)
      writer.append(nodeLabelLengths[node], width: 1)
    }
    writer.append(nodeFirstEdges[nodeLabelLengths.count], width: edgeWidth)
    end("nodes")

    let edgeByteStart = writer.position
    writer.append(edgeBytes)
    end("edge bytes")

    let rowWidth = PackedNumbers.width(for: keys.count)
    let edgeRowStart = writer.position
    for row in edgeRows { writer.append(row, width: rowWidth) }
    end("edge rows")

    writer.align(to: 8)
    let edgeKindStart = writer.position
    writeEdgeKinds(to: &writer)
    end("edge kinds")

    let labelStart = writer.position
    writer.append(labels)
    end("labels")

    let tailWidth = PackedNumbers.width(for: tails.count)
    let tailOffsetStart = writer.position
    for offset in tailOffsets { writer.append(offset, width: tailWidth) }
    end("tail offsets")
    let tailStart = writer.position
    writer.append(tails)
    end("tails")

    let layout = RadixTree.Layout(
      rowCount: keys.count, nodeCount: nodeLabelLengths.count, edgeCount: edgeBytes.count,
      firstEdges: PackedNumbers(start: nodeStart, width: edgeWidth, stride: nodeStride),
      labelOffsets: PackedNumbers(
        start: nodeStart + edgeWidth, width: labelWidth, stride: nodeStride),
      labelLengthStart: nodeStart + edgeWidth + labelWidth,
      edgeByteStart: edgeByteStart,
      edgeRows: PackedNumbers(start: edgeRowStart, width: rowWidth),
      edgeKindStart: edgeKindStart,
      labelStart: labelStart,
      tailOffsets: PackedNumbers(start: tailOffsetStart, width: tailWidth),
      tailStart: tailStart,
      jumps: jumps, sectionEnds: sectionEnds)
    return (writer.finish(), layout)
  }

  /// Writes for every 32 edges how many before them lead to nodes, and which of them do.
  private func writeEdgeKinds(to writer: inout ByteRegionWriter) {
    var nodeEdges: UInt32 = 0
    for start in stride(from: 0, to: edgeLeadsToNode.count, by: 32) {
      var bits: UInt32 = 0
      for edge in start..<min(start + 32, edgeLeadsToNode.count) where edgeLeadsToNode[edge] {
        bits |= 1 << UInt32(edge - start)
      }
      writer.append(nodeEdges, width: 4)
      writer.append(bits, width: 4)
      nodeEdges += UInt32(bits.nonzeroBitCount)
    }
  }
}
