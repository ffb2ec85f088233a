internal import FlatStorage

extension SortedArray {
  /// The exact number of bytes that the array keeps in memory, by part.
  ///
  /// - Complexity: O(1).
  public var memoryFootprint: MemoryFootprint {
    MemoryFootprint(
      sections: layout.sectionEnds, of: region, description: MemoryLayout<SortedArray>.size)
  }
}
