import CitySearch
package import PrefixSearch

/// The trie of the textbook: a dictionary of characters in every node, and in every node all cities
/// whose name leads through it.
///
/// A walk finds the complete list of an answer. In return, every city is stored once for each character of
/// its name.
package final class CharacterTrie: Subject {
  private let root: Node
  package let nodeCount: Int?

  /// A prefix of folded names, with the cities that have it.
  private final class Node {
    var children: [Character: Node] = [:]
    var cities: [City] = []
  }

  /// Makes a path of characters for each folded name, none of which may have several scalars: a query with
  /// only the first one would not find it.
  package init(_ input: SubjectInput) throws {
    let root = Node()
    var nodeCount = 1
    for (key, city) in zip(input.foldedTexts(), input.gazetteer) {
      var node = root
      node.cities.append(city)
      guard key.count == key.unicodeScalars.count else {
        throw BenchFailure("\"\(key)\" has characters that consist of several scalars.")
      }
      for character in key {
        if let child = node.children[character] {
          node = child
        } else {
          let child = Node()
          node.children[character] = child
          node = child
          nodeCount += 1
        }
        node.cities.append(city)
      }
    }
    self.root = root
    self.nodeCount = nodeCount
  }

  package var stages: Set<Measure.Stage> { [.locate, .rows, .cities] }

  package func locate(_ query: PreparedQuery) -> Int { cities(query.folded)?.count ?? 0 }

  package func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest) {
    for city in cities(query.folded)?.prefix(limit ?? .max) ?? [] { digest.add(id: city.id) }
  }

  package func cities(_ text: String, limit: Int?, into digest: inout AnswerDigest) {
    let query = FoldedQuery(text)
    for city in cities(query)?.prefix(limit ?? .max) ?? [] {
      let highlight = query.highlight(in: city.name) ?? .empty
      digest.add(CityMatch(city: city, highlight: highlight))
    }
  }

  private func cities(_ query: FoldedQuery) -> [City]? {
    var node = root
    for character in String(decoding: query.bytes, as: UTF8.self) {
      guard let child = node.children[character] else { return nil }
      node = child
    }
    return node.cities
  }
}

// The nodes are written while the trie is built, and never again: `root` is private.
extension CharacterTrie: @unchecked Sendable {}

extension CharacterTrie {
  /// The size, for which all nodes are visited.
  ///
  /// A long name is counted once for its city, since copies share it.
  package var memoryFootprint: MemoryFootprint? {
    var (dictionaries, lists) = (0, 0)
    var nodes = [root]
    while let node = nodes.popLast() {
      dictionaries += node.children.storageByteCount
      lists += MemoryFootprint.Part("", storageOf: node.cities).byteCount
      nodes.append(contentsOf: node.children.values)
    }
    let objectHeader = 2 * MemoryLayout<Int>.size
    let node = objectHeader + MemoryLayout<[Character: Node]>.size + MemoryLayout<[City]>.size
    let names = root.cities.reduce(0) { $0 + $1.name.storageByteCount }
    return MemoryFootprint([
      MemoryFootprint.Part("nodes", byteCount: (nodeCount ?? 0) * node),
      MemoryFootprint.Part("dictionaries", byteCount: dictionaries),
      MemoryFootprint.Part("lists of cities", byteCount: lists),
      MemoryFootprint.Part("long names", byteCount: names),
    ])
  }
}

extension Dictionary {
  /// The bytes of the storage: a header of 64, one bit for each bucket in whole words, and the
  /// buckets, of which the standard library fills three in four at most.
  fileprivate var storageByteCount: Int {
    guard capacity > 0 else { return 0 }
    var buckets = 2
    while buckets * 3 / 4 < capacity { buckets *= 2 }
    let words = (buckets + 63) / 64
    return 64 + words * 8
      + buckets * (MemoryLayout<Key>.stride + MemoryLayout<Value>.stride)
  }
}
