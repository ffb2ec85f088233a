#if Server
import Foundation
import NIOCore

/// What a page tells its browser.
enum PageEvent: Sendable, Equatable {
  /// The id of the page, which actions are sent with.
  case page(PageID)
  /// A part of the document takes the place of the one with the same id.
  case part(String)
  case status(PageStatus)

  /// The event in the form of a stream of events.
  var text: String {
    switch self {
    case .page(let id): Self.text("page", id.text)
    case .part(let html): Self.text("part", html)
    case .status(let status): Self.text("status", PageView.json(status))
    }
  }

  /// What is written when nothing happened, so that a connection that is gone is noticed.
  static let heartbeat = ": \n\n"

  private static func text(_ name: String, _ data: String) -> String {
    // Carriage returns end lines, too.
    let lines = data.split(omittingEmptySubsequences: false) { $0.isNewline }
    return "event: \(name)\n" + lines.map { "data: \($0)\n" }.joined() + "\n"
  }
}

/// What a page shows outside of its parts.
struct PageStatus: Sendable, Equatable, Encodable {
  /// The number of the newest text that this is the answer to.
  let number: Int
  /// The text that belongs into the field.
  let query: String
  /// The address that belongs into the address bar.
  let path: String
  let title: String
  /// What screen readers say.
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

/// Where in a page's events a browser is: it asks with this for what it missed.
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
#endif
