internal import FlatStorage

extension MemoryFootprint {
  /// The footprint of a structure that lies in `region`.
  ///
  /// - Parameters:
  ///   - sections: Names and ends of the sections, in the order in which they lie.
  ///   - region: The region.
  ///   - description: The bytes of the value that describes the sections.
  init(sections: [(name: String, end: Int)], of region: ByteRegion, description: Int) {
    var start = 0
    var parts = sections.map { section in
      defer { start = section.end }
      return Part(section.name, byteCount: section.end - start)
    }
    parts.append(Part("padding", byteCount: region.count - start))
    parts.append(Part("description", byteCount: description))
    self.init(parts)
  }
}
