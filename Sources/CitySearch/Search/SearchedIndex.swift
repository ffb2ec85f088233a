internal import PrefixSearch

/// What a search asks an index of any type.
///
/// A class with a subclass for each type of index, because Embedded Swift has no existentials. In the
/// subclass, the search is specialized for the type: only its beginning is a dynamic call.
///
/// Sendable without the compiler's check, which demands a final class: both classes have constants of Sendable
/// types only.
class SearchedIndex: @unchecked Sendable {
  /// The texts for which this index lately had no similar name.
  let misses = MissCache()

  fileprivate init() {}

  /// An index, whose rows are clamped unless it is an engine of this package.
  static func of<Index: PrefixIndex>(_ index: Index) -> SearchedIndex {
    let isEngine =
      Index.self == RadixTree.self || Index.self == SortedArray.self
      || Index.self == PointerTrie.self
    return isEngine ? SearchedIndexOf(index) : SearchedIndexOf(BoundedIndex(index))
  }

  /// The memory of the index.
  var memoryFootprint: MemoryFootprint { Self.overridden() }

  /// The rows whose keys begin with some bytes.
  func range(of prefix: Span<UInt8>) -> Range<Int> { Self.overridden() }

  /// The best names that begin with a text; `nil` if their list is damaged.
  func bestNames(beginningWith text: Span<UInt8>, in table: Gazetteer.Table) -> BestNames? {
    Self.overridden()
  }

  /// Enumerates the names that match a query.
  func cursor(
    for query: SearchQuery, _ text: QueryText, _ names: SearchedNames, in cities: CityIndex
  ) -> MatchCursor {
    Self.overridden()
  }

  private static func overridden() -> Never {
    preconditionFailure("The subclass answers this.")
  }
}

/// What a search asks an index of one type.
final class SearchedIndexOf<Index: PrefixIndex>: SearchedIndex, @unchecked Sendable {
  private let index: Index

  init(_ index: Index) { self.index = index }

  override var memoryFootprint: MemoryFootprint { index.memoryFootprint }

  override func range(of prefix: Span<UInt8>) -> Range<Int> { index.range(of: prefix) }

  override func bestNames(
    beginningWith text: Span<UInt8>, in table: Gazetteer.Table
  ) -> BestNames? {
    table.bestNames(beginningWith: text, in: index)
  }

  override func cursor(
    for query: SearchQuery, _ text: QueryText, _ names: SearchedNames, in cities: CityIndex
  ) -> MatchCursor {
    cities.cursor(for: query, text, names, by: index, misses)
  }
}

/// A decorator that clamps the rows of an index of another module to those that exist.
///
/// A row that does not exist would be read as a city of zeros. The engines of this package never return
/// such rows, and are not wrapped, so that they do not pay for the checks.
struct BoundedIndex<Base: PrefixIndex>: PrefixIndex {
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
