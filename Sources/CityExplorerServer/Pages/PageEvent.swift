#if Server
import CityExplorer
import CitySession

/// An event of a page, as a server-sent event.
enum PageEvent: Sendable, Equatable {
  /// The id of the page, which the script sends with each action.
  case page(PageID)
  /// A part of the document, which replaces the element with the same id.
  case part(String)
  /// The status of the page outside of its parts.
  case status(PageStatus)

  /// The event in the format of `text/event-stream`.
  var text: String {
    switch self {
    case .page(let id): Self.text("page", id.text)
    case .part(let html): Self.text("part", html)
    case .status(let status): Self.text("status", PageView.json(status))
    }
  }

  /// A comment that is written at intervals, to detect closed connections.
  static let heartbeat = ": \n\n"

  private static func text(_ name: String, _ data: String) -> String {
    // In event streams, carriage returns end lines, too.
    let lines = data.split(omittingEmptySubsequences: false) { $0.isNewline }
    return "event: \(name)\n" + lines.map { "data: \($0)\n" }.joined() + "\n"
  }
}

/// The status of a page outside of its parts.
struct PageStatus: Sendable, Equatable, Encodable {
  /// The number of the latest text that this status answers.
  let number: Int
  /// The text of the search field.
  let query: String
  /// The address for the address bar.
  let path: String
  let title: String
  /// The announcement for screen readers.
  let announcement: String
  let isBusy: Bool

  init(of view: PageView, number: Int) {
    self.number = number
    query = view.state.query
    path = PageAddress(of: view.state).path
    title = view.title
    announcement = view.status
    if case .loading = view.state.lookup {
      isBusy = true
    } else {
      isBusy = view.state.phase.isSearching || view.isSwitching
    }
  }
}

/// The position of a browser in the events of a page, with which it reconnects.
struct EventPosition: Sendable, Equatable, LosslessStringConvertible {
  let page: PageID
  let version: Int

  init(page: PageID, version: Int) {
    self.page = page
    self.version = version
  }

  init?(_ description: String) {
    let parts = description.split(separator: ":")
    guard parts.count == 2, let page = PageID(String(parts[0])), let version = Int(parts[1])
    else { return nil }
    self.init(page: page, version: version)
  }

  var description: String { "\(page.text):\(version)" }
}

/// The rendered parts of a page, each with the version of its latest change.
struct RenderedParts {
  private struct Part {
    let html: String
    let version: Int
  }

  private var parts: [PageView.Fragment: Part] = [:]
  private var status: (value: PageStatus, version: Int)?
  /// The number of changes so far.
  private(set) var version = 0

  /// Replaces the parts that changed, as one new version.
  mutating func update(_ fragments: [(PageView.Fragment, String)], status newStatus: PageStatus) {
    let next = version + 1
    for (fragment, html) in fragments where parts[fragment]?.html != html {
      parts[fragment] = Part(html: html, version: next)
      version = next
    }
    if status?.value != newStatus {
      status = (newStatus, next)
      version = next
    }
  }

  /// The parts and the status that changed after a version.
  func events(after version: Int) -> [PageEvent] {
    var events = PageView.Fragment.allCases.compactMap { fragment in
      parts[fragment].flatMap { $0.version > version ? PageEvent.part($0.html) : nil }
    }
    if let status, status.version > version { events.append(.status(status.value)) }
    return events
  }
}
#endif
