import CitySearch

/// A query whose folding has been paid for: what the stages behind folding start from.
///
/// A subject that does not work on folded bytes takes the text.
struct PreparedQuery: Sendable {
  let text: String
  /// The bytes that keys begin with if they match.
  let folded: FoldedQuery

  init(_ text: String) {
    self.text = text
    folded = FoldedQuery(text)
  }

  /// Takes a text as it stands, for keys that are compared byte by byte.
  init(unfolded text: String) {
    self.text = text
    folded = FoldedQuery(copying: text.utf8.span)
  }
}
