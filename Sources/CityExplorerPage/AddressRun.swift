internal import CityExplorer
internal import CityGeocoding
internal import CitySearch
#if canImport(Foundation)
internal import Foundation
#endif

/// The lines of addresses that a page looks up, some at a time, so that typing stays smooth.
struct AddressRun {
  /// The date of results, which a page looks up anew at each visit.
  private static let date = Date(timeIntervalSince1970: 0)
  /// The greatest number of lines.
  static let limit = 10_000

  /// The lines, each once.
  private(set) var lines: [String] = []
  /// The number of lines that were looked up.
  private(set) var position = 0
  /// Whether the run stands still.
  private(set) var isPaused = false
  /// The number of the observation of the state, to which updates belong.
  var observation = 0
  private var counts = (found: 0, uncertain: 0, failed: 0)
  /// What was looked up since the last update.
  private var pending = Pending()

  private struct Pending {
    var found: [GeocodedAddress] = []
    var uncertain: [GeocodedAddress] = []
    var failed: [GeocodingFailure] = []

    var count: Int { found.count + uncertain.count + failed.count }
  }

  /// Whether lines are left that a step looks up.
  var isRunning: Bool { position < lines.count && !isPaused }

  /// Adds the lines of a text that are new and not blank; returns how many lines were too many.
  mutating func add(_ text: String) -> Int {
    var known = Set(lines)
    var refusedCount = 0
    for line in text.split(whereSeparator: { $0.isNewline }) {
      let line = String(line)
      guard !FoldedQuery(line).isEmpty, !known.contains(line) else { continue }
      guard lines.count < Self.limit else {
        refusedCount += 1
        continue
      }
      known.insert(line)
      lines.append(line)
    }
    isPaused = false
    return refusedCount
  }

  mutating func pause() { isPaused = true }
  mutating func resume() { isPaused = false }

  /// Forgets all lines.
  mutating func removeAll() { self = AddressRun(observation: observation) }

  init(observation: Int = 0) { self.observation = observation }

  /// Begins again with the lines that were not found, or, with other cities, with all.
  mutating func restart() {
    (position, counts, pending) = (0, (0, 0, 0), Pending())
  }

  /// Looks up the next line.
  mutating func step(in gazetteer: Gazetteer) {
    guard isRunning else { return }
    let address = PostalAddress(label: lines[position], city: lines[position])
    position += 1
    do throws(GeocodingError) {
      let result = try LineGeocoder(gazetteer).geocode(address)
      let found = GeocodedAddress(address, result: result, date: Self.date)
      if result.isUncertain {
        pending.uncertain.append(found)
        counts.uncertain += 1
      } else {
        pending.found.append(found)
        counts.found += 1
      }
    } catch {
      pending.failed.append(
        GeocodingFailure(address: address, error: error, date: Self.date, attempts: 1))
      counts.failed += 1
    }
  }

  /// What happened since the last call.
  ///
  /// Results are held back until there are as many as were reported, because each update draws all markers: so the
  /// work of drawing *n* of them is O(*n*).
  mutating func takeEvents() -> [GeocodingEvent] {
    var events = [GeocodingEvent.progressed(progress, number: observation)]
    guard !isRunning || pending.count >= max(64, position - pending.count) else { return events }
    let updates: [GeocodingUpdate] = [
      .failed(pending.failed), .uncertain(pending.uncertain), .found(pending.found),
    ]
    events.insert(contentsOf: updates.map { .received($0, number: observation) }, at: 0)
    pending = Pending()
    return events
  }

  private var progress: GeocodingProgress {
    if isRunning { return .locating(current: position, total: lines.count) }
    if position < lines.count { return .paused(remaining: lines.count - position) }
    return .finished(found: counts.found, uncertain: counts.uncertain, failed: counts.failed)
  }
}
