/// A query: a value that decorators rewrite, and that can be sent to a remote source.
///
/// ```swift
/// var query = SearchQuery("springfield, il", limit: 5)
/// query.filter.countries = ["US", "CA"]
/// let matches = cities.search(query)
/// ```
///
/// The answer has the cities that pass the filter, in order, and no more of them than the limit.
public struct SearchQuery: Sendable, Hashable {
  /// The typed text, not folded.
  ///
  /// Its first 1,000 code points are read: no line that names a city has more.
  public var text: String
  /// Which names are searched.
  public var names: NameScope
  /// The order of the answer; `nil` for the one that the source prefers, which is that by relevance for a
  /// ``CityIndex``.
  public var order: CityOrder?
  /// Whether names are found, too, that do not match as typed.
  public var typos: TypoTolerance
  /// The greatest number of matches, none if it is negative; `nil` for all.
  public var limit: Int?
  /// Which cities may be found.
  public var filter: CityFilter
  /// What is known of the person who types, for the order by relevance; `nil` for nothing.
  public var bias: SearchBias?

  /// Creates a query.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - names: Which names are searched.
  ///   - order: The order of the answer; `nil` for the one that the source prefers.
  ///   - typos: Whether names are found, too, that do not match as typed.
  ///   - limit: The greatest number of matches; `nil` for all.
  ///   - filter: Which cities may be found.
  ///   - bias: What is known of the person who types; `nil` for nothing.
  public init(
    _ text: String, names: NameScope = .all, order: CityOrder? = nil,
    typos: TypoTolerance = .automatic, limit: Int? = nil, filter: CityFilter = CityFilter(),
    bias: SearchBias? = nil
  ) {
    self.text = text
    self.names = names
    self.order = order
    self.typos = typos
    self.limit = limit
    self.filter = filter
    self.bias = bias
  }
}

extension SearchQuery {
  /// The greatest number of code points that are read of a typed text, and that an address may have.
  package static let textLength = 1_000

  /// The part of the text that is read.
  package var readText: String { text.prefix(codePoints: Self.textLength) }
}

/// Which names of a city are searched.
@nonexhaustive
public enum NameScope: String, Sendable, Hashable, CaseIterable {
  /// The name in the gazetteer, without regions after it.
  case own
  /// Names in all languages, short and long forms, codes, later words; and regions after the name.
  case all
}

/// Whether a search corrects typos, and finds names inside the text and names that sound like it.
@nonexhaustive
public enum TypoTolerance: String, Sendable, Hashable, CaseIterable {
  /// If fewer than ten cities match the typed text: one edit in at least four letters, two in at least
  /// eight.
  case automatic
  /// Only what matches as typed is found.
  case never
}
