extension ReportSource {
  /// The gazetteer as one file.
  var fileSection: Section? {
    Section(
      "One mapped file", id: "file",
      """
      Cities, names and radix tree can lie in one file, which is ready when it is mapped: pages are \
      read when a search needs them.
      """,
      sideBySide { named in
        guard let file = named.result.file else { return [] }
        let cityCount = Double(max(1, named.result.data.count))
        func bytes(_ value: Double) -> String { Quantity.bytes.text(value) }
        func time(_ estimate: Estimate) -> String {
          let median = Quantity.time.text(estimate.median)
          guard estimate.processes.count > 1 else { return median }
          return "\(median) (\(Quantity.time.text(estimate.low)) to "
            + "\(Quantity.time.text(estimate.high)))"
        }
        func ofInput(_ value: Double) -> String {
          "\(bytes(value)), \(Quantity.ratio.text(value / Double(max(1, file.inputByteCount)))) "
            + "the input"
        }
        var facts: [(String, String)] = [
          (
            "Size",
            "\(bytes(Double(file.byteCount))), "
              + "\(bytes(Double(file.byteCount) / cityCount)) for each city"
          ),
          ("Made from", "\(named.result.data.file), \(bytes(Double(file.inputByteCount)))"),
          ("Making it", time(file.buildTime)),
        ]
        if let peak = file.peakResident {
          facts.append(("Resident at most meanwhile, code and all", ofInput(peak.median)))
        }
        if let peak = file.peakAllocated {
          facts.append(("Allocated at most meanwhile", ofInput(Double(peak))))
        }
        facts += [
          ("Opened and asked, as the first thing a process does", time(file.firstOpening)),
          ("Opened and asked again, median", time(file.openings.p50)),
          ("Opened and asked again, p99", time(file.openings.p99)),
        ]
        let asked = "after \(file.queryCount.grouped) queries"
        if let growth = file.anonymousGrowth {
          facts.append(("Resident \(asked), the process's own", bytes(growth.median)))
        }
        if let growth = file.fileBackedGrowth {
          facts.append(("Resident \(asked), of the file", bytes(growth.median)))
        }
        return [factList(facts)]
      })
  }
}

/// Facts below each other, each with what it is about.
func factList(_ facts: [(String, String)]) -> Markup {
  tag(
    "dl", ["class": "facts"],
    facts.flatMap { [tag("dt", text: $0.0), tag("dd", text: $0.1)] })
}
