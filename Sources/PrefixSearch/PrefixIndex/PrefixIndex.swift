/// An immutable index over sorted keys that finds the rows whose key begins with a prefix.
///
/// A *row* is the position of a key in the sorted input; a *key* is any string of bytes, compared as
/// unsigned bytes, a shorter key before a longer one that begins with it. Since the keys are sorted,
/// the rows of every prefix are contiguous, and an index is a function from a prefix to a range of
/// rows. It stores no values: row numbers are positions in the table that the keys were taken from.
///
/// The semantics are defined here once, and every conforming type gives the same answers; they differ
/// only in cost.
///
/// - The empty prefix matches every row.
/// - A key matches itself: a prefix as long as a key matches when the two are equal.
/// - Equal keys have adjacent rows, in the order of the input, and match together.
/// - A prefix that matches nothing gives `0..<0`.
///
/// Conforming types are immutable and `Sendable`: any number of tasks may search one index at once.
///
/// Besides looking up a prefix, an index can be *walked* byte by byte: it is a tree of prefixes, whose
/// root is the empty prefix and whose children have one byte more. By default the walk looks up the
/// rows of each longer prefix, see ``PrefixPosition``.
public protocol PrefixIndex: Sendable {
  /// Builds the index over `keys`.
  init(_ keys: SortedKeys)

  /// The number of rows, equal keys counted each.
  var count: Int { get }

  /// Finds the rows whose key begins with `prefix`.
  ///
  /// - Parameter prefix: Any bytes; they need not be UTF-8.
  /// - Returns: The rows, or `0..<0` if there are none.
  func range(of prefix: Span<UInt8>) -> Range<Int>

  /// The exact number of bytes that this index keeps in memory, by part.
  var memoryFootprint: MemoryFootprint { get }

  /// A prefix of at least one key, as the index represents it: a state of a walk.
  ///
  /// A position is valid only for the index that made it, and for its copies.
  associatedtype Position: Sendable = PrefixPosition

  /// The position of the empty prefix, at which every walk begins.
  var root: Position { get }

  /// Finds the position of `prefix`.
  ///
  /// The default implementation takes a step for each byte.
  ///
  /// - Parameter prefix: Any bytes; they need not be UTF-8.
  /// - Returns: The position, or `nil` if no key begins with `prefix`; the root for no bytes.
  func position(of prefix: Span<UInt8>) -> Position?

  /// Finds the position that some bytes lead to from another position.
  ///
  /// The default implementation takes a step for each byte.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to append.
  ///   - position: Where to begin.
  /// - Returns: The position, or `nil` if no key continues with the bytes.
  func position(of bytes: Span<UInt8>, from position: Position) -> Position?

  /// The rows whose key begins with the bytes that lead to `position`.
  func rows(below position: Position) -> Range<Int>

  /// The rows whose key ends at `position`: the first of ``rows(below:)``, often none.
  func rows(endingAt position: Position) -> Range<Int>

  /// The position one byte further.
  ///
  /// - Parameters:
  ///   - position: The parent.
  ///   - byte: The byte to append.
  /// - Returns: The position, or `nil` if no key continues with the byte. Every sequence of children is
  ///   finite, even in a damaged index.
  func child(of position: Position, by byte: UInt8) -> Position?

  /// The position one byte further towards the key of a row.
  ///
  /// - Parameters:
  ///   - position: The parent.
  ///   - row: The row.
  /// - Returns: The child whose rows contain `row`, and the byte that leads to it; `nil` if the key
  ///   of `row` ends at `position`, or if `row` does not lie below it.
  func child(of position: Position, containing row: Int) -> (byte: UInt8, child: Position)?

  /// The bytes by which `position` has a child: those that may be typed next.
  ///
  /// The default implementation visits the children.
  func bytes(after position: Position) -> ByteSet

  /// Visits the positions one byte further, in ascending order of bytes.
  ///
  /// - Parameters:
  ///   - position: The parent.
  ///   - bytes: The bytes to visit; children by other bytes are skipped, and not made.
  ///   - body: A closure that is called with each byte and its child.
  func forEachChild(
    of position: Position, in bytes: ByteSet, _ body: (UInt8, Position) -> Void)
}

/// The bytes that a structure keeps in memory, part by part.
///
/// It counts the bytes that the structure requests: its arrays, objects and regions with their headers.
/// Rounding by the allocator is left out, so that the figure is the same on every system.
public struct MemoryFootprint: Sendable, Hashable {
  /// A named part of a structure.
  package struct Part: Sendable, Hashable {
    /// The name of the part, a word or two.
    package let name: String
    /// Its size in bytes.
    package let byteCount: Int

    /// Creates a part.
    package init(_ name: String, byteCount: Int) {
      self.name = name
      self.byteCount = byteCount
    }
  }

  /// The parts, in the order of the structure's layout.
  package let parts: [Part]

  /// Creates a footprint.
  ///
  /// - Parameter parts: The names of the parts, a word or two each, and their sizes in bytes.
  public init(_ parts: [(name: String, byteCount: Int)]) {
    self.parts = parts.map { Part($0.name, byteCount: $0.byteCount) }
  }

  /// Creates a footprint of `parts`.
  package init(parts: [Part]) { self.parts = parts }

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
    self.init(parts: parts)
  }
}
