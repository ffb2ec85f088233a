/// A page of a long list, so that thousands of lines make no page of megabytes.
struct ListPage {
  let list: PagedList
  /// The position of a line of the page.
  let position: Int

  /// The number of lines of a page.
  static let length = 100

  /// The lines of a page, of which there are fewer than asked for if the list has become shorter.
  static func range(around position: Int, of count: Int) -> Range<Int> {
    let last = max(0, count - 1) / length * length
    let start = max(0, min(position / length * length, last))
    return start..<min(start + length, count)
  }
}

/// A list that is shown in pages.
enum PagedList: Int, CaseIterable {
  case favorites, found, failures
}

/// The pages of all lists that are shown.
struct ListPages {
  private var positions = [Int](repeating: 0, count: PagedList.allCases.count)

  mutating func show(_ page: ListPage) { positions[page.list.rawValue] = page.position }

  /// The lines of the page of a list.
  func range(of list: PagedList, count: Int) -> Range<Int> {
    ListPage.range(around: positions[list.rawValue], of: count)
  }
}

extension ListPage {
  /// Decodes a page: the name of its list, and a position.
  init(_ arguments: inout PageArguments) throws(PageError) {
    switch try arguments.text() {
    case "favorites": list = .favorites
    case "found": list = .found
    case "failures": list = .failures
    default: throw PageError("there is no such list")
    }
    position = try arguments.number()
  }
}
