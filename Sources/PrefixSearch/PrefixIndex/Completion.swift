/// A key that begins with a prefix, and its rows.
public struct Completion: Sendable, Hashable {
  /// The whole key, the prefix included.
  public let key: [UInt8]
  /// The rows that have this key.
  public let rows: Range<Int>

  package init(key: [UInt8], rows: Range<Int>) {
    self.key = key
    self.rows = rows
  }
}

extension PrefixIndex {
  /// Lists the distinct keys that begin with `prefix`, in order.
  ///
  /// - Parameters:
  ///   - prefix: Any bytes; they need not be UTF-8.
  ///   - limit: The greatest number of keys, none if it is negative; `nil` for all.
  /// - Returns: The first keys, each with its rows.
  /// - Complexity: *b* steps, where *b* is the length of the listed keys in bytes, without the prefix that
  ///   each shares with the one before it.
  @specialized(where Self == RadixTree)
  @specialized(where Self == TopKTree)
  public func completions(of prefix: Span<UInt8>, limit: Int? = nil) -> [Completion] {
    guard let start = position(of: prefix) else { return [] }
    let limit = limit ?? .max
    // The positions from the prefix down to the current one, and the bytes that lead there.
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
        // All keys below are listed. In a damaged index, rows without a key are skipped.
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
  ///   - limit: The greatest number of keys, none if it is negative; `nil` for all.
  /// - Returns: The first keys, each with its rows.
  /// - Complexity: As for a span.
  public func completions(of prefix: [UInt8], limit: Int? = nil) -> [Completion] {
    completions(of: prefix.span, limit: limit)
  }

  /// Lists the distinct keys that begin with the UTF-8 bytes of `prefix`, in order.
  ///
  /// - Parameters:
  ///   - prefix: The text to complete; nothing is folded or normalized.
  ///   - limit: The greatest number of keys, none if it is negative; `nil` for all.
  /// - Returns: The first keys, each with its rows.
  /// - Complexity: As for a span.
  public func completions(of prefix: String, limit: Int? = nil) -> [Completion] {
    completions(of: prefix.utf8.span, limit: limit)
  }
}
