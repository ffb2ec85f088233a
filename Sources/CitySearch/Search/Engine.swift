public import PrefixSearch

/// The engines: three structures that give the same answers at different cost.
///
/// The raw value is the engine's name in tables and on command lines.
public enum Engine: String, CaseIterable, Sendable {
  /// The smallest and fastest, and the default: `PrefixSearch.RadixTree`.
  case radixTree = "RadixTree"
  /// Simple and fast: `PrefixSearch.SortedArray`.
  case sortedArray = "SortedArray"
  /// The textbook structure, for comparison: `PrefixSearch.PointerTrie`.
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

/// A decorator that clamps the rows of an index of another module to those that exist.
///
/// A row that does not exist would be read as a city of zeros. The engines of this package never return
/// such rows, and are not wrapped, so that they do not pay for the checks.
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

  func position(of bytes: Span<UInt8>, from position: Base.Position) -> Base.Position? {
    base.position(of: bytes, from: position)
  }

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

  func forEachChild(
    of position: Base.Position, in bytes: ClosedRange<UInt8>, except skipped: PackedBytes,
    continuingWith next: PackedBytes, _ body: (UInt8, Base.Position, UInt8) -> Void
  ) {
    base.forEachChild(of: position, in: bytes, except: skipped, continuingWith: next, body)
  }

  private func bounded(_ rows: Range<Int>) -> Range<Int> { rows.clamped(to: 0..<count) }
}

/// An index that never returns rows that do not exist.
private protocol BoundedRows {}

extension RadixTree: BoundedRows {}
extension SortedArray: BoundedRows {}
extension PointerTrie: BoundedRows {}

extension PrefixIndex {
  /// This index if it is an engine of this package, or a decorator that clamps its rows.
  var bounded: any PrefixIndex { self is any BoundedRows ? self : BoundedIndex(self) }
}
