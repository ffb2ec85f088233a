/// A key that begins with a prefix, and where it stands.
public struct Completion: Sendable, Hashable {
  /// The whole key, the prefix included.
  public let key: [UInt8]
  /// The rows that have this key.
  public let rows: Range<Int>

  /// Creates a completion.
  ///
  /// - Parameters:
  ///   - key: The whole key.
  ///   - rows: The rows that have it.
  public init(key: [UInt8], rows: Range<Int>) {
    self.key = key
    self.rows = rows
  }
}

/// What can be said of the keys of any index, since it can be walked.
///
/// The default engine is mostly held as `any PrefixIndex`, and a step through a witness costs several
/// times what the step does: hence code of its own for it.
extension PrefixIndex {
  /// Finds the position of `prefix`, a step for each byte.
  ///
  /// - Parameter prefix: Any bytes; they need not be UTF-8.
  /// - Returns: The position, or `nil` if no key begins with `prefix`; the root for no bytes.
  /// - Complexity: That of *m* steps, where *m* is the length of `prefix` in bytes.
  public func position(of prefix: Span<UInt8>) -> Position? {
    var position = root
    for index in prefix.indices {
      guard let child = child(of: position, by: prefix[index]) else { return nil }
      position = child
    }
    return position
  }

  /// Spells the key of a row, which no index keeps in one piece.
  ///
  /// - Parameter row: A number from 0 to `count` - 1.
  /// - Returns: The bytes of the key.
  /// - Complexity: That of *m* steps, where *m* is the length of the key in bytes.
  public func key(ofRow row: Int) -> [UInt8] {
    key(ofRow: row, startingWith: [UInt8]().span)
  }

  /// Spells the key of a row, of which the first bytes are known or guessed.
  ///
  /// To go on by a known byte is cheaper than to find the one that leads to a row.
  ///
  /// - Parameters:
  ///   - row: A number from 0 to `count` - 1.
  ///   - hint: Bytes that the key may begin with, the prefix for which the row was found, say. They
  ///     are followed as far as they agree with the key, so a wrong hint costs time and nothing else.
  /// - Returns: The bytes of the key.
  /// - Complexity: That of *m* steps, where *m* is the length of the key in bytes.
  @specialized(where Self == RadixTree)
  public func key(ofRow row: Int, startingWith hint: Span<UInt8>) -> [UInt8] {
    precondition(row >= 0 && row < count, "Row \(row) is outside 0..<\(count).")
    var (key, position) = ([UInt8](), root)
    key.reserveCapacity(hint.count + 16)
    for index in hint.indices {
      guard let child = child(of: position, by: hint[index]), rows(below: child).contains(row)
      else { break }
      key.append(hint[index])
      position = child
    }
    while let step = child(of: position, containing: row) {
      key.append(step.byte)
      position = step.child
    }
    return key
  }
}

extension PrefixIndex {
  /// Lists the distinct keys that begin with `prefix`, in order.
  ///
  /// - Parameters:
  ///   - prefix: Any bytes; they need not be UTF-8.
  ///   - limit: The most keys to list.
  /// - Returns: The first keys, each with its rows.
  /// - Complexity: That of *b* steps, where *b* is the length of the listed keys in bytes, as far as
  ///   each differs from the one before it.
  @specialized(where Self == RadixTree)
  public func completions(of prefix: Span<UInt8>, limit: Int = .max) -> [Completion] {
    guard let start = position(of: prefix) else { return [] }
    // The positions from the prefix down to where the walk is, and the bytes that lead there.
    var path = [start]
    var bytes = prefix.indices.map { prefix[$0] }
    var row = rows(below: start).lowerBound
    var completions: [Completion] = []
    while let position = path.last, completions.count < limit {
      let own = rows(endingAt: position)
      if own.contains(row) {
        completions.append(Completion(key: bytes, rows: own))
        row = own.upperBound
      } else if let step = child(of: position, containing: row) {
        path.append(step.child)
        bytes.append(step.byte)
      } else {
        // All below is listed; where the bytes of an index are wrong, what has no key is left out.
        path.removeLast()
        if !path.isEmpty { bytes.removeLast() }
        row = max(row, rows(below: position).upperBound)
      }
    }
    return completions
  }

  /// Lists the distinct keys that begin with `prefix`, in order.
  ///
  /// - Parameters:
  ///   - prefix: Any bytes; they need not be UTF-8.
  ///   - limit: The most keys to list.
  /// - Returns: The first keys, each with its rows.
  /// - Complexity: As for a span.
  public func completions(of prefix: [UInt8], limit: Int = .max) -> [Completion] {
    completions(of: prefix.span, limit: limit)
  }

  /// Lists the distinct keys that begin with the UTF-8 bytes of `prefix`, in order.
  ///
  /// - Parameters:
  ///   - prefix: The text to complete; nothing is folded or normalised.
  ///   - limit: The most keys to list.
  /// - Returns: The first keys, each with its rows.
  /// - Complexity: As for a span.
  public func completions(of prefix: String, limit: Int = .max) -> [Completion] {
    completions(of: prefix.utf8.span, limit: limit)
  }
}
