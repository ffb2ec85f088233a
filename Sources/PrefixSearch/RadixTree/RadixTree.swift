/// A path-compressed tree in one region of flat arrays: small, fast, and the default engine.
///
/// Where ``PointerTrie`` has an object for every byte of every key, this tree has a node only where
/// keys part (Morrison's PATRICIA, 1968; Knuth 6.3), and no references at all: nodes and edges are
/// numbered level by level, so that the numbering itself says where a child lies (the idea of
/// Jacobson's level-order trees, 1989).
///
/// - A *node* has a *label*, the bytes that all keys below it share from there on, and its edges.
///   The root's label is empty.
/// - An *edge* has the first byte of what follows and the first row below it. Its rows end where its
///   next sibling's begin, or where its parent's end. A node's own key, if it has one, has the rows
///   before those of its first edge.
/// - An edge leads to a node if at least two keys lie below it; else it owns a *tail*, the rest of
///   its only key. The *k*-th of the edges that lead to nodes leads to node *k* + 1.
/// - Labels and tails have at most 255 bytes. What is longer becomes a chain of nodes with one edge
///   each, so a key may be as long as it likes, and no field needs an escape.
/// - A table on the first two bytes jumps over the two widest levels.
///
/// The article <doc:RadixTreeFormat> draws the bytes.
///
/// ## Resource usage
///
/// Over the 197,338 distinct keys of 234,908 cities it takes less memory than their text. Building
/// needs room for the arrays twice, once as they grow and once as they are laid out.
public struct RadixTree: PrefixIndex {
  let region: ByteRegion
  let layout: Layout

  /// The number of rows, equal keys counted each.
  ///
  /// - Complexity: O(1).
  public var count: Int { layout.rowCount }

  /// Builds the tree level by level.
  ///
  /// - Complexity: O(*b*) time and space, where *b* is the length of all distinct keys in bytes.
  public init(_ keys: SortedKeys) {
    var builder = Builder(keys)
    builder.build()
    (region, layout) = builder.layOut()
    checkInvariants(keys)
  }

  /// Takes a region as it is, even if its bytes are wrong.
  init(region: ByteRegion, layout: Layout) {
    (self.region, self.layout) = (region, layout)
  }
}
