internal import CitySearch

/// When a search field asks its source.
package struct SearchPacing: Sendable, Equatable {
  /// The number of characters that a text needs; `nil` for 3, or 1 if its first letter is Chinese, Japanese
  /// or Korean.
  ///
  /// Requests for the first letters of a name cost a server much and find little. Where a character is a
  /// syllable or a word, a whole name may have only two: "北京".
  package var minimumCharacters: Int?
  /// How long to wait for a pause in typing.
  package var pause: Duration

  package init(minimumCharacters: Int?, pause: Duration) {
    self.minimumCharacters = minimumCharacters
    self.pause = pause
  }

  /// That of cities in memory: from the first character on, at once.
  package static let immediate = SearchPacing(minimumCharacters: 1, pause: .zero)
}

/// The state machine of a search field: pure transitions, without tasks, clocks and locks.
///
/// Which answer counts is decided here and nowhere else: for the callers of a ``LocationSearch``, and for the
/// state of a screen, which gets its answers from another actor or over a network. Each request has a number,
/// and numbers ascend. Only the ``pending`` one can be answered; an event for any other number is late and
/// changes nothing. Each request has exactly one ``Action/resume(_:_:)`` or ``Action/giveUp(_:)``.
package struct SearchStateMachine: Sendable, Equatable {
  package typealias Outcome = Result<SearchCompletions, LocationSearchError>

  /// What follows from a transition, in order.
  package enum Action: Sendable, Equatable {
    /// The request has its outcome.
    case resume(Int, Outcome)
    /// The request was replaced or cancelled, and has none.
    case giveUp(Int)
    /// Cancel the pause or the search of the previous request.
    case cancelTask
    /// Wait, then call `pauseElapsed`.
    case pause(Int, Duration)
    /// Ask the source, then call `finished`.
    case search(SearchRequest)
  }

  /// The newest request, whatever became of it; `nil` before the first.
  package private(set) var newest: SearchRequest?
  /// The number of the request whose answer is awaited, which is that of the newest, or of an older one
  /// that it joined; `nil` if none is awaited.
  private var awaited: Int?
  /// Whether the source was asked for the pending request, and not only a pause waited for.
  private(set) var isAsking = false
  /// The answer to the newest request, if it was answered and none was made since.
  private var answer: SearchCompletions?
  private let pacing: SearchPacing

  package init(_ pacing: SearchPacing) { self.pacing = pacing }

  /// The newest request, if it waits for its answer.
  package var pending: SearchRequest? { awaited == nil ? nil : newest }
}

extension SearchStateMachine {
  /// Handles a new request.
  package mutating func begin(_ request: SearchRequest) -> [Action] {
    defer { newest = request }
    let (number, query) = (request.number, request.query)
    let minimum = request.isSubmitted ? 1 : pacing.minimumCharacters
    switch SearchCriteria(query.text, minimumCharacters: minimum) {
    case .empty:
      return abandon() + [.resume(number, .success([]))]
    case .tooShort(let minimum):
      let error = LocationSearchError.invalidSearchCriteria(minimumCharacters: minimum)
      return abandon() + [.resume(number, .failure(error))]
    case .searchable:
      break
    }
    let isEquivalent = newest?.query.isEquivalent(to: query) ?? false
    if let answer, isEquivalent { return [.resume(number, .success(answer))] }
    if isAsking, isEquivalent, let older = pending {
      // The search in flight answers this request, too.
      return [.giveUp(older.number)]
    }
    // A request for more completions comes from a tap, and a repeated text with another bias from a
    // change of place: neither is typing.
    let isRepeated = answer != nil && newest?.query.hasSameText(as: query) == true
    let abandoned = abandon()
    awaited = number
    guard pacing.pause > .zero, !request.isSubmitted, !isRepeated else {
      return abandoned + search(for: request)
    }
    return abandoned + [.pause(number, pacing.pause)]
  }

  /// Handles the end of a pause.
  package mutating func pauseElapsed(_ number: Int) -> [Action] {
    guard !isAsking, let request = pending, request.number == number else { return [] }
    return search(for: request)
  }

  /// Handles the answer or the error of the source.
  package mutating func finished(_ number: Int, _ outcome: Outcome) -> [Action] {
    guard isAsking, awaited == number, let request = newest else { return [] }
    (awaited, isAsking) = (nil, false)
    if case .success(let completions) = outcome { answer = completions }
    return [.resume(request.number, outcome)]
  }

  /// Handles the cancellation of a request.
  package mutating func cancel(_ number: Int) -> [Action] {
    pending?.number == number ? drop() : []
  }

  /// Drops the pending request and the last answer, because another text was typed.
  private mutating func abandon() -> [Action] {
    answer = nil
    return drop()
  }

  private mutating func drop() -> [Action] {
    guard let request = pending else { return [] }
    (awaited, isAsking) = (nil, false)
    return [.giveUp(request.number), .cancelTask]
  }

  private mutating func search(for request: SearchRequest) -> [Action] {
    isAsking = true
    return [.search(request)]
  }
}

extension SearchQuery {
  /// Whether both queries have the same answer: their texts say the same, and all else is equal.
  fileprivate func isEquivalent(to other: SearchQuery) -> Bool {
    var respelled = self
    respelled.text = other.text
    return respelled == other && hasSameText(as: other)
  }

  /// Whether both texts fold to the same bytes, with commas at the same positions, because a region
  /// follows a comma.
  fileprivate func hasSameText(as other: SearchQuery) -> Bool {
    guard FoldedQuery(text) == FoldedQuery(other.text) else { return false }
    let (parts, otherParts) = (text.split(separator: ","), other.text.split(separator: ","))
    return parts.count == otherParts.count
      && zip(parts, otherParts).allSatisfy {
        FoldedQuery(String($0) + " ") == FoldedQuery(String($1) + " ")
      }
  }
}

/// Whether a text can be searched for.
enum SearchCriteria: Equatable {
  /// The text has no letter and no digit, and an empty query would match every city.
  case empty
  case tooShort(minimum: Int)
  case searchable

  /// Judges a text.
  ///
  /// Characters are grapheme clusters; white space at both ends is not counted. One is enough in a page, which
  /// always has cities in memory or behind a server that bounds its own work.
  init(_ text: String, minimumCharacters: Int?) {
    let isEmpty = FoldedQuery(text).isEmpty
    #if hasFeature(Embedded)
    self = isEmpty ? .empty : .searchable
    #else
    if !isEmpty, minimumCharacters == 1 {
      // A text with a letter or digit has at least one character.
      self = .searchable
      return
    }
    let start = text.drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else {
      self = .empty
      return
    }
    let minimum = minimumCharacters ?? (start.beginsWithSyllableOrWord ? 1 : 3)
    self =
      start[...last].count < minimum ? .tooShort(minimum: minimum) : isEmpty ? .empty : .searchable
    #endif
  }
}

#if !hasFeature(Embedded)
extension Substring {
  /// Whether the first letter is Han, Kana or Hangul.
  fileprivate var beginsWithSyllableOrWord: Bool {
    unicodeScalars.first(where: \.properties.isAlphabetic)?.isSyllableOrWord ?? false
  }
}

extension Unicode.Scalar {
  /// Whether a letter is of the scripts Han, Hiragana, Katakana or Hangul.
  fileprivate var isSyllableOrWord: Bool {
    switch value {
    case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xFFA0...0xFFDC:
      true  // Hangul.
    case 0x3041...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F, 0x1AFF0...0x1B16F:
      true  // Hiragana and Katakana.
    case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3038...0x303B, 0x3400...0x4DBF,
      0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
      true  // Han.
    default: false
    }
  }
}
#endif
