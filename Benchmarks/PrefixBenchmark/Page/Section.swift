/// A part of the page under a heading.
struct Section: Sendable {
  let id: String
  let title: String
  let content: [Markup]

  /// A section; `nil` if there is nothing to show.
  init?(_ title: String, id: String, _ lead: String, _ content: [Markup]) {
    guard !content.isEmpty else { return nil }
    self.id = id
    self.title = title
    self.content = [tag("p", text: lead)] + content
  }

  var markup: Markup {
    tag("section", ["id": id], [tag("h2", text: title)] + content)
  }
}

extension ReportSource {
  /// One piece for each result that has it: below each other for one, side by side for several.
  func sideBySide(_ piece: (NamedResult) -> [Markup]) -> [Markup] {
    guard isComparison else { return results.flatMap(piece) }
    let pieces = results.compactMap { named -> Markup? in
      let content = piece(named)
      guard !content.isEmpty else { return nil }
      let title = "\(named.letter): \(named.file)"
      return tag("div", [:], [tag("h3", text: title)] + content)
    }
    return pieces.isEmpty ? [] : [tag("div", ["class": "pair"], pieces)]
  }

  /// A drawing as a figure, for desktops and for phones.
  func figure(_ drawing: (PlotSize) -> Markup, half: Bool = false, caption: String) -> Markup {
    tag(
      "figure", [:],
      [
        drawing(isComparison || half ? .half : .wide), drawing(.narrow),
        tag("figcaption", text: caption),
      ])
  }
}
