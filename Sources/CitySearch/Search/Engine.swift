public import PrefixSearch

/// The engines: three structures that give the same answers at different cost.
///
/// The raw value is the engine's name in tables and on command lines.
public enum Engine: String, CaseIterable, Sendable, Codable {
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
  package func makeIndex(over keys: SortedKeys) -> any PrefixIndex {
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

  func bytes(after position: Base.Position) -> ByteSet { base.bytes(after: position) }

  func forEachChild(
    of position: Base.Position, in bytes: ByteSet, _ body: (UInt8, Base.Position) -> Void
  ) {
    base.forEachChild(of: position, in: bytes, body)
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
  var bounded: any PrefixIndex { isEngine ? self : BoundedIndex(self) }

  /// Whether this index is an engine of this package.
  var isEngine: Bool { self is any BoundedRows }
}

/// A linear scan that folds and compares every name: the reference implementation.
///
/// It shares only the folding with the engines, so tests and the benchmark compare them with it.
package struct LinearScan: Sendable {
  /// The cities.
  package let gazetteer: Gazetteer

  /// Takes the cities; nothing is built.
  package init(_ gazetteer: Gazetteer) { self.gazetteer = gazetteer }

  /// Finds the cities whose name begins with `text`, in canonical order.
  ///
  /// - Parameters:
  ///   - text: The typed text; it is folded like the names.
  ///   - limit: The greatest number of matches; `nil` for all.
  /// - Returns: The matches.
  /// - Complexity: O(*b*), where *b* is the length of all names in bytes.
  package func ownNames(beginningWith text: String, limit: Int? = nil) -> CityMatches {
    let prefix = FoldedQuery(text)
    let rows = rows(of: prefix)
    let matches = rows.map { gazetteer.table.match(atRow: $0, by: TypedPrefix(prefix)) }
    return CityMatches(matches).filtered(by: CityFilter(), limit: limit)
  }

  /// The rows whose key begins with `prefix`.
  private func rows(of prefix: FoldedQuery) -> [CityRow] {
    let wanted = prefix.bytes
    return gazetteer.indices.filter { row in
      Folding.key(of: gazetteer[row].name).starts(with: wanted)
    }
  }
}
