/// A trie of objects linked by references, one byte a step: the textbook structure.
///
/// Every distinct prefix of every key is a node (Fredkin, *Trie Memory*, 1960), and a lookup follows
/// one reference for each byte. It is here as the yardstick: what everybody would write first, kept
/// honest. A node keeps its children in two small sorted arrays rather than a dictionary, which is
/// the cheaper of the usual forms; still a tree of this kind costs tens of times the memory of
/// ``RadixTree``, and each step waits for the memory that the last one pointed at.
public struct PointerTrie: PrefixIndex {
  let tree: Tree

  /// The number of rows, equal keys counted each.
  ///
  /// - Complexity: O(1).
  public var count: Int { tree.root.rows.count }

  /// Inserts the keys one after the other.
  ///
  /// - Complexity: O(*b*) time and space, where *b* is the length of all distinct keys in bytes.
  public init(_ keys: SortedKeys) {
    tree = Tree(keys)
    checkInvariants(keys)
  }
}

extension PointerTrie {
  /// A prefix of one key or more.
  final class Node {
    /// The rows of the keys that begin with this prefix.
    var rows: Range<UInt32>
    /// The bytes that lead on, ascending.
    var bytes: [UInt8] = []
    /// Where each of `bytes` leads to.
    var children: [Node] = []

    init(rows: Range<UInt32>) { self.rows = rows }
  }

  /// The owner of all nodes.
  ///
  /// Sendable without the compiler's check: nodes are written only inside `init`, before anybody
  /// else can see them, and inside `deinit`, when nobody can see them any more.
  final class Tree: @unchecked Sendable {
    let root: Node
    let nodeCount: Int

    init(_ keys: SortedKeys) {
      (root, nodeCount) = PointerTrie.build(keys)
    }

    /// Takes the tree apart node by node.
    ///
    /// Left alone, a node would free its children inside its own freeing, and a key of 10 kB would
    /// need ten thousand nested calls, more than the stack of a secondary thread holds.
    deinit {
      var nodes = [root]
      while let node = nodes.popLast() {
        nodes.append(contentsOf: node.children)
        node.children = []
      }
    }
  }
}
