public import PrefixSearch

/// The engines: three structures that give the same answers at different cost.
///
/// The raw value is the engine's name in tables and on command lines.
public enum Engine: String, CaseIterable, Sendable {
  /// Small and fast, and the one to take: `PrefixSearch.RadixTree`.
  case radixTree = "RadixTree"
  /// Simple and fast: `PrefixSearch.SortedArray`.
  case sortedArray = "SortedArray"
  /// The textbook structure, to compare with: `PrefixSearch.PointerTrie`.
  case pointerTrie = "PointerTrie"

  /// Builds the engine's index.
  ///
  /// - Parameter keys: The keys of a gazetteer, from ``Gazetteer/sortedKeys()``, or any other.
  /// - Returns: The index.
  /// - Complexity: O(*b*), where *b* is the length of all distinct keys in bytes.
  public func makeIndex(over keys: SortedKeys) -> any PrefixIndex {
    switch self {
    case .radixTree: RadixTree(keys)
    case .sortedArray: SortedArray(keys)
    case .pointerTrie: PointerTrie(keys)
    }
  }
}

/// An index of somebody else's making, of which no row is believed that lies outside.
///
/// A row that does not exist would be read as a city of zeros. The engines here keep their promise, and
/// are not wrapped, so that nothing is spent on them.
struct BoundedIndex<Base: PrefixIndex>: PrefixIndex, BoundedRows {
  private let base: Base
  let count: Int

  init(_ base: Base) {
    self.base = base
    count = base.count
  }

  init(_ keys: SortedKeys) { self.init(Base(keys)) }

  var memoryFootprint: MemoryFootprint { base.memoryFootprint }
  var root: Base.Position { base.root }

  func range(of prefix: Span<UInt8>) -> Range<Int> { bounded(base.range(of: prefix)) }

  func position(of prefix: Span<UInt8>) -> Base.Position? { base.position(of: prefix) }

  func rows(below position: Base.Position) -> Range<Int> { bounded(base.rows(below: position)) }

  func rows(endingAt position: Base.Position) -> Range<Int> {
    bounded(base.rows(endingAt: position))
  }

  func child(of position: Base.Position, by byte: UInt8) -> Base.Position? {
    base.child(of: position, by: byte)
  }

  func child(
    of position: Base.Position, containing row: Int
  ) -> (byte: UInt8, child: Base.Position)? {
    base.child(of: position, containing: row)
  }

  func forEachChild(
    of position: Base.Position, in bytes: ClosedRange<UInt8>,
    _ body: (UInt8, Base.Position) -> Void
  ) {
    base.forEachChild(of: position, in: bytes, body)
  }

  func annotation(at position: Base.Position) -> UInt32? { base.annotation(at: position) }

  private func bounded(_ rows: Range<Int>) -> Range<Int> { rows.clamped(to: 0..<count) }
}

/// An index that gives no rows outside.
private protocol BoundedRows {}

extension RadixTree: BoundedRows {}
extension SortedArray: BoundedRows {}
extension PointerTrie: BoundedRows {}

extension PrefixIndex {
  /// This index, or one that gives no rows outside.
  var bounded: any PrefixIndex { self is any BoundedRows ? self : BoundedIndex(self) }
}
