import CitySearch
import PrefixSearch

/// Something that finds cities by the beginning of their name, under measurement: an engine, the
/// baseline, or what a user would take instead.
///
/// A subject need not be a `PrefixIndex`. It says which stages it has, and only those are called. All
/// that it answers goes into a digest, by which answers are compared while they are timed; a subject
/// whose entry says that it answers another question is excepted from that.
///
/// The methods are what is timed: they should do what a user of the subject would do, and no more.
protocol Subject: Sendable {
  /// The stages it can answer, of `locate`, `rows` and `cities`. The others are derived from
  /// `search`, and exist if it does.
  var stages: Set<Measure.Stage> { get }

  /// The exact bytes of its structure by part, without the gazetteer, which all share; `nil` if they
  /// cannot be known exactly. A subject that needs no structure has no parts.
  var memoryFootprint: MemoryFootprint? { get }

  /// The number of nodes, if it is a tree.
  var nodeCount: Int? { get }

  /// Itself behind the interface of this package, if it fits there.
  var search: CityIndex? { get }

  /// A search over all names by relevance, which has the stages `rows` and `cities` in that order.
  var namesSearch: CityCompleter? { get }

  /// Whether a query takes as long as all names do, so that only a few can be asked where none may
  /// be left out by the clock.
  var looksAtEveryName: Bool { get }

  /// Stage `locate`: finds how many cities match.
  func locate(_ query: PreparedQuery) -> Int

  /// Stage `rows`: finds the ids of the first matches in canonical order; all of them without a limit.
  func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest)

  /// Stage `cities`: finds the first matches of a text, in canonical order; all of them without a
  /// limit. Each is made as a city with its name and its highlight.
  func cities(_ text: String, limit: Int?, into digest: inout AnswerDigest)
}

extension Subject {
  var nodeCount: Int? { nil }
  var search: CityIndex? { nil }
  var namesSearch: CityCompleter? { nil }
  var looksAtEveryName: Bool { false }

  // Stages that a subject does not name are never called.
  func locate(_ query: PreparedQuery) -> Int { 0 }
  func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest) {}
  func cities(_ text: String, limit: Int?, into digest: inout AnswerDigest) {}
}

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
