/// What a search is asked for: a value that decorators rewrite, and that a remote source can be sent.
///
/// ```swift
/// var query = SearchQuery("springfield, il", limit: 5)
/// query.filter.countries = ["US", "CA"]
/// let matches = cities.search(query)
/// ```
///
/// Order, filter and limit give the same answer whichever is set first: of the cities that the filter
/// keeps, as many as the limit says are given, the first in order.
public struct SearchQuery: Sendable, Hashable {
  /// What somebody typed, as it is.
  public var text: String
  /// Which names count.
  public var names: NameScope
  /// The order of the answer.
  public var order: CityOrder
  /// Whether names that are spelled a little differently are found, too.
  public var typos: TypoTolerance
  /// The most matches to give, none if it is negative; `nil` for all.
  public var limit: Int?
  /// Which cities may be found.
  public var filter: CityFilter

  /// Creates a query.
  ///
  /// - Parameters:
  ///   - text: What somebody typed.
  ///   - names: Which names count.
  ///   - order: The order of the answer.
  ///   - typos: Whether names that are spelled a little differently are found, too.
  ///   - limit: The most matches to give; `nil` for all.
  ///   - filter: Which cities may be found.
  public init(
    _ text: String, names: NameScope = .all, order: CityOrder = .relevance,
    typos: TypoTolerance = .automatic, limit: Int? = nil, filter: CityFilter = CityFilter()
  ) {
    self.text = text
    self.names = names
    self.order = order
    self.typos = typos
    self.limit = limit
    self.filter = filter
  }

  /// Whether a decorator has set the order, so that one further in leaves it as it is.
  var orderSetting = OrderSetting()

  /// A mark that does not make queries differ: what is asked for is the same with it.
  struct OrderSetting: Sendable, Hashable {
    var isFinal = false

    static func == (one: OrderSetting, two: OrderSetting) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  /// The same query for a text that is compared with own names only, in canonical order.
  static func canonical(_ text: String, limit: Int?) -> SearchQuery {
    SearchQuery(text, names: .own, order: .name, typos: .never, limit: limit)
  }

  /// Whether the index over own names has the whole answer.
  var isAboutOwnNames: Bool { names == .own && order != .relevance && typos == .never }
}

/// Which names of a city count.
public enum NameScope: String, Sendable, Hashable, Codable, CaseIterable {
  /// The name in the gazetteer, and no regions behind it.
  case own
  /// Names in all languages, short and long forms, codes, later words; and regions behind the name.
  case all
}

/// Whether a search forgives mistakes.
public enum TypoTolerance: String, Sendable, Hashable, Codable, CaseIterable {
  /// Where fewer than ten cities match what was typed: one edit in four letters or more, two in eight
  /// or more.
  case automatic
  /// Only what was typed.
  case never
}
