internal import CityExplorer
internal import CityGeocoding
internal import CitySearch
internal import CitySession
internal import JSONText

extension JSONText {
  /// The progress of the addresses, and how many were found.
  mutating func addresses(of model: PageModel) {
    let geocoding = model.state.geocoding
    object {
      $0.member("isRunning", model.addresses.isRunning)
      switch geocoding.progress {
      case .locating(let current, let total):
        $0.member("current", current + model.addresses.pendingCount)
        $0.member("total", total)
      case .paused(let remaining): $0.member("left", remaining)
      case .finished(let found, let uncertain, let failed):
        $0.member("foundCount", found)
        $0.member("uncertainCount", uncertain)
        $0.member("failedCount", failed)
      case .notStarted: break
      }
      if model.refusedLineCount > 0 {
        $0.member(
          "problem",
          Message("tooManyLines", count: AddressRun.limit, total: model.refusedLineCount))
      }
      $0.member("hasAnswers", !geocoding.markers.isEmpty || !geocoding.failures.isEmpty)
    }
  }

  /// A page of the addresses that were found.
  mutating func found(of model: PageModel) {
    let markers = model.state.geocoding.markers
    page(model.pages.range(of: .found, count: markers.count), of: markers.count) {
      $0.found(markers[$1], at: $1)
    }
  }

  /// A page of the addresses that were not found.
  mutating func failures(of model: PageModel) {
    let failures = model.state.geocoding.failures
    page(model.pages.range(of: .failures, count: failures.count), of: failures.count) {
      $0.failure(failures[$1])
    }
  }

  private mutating func found(_ marker: AddressMarker, at position: Int) {
    object {
      $0.member("id", "a\(position)")
      $0.member("address", marker.placemark.name)
      $0.member("name", marker.result.match.name)
      $0.member("score", Int((100 * marker.result.confidence.score).rounded()))
      $0.member("isUncertain", marker.result.isUncertain)
      if !marker.result.unmatchedParts.isEmpty {
        $0.member("notUnderstood", marker.result.unmatchedParts.joined(separator: ", "))
      }
    }
  }

  private mutating func failure(_ failure: GeocodedAddress) {
    object {
      $0.member("address", "\(failure.address)")
      switch failure.error {
      case .noResult?: $0.member("problem", Message("noResult"))
      case .invalidAddress?: $0.member("problem", Message("noCity"))
      case let error?: $0.member("failure", error.description)
      case nil: break
      }
    }
  }

  /// The marker of an address.
  mutating func marker(_ marker: AddressMarker, at position: Int) {
    object {
      $0.member("id", "a\(position)")
      $0.members(of: marker.placemark.coordinate)
      $0.member("label", marker.placemark.name)
      $0.member("kind", "address")
    }
  }

  /// The lines of a page of a long list, and where they are.
  mutating func page(
    _ range: Range<Int>, of count: Int, _ line: (inout JSONText, Int) -> Void
  ) {
    object {
      $0.member("first", range.lowerBound)
      $0.member("count", count)
      $0.member("pageLength", ListPage.length)
      $0.key("lines")
      $0.array { json in
        for position in range { line(&json, position) }
      }
    }
  }
}

/// The addresses as a file, with all that is known of each: one row a line that was given, in their order.
struct AddressExport {
  let model: PageModel

  /// A line of the export.
  fileprivate struct Line {
    let address: String
    let marker: AddressMarker?
    let item: MapItem?
    let error: String?
  }

  private var lines: [Line] {
    let geocoding = model.state.geocoding
    var items: [City.ID: MapItem] = [:]
    let ids = geocoding.markers.compactMap { $0.result.match.cityID }
    for item in model.cities?.items(withIDs: ids) ?? [] { items[item.id] = item }
    var lines: [PostalAddress.ID: Line] = [:]
    for marker in geocoding.markers {
      lines[marker.id] = Line(
        address: marker.placemark.name, marker: marker,
        item: marker.result.match.cityID.flatMap { items[$0] }, error: nil)
    }
    for failure in geocoding.failures {
      lines[failure.id] = Line(
        address: "\(failure.address)", marker: nil, item: nil, error: failure.error?.description)
    }
    return model.lineIDs.compactMap { lines[$0] }
  }

  /// A table of comma-separated values (RFC 4180), in UTF-8 with a byte order mark, without which spreadsheets take
  /// it for another encoding.
  var csv: String {
    var text = "\u{FEFF}"
    text += "address,latitude,longitude,name,id,division,country,country_code,confidence,uncertain,"
    text += "not_understood,error\r\n"
    for line in lines {
      var cells = [Self.cell(line.address)]
      if let marker = line.marker {
        let coordinate = JSONText.degrees(marker.placemark.coordinate)
        let placemark = line.item?.placemark
        cells += [
          coordinate.latitude, coordinate.longitude, Self.cell(marker.result.match.name),
          marker.result.match.cityID.map { "\($0)" } ?? "",
          Self.cell(placemark?.division ?? ""), Self.cell(placemark?.countryName ?? ""),
          placemark?.countryCode ?? "", marker.result.confidence.description,
          marker.result.isUncertain ? "true" : "false",
          Self.cell(marker.result.unmatchedParts.joined(separator: ", ")), "",
        ]
      } else {
        cells += [String](repeating: "", count: 10) + [Self.cell(line.error ?? "")]
      }
      text += cells.joined(separator: ",") + "\r\n"
    }
    return text
  }

  /// A collection of features (GeoJSON, RFC 7946); addresses that were not found have no geometry.
  var geoJSON: JSONText {
    var json = JSONText()
    json.object {
      $0.member("type", "FeatureCollection")
      $0.key("features")
      $0.array {
        for line in lines { $0.feature(of: line) }
      }
    }
    return json
  }

  /// A cell in quotes that a spreadsheet does not run.
  static func cell(_ text: String) -> String { TableCell.quoted(TableCell.harmless(text)) }
}

extension JSONText {
  fileprivate mutating func feature(of line: AddressExport.Line) {
    object {
      $0.member("type", "Feature")
      $0.key("geometry")
      if let marker = line.marker {
        $0.object {
          let degrees = JSONText.degrees(marker.placemark.coordinate)
          $0.member("type", "Point")
          $0.key("coordinates")
          $0.array {
            $0.number(degrees.longitude)
            $0.number(degrees.latitude)
          }
        }
      } else {
        $0.null()
      }
      $0.key("properties")
      $0.object {
        $0.member("address", line.address)
        $0.member("error", line.error)
        guard let marker = line.marker else { return }
        $0.member("name", marker.result.match.name)
        if let id = marker.result.match.cityID { $0.member("id", id) }
        if let placemark = line.item?.placemark {
          $0.member("division", placemark.division)
          $0.member("country", placemark.countryName)
          $0.member("countryCode", placemark.countryCode)
        }
        $0.key("confidence")
        $0.number(marker.result.confidence.description)
        $0.member("uncertain", marker.result.isUncertain)
        $0.key("notUnderstood")
        $0.array {
          for part in marker.result.unmatchedParts { $0.value(part) }
        }
      }
    }
  }
}
