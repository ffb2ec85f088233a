import CityExplorer
import CityGeocoding
import CitySearch
import CitySession
import Foundation

/// City Explorer without a terminal: lines in, lines out.
@MainActor
struct PlainExplorer {
  private let explorer: Explorer

  init(_ explorer: Explorer) { self.explorer = explorer }

  /// Answers the addresses of the command line; without any, each line of standard input.
  func run() async throws {
    if explorer.addresses.isEmpty {
      try await search()
    } else {
      try await geocode()
    }
  }

  /// Searches for each line: the text with the number of cities, and a line for each of them.
  private func search() async throws {
    let model = explorer.model
    while let text = readLine() {
      model.send(.queryChanged(text))
      await explorer.wait { !$0.phase.isSearching }
      if case .tooShort = model.state.phase {
        model.send(.submitted)
        await explorer.wait { !$0.phase.isSearching }
      }
      if case .failed(_, let error, _) = model.state.phase { throw ProgramError("\(error)") }
      let state = model.state
      write("\(text.withoutControls): \(state.searchStatus)")
      for completion in state.completions {
        let row = state.row(of: completion)
        write(row.left.plain + (row.right.parts.isEmpty ? "" : " (\(row.right.plain))"))
      }
    }
  }

  /// Answers each address by a line, as soon as it is in the table.
  private func geocode() async throws {
    var (foundCount, failedCount) = (0, 0)
    while true {
      await explorer.wait { state in
        let run = state.geocoding
        return run.markers.count > foundCount || run.failures.count > failedCount || run.isOver
      }
      let run = explorer.model.state.geocoding
      for marker in run.markers.dropFirst(foundCount) {
        let (place, match) = (marker.placemark.coordinate, marker.result.match)
        write(
          "\(marker.address.line)\t\(match.name)\t\(place.latitude)\t\(place.longitude)\t"
            + "\(marker.result.confidence)\(marker.result.isUncertain ? "?" : "")")
      }
      for failure in run.failures.dropFirst(failedCount) {
        write("\(failure.address.line)\t\(failure.error.map { "\($0)" } ?? "")")
      }
      (foundCount, failedCount) = (run.markers.count, run.failures.count)
      guard run.isOver else { continue }
      if let failure = run.failure { throw ProgramError("\(failure)") }
      return write("\n" + run.progress.words)
    }
  }

  private func write(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}

extension ExplorerState.Geocoding {
  /// Whether no address will be answered any more.
  fileprivate var isOver: Bool {
    if failure != nil { return true }
    if case .finished = progress { return true }
    return false
  }
}
