import CitySearch

/// A query whose folding has been paid for: what the stages behind folding start from.
///
/// A subject that does not work on folded bytes takes the text.
struct PreparedQuery: Sendable {
  let text: String
  let folded: FoldedQuery

  init(_ text: String) {
    self.text = text
    folded = FoldedQuery(text)
  }
}
