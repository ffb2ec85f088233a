/// A set of bytes, as 256 bits.
///
/// ```swift
/// let letters = index.bytes(after: position)  // What may be typed next.
/// ```
public struct ByteSet: Sendable {
  /// The high two bits of a byte select a word, its low six bits a bit of that word.
  private var words = InlineArray<4, UInt64>(repeating: 0)

  /// Creates an empty set.
  @inline(__always)
  package init() {}

  /// Creates a set of some bytes.
  package init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { insert(byte) }
  }

  /// Creates a set of a range of bytes.
  ///
  /// - Complexity: O(1).
  package init(_ bytes: ClosedRange<UInt8>) {
    for word in words.indices {
      let first = Swift.max(Int(bytes.lowerBound) - 64 * word, 0)
      let last = Swift.min(Int(bytes.upperBound) - 64 * word, 63)
      if first <= last { words[word] = (.max >> UInt64(63 - (last - first))) << UInt64(first) }
    }
  }

  /// All 256 bytes.
  @inline(__always)
  public static var all: ByteSet { ByteSet(0...255) }

  /// Adds a byte.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  package mutating func insert(_ byte: UInt8) {
    words[Int(byte &>> 6)] |= 1 &<< UInt64(byte & 63)
  }

  /// Whether the set has a byte.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  public func contains(_ byte: UInt8) -> Bool {
    // A subscript would copy all words.
    words.span[Int(byte &>> 6)] &>> UInt64(byte & 63) & 1 != 0
  }

  /// The bytes that are in both sets.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  package func intersection(_ other: ByteSet) -> ByteSet {
    var both = ByteSet()
    for index in words.indices { both.words[index] = words[index] & other.words[index] }
    return both
  }

  /// The bytes that are not in the other set.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  package func subtracting(_ other: ByteSet) -> ByteSet {
    var rest = self
    for index in words.indices { rest.words[index] &= ~other.words[index] }
    return rest
  }

  /// Whether there are no bytes.
  ///
  /// - Complexity: O(1).
  package var isEmpty: Bool { self == ByteSet() }

  /// The number of bytes.
  ///
  /// - Complexity: O(1).
  package var count: Int { words.indices.reduce(0) { $0 + words[$1].nonzeroBitCount } }
}

extension ByteSet: Sequence {
  /// An iterator over the bytes of a set.
  public struct Iterator: IteratorProtocol, Sendable {
    private let words: InlineArray<4, UInt64>
    private var word = 0
    /// The bits of the word that are left.
    private var rest: UInt64

    @inline(__always)
    fileprivate init(_ words: InlineArray<4, UInt64>) {
      self.words = words
      rest = words[0]
    }

    /// The next byte, or `nil` after the last.
    @inline(__always)
    public mutating func next() -> UInt8? {
      while rest == 0 {
        guard word < 3 else { return nil }
        word &+= 1
        rest = words[word]
      }
      defer { rest &= rest &- 1 }
      return UInt8(truncatingIfNeeded: word &<< 6 | rest.trailingZeroBitCount)
    }
  }

  /// Makes an iterator over the bytes in ascending order.
  @inline(__always)
  public func makeIterator() -> Iterator { Iterator(words) }
}

extension ByteSet: Equatable {
  /// Whether two sets have the same bytes.
  ///
  /// - Complexity: O(1).
  public static func == (one: ByteSet, two: ByteSet) -> Bool {
    one.words.indices.allSatisfy { one.words[$0] == two.words[$0] }
  }
}
