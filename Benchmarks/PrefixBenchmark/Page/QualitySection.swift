extension ReportSource {
  /// How often the city that is meant is found.
  var qualitySection: Section? {
    Section(
      "Quality of answers", id: "quality",
      """
      Whether the city that is meant is among the first, and after how many letters. This depends on \
      code and data only, not on the machine.
      """,
      sideBySide { named in
        guard let report = named.result.quality else { return [] }
        return plainTable("All queries", report.summary)
          + [tag("p", text: report.summaryNote)]
          + [
            tag(
              "details", [:],
              [tag("summary", text: "By kind of query")]
                + plainTable("In percent", report.shares([.first, .amongFive])))
          ]
      })
  }

  /// A table of text, in a box of its own that scrolls sideways.
  private func plainTable(_ caption: String, _ table: Table) -> [Markup] {
    let heads = table.heads.map { head in
      tag("th", ["scope": "col"], text: head.replacing("\n", with: " "))
    }
    let rows = table.rows.map { row in
      tag(
        "tr", [:],
        [tag("th", ["scope": "row"], text: row[0])] + row.dropFirst().map { tag("td", text: $0) })
    }
    return [
      tag(
        "div", ["class": "scroll", "role": "region", "tabindex": "0", "aria-label": caption],
        [
          tag(
            "table", [:],
            [
              tag("caption", text: caption), tag("thead", [:], [tag("tr", [:], heads)]),
              tag("tbody", [:], rows),
            ])
        ])
    ]
  }
}
