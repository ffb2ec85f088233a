/// The bytes that a structure keeps in memory, part by part.
///
/// It counts the bytes that the structure requests: its arrays, objects and regions with their headers.
/// Rounding by the allocator is left out, so that the figure is the same on every system.
public struct MemoryFootprint: Sendable, Hashable {
  /// A named part of a structure.
  public struct Part: Sendable, Hashable {
    /// The name of the part, a word or two.
    public let name: String
    /// Its size in bytes.
    public let byteCount: Int

    /// Creates a part.
    public init(_ name: String, byteCount: Int) {
      self.name = name
      self.byteCount = byteCount
    }
  }

  /// The parts, in the order of the structure's layout.
  public let parts: [Part]

  /// Creates a footprint of `parts`.
  public init(_ parts: [Part]) { self.parts = parts }

  /// The size of all parts in bytes.
  ///
  /// - Complexity: O(*p*), where *p* is the number of parts.
  public var byteCount: Int { parts.reduce(0) { $0 + $1.byteCount } }
}

extension MemoryFootprint.Part {
  /// The storage of `array`: its header and its capacity.
  ///
  /// - Complexity: O(1).
  package init<Element>(_ name: String, storageOf array: [Element]) {
    self.init(name, byteCount: Self.bytes(ofArrayWith: array.capacity, of: Element.self))
  }

  /// The bytes of the storage of an array: none without capacity, because all empty arrays share a
  /// static object.
  package static func bytes<Element>(
    ofArrayWith capacity: Int, of type: Element.Type
  ) -> Int {
    let (header, alignment) = (32, MemoryLayout<Element>.alignment)
    guard capacity > 0 else { return 0 }
    return (header + alignment - 1) / alignment * alignment
      + capacity * MemoryLayout<Element>.stride
  }
}

extension MemoryFootprint {
  /// The footprint of a structure that lies in `region`.
  ///
  /// - Parameters:
  ///   - sections: Names and ends of the sections, in the order of the layout.
  ///   - region: The region.
  ///   - description: The size of the value that describes the sections, in bytes.
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
