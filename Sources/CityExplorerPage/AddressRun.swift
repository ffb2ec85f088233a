internal import CityExplorer
internal import CityGeocoding
internal import CitySearch

/// The addresses that a page looks up, some at a time, so that typing stays smooth.
struct AddressRun {
  /// The greatest number of addresses of a page.
  static let limit = 10_000

  private var addresses: [PostalAddress] = []
  /// The number of the run, which its answers have.
  private var number = 0
  /// The number of addresses that were looked up.
  private var position = 0
  /// The answers that were not reported yet.
  private var pending: [GeocodedAddress] = []

  init() {}

  /// Begins with the first of some addresses.
  init(_ addresses: [PostalAddress], number: Int) {
    self.addresses = addresses
    self.number = number
  }

  /// Whether addresses are left that a step looks up.
  var isRunning: Bool { position < addresses.count }

  /// The number of answers that were not reported yet.
  var pendingCount: Int { pending.count }

  /// Looks up the next address, unless its answer is known.
  mutating func step(in gazetteer: Gazetteer, _ known: KeptAnswers = KeptAnswers()) {
    guard isRunning else { return }
    let address = addresses[position]
    position += 1
    if let answer = known.answer(to: address, in: gazetteer) {
      pending.append(answer)
      return
    }
    do throws(GeocodingError) {
      pending.append(
        GeocodedAddress(address, .success(try LineGeocoder(gazetteer).geocode(address))))
    } catch {
      pending.append(GeocodedAddress(address, .failure(error)))
    }
  }

  /// What happened since the last call.
  ///
  /// Answers are held back until there are as many as were reported, because each report draws the markers anew; but
  /// not more than a thousand of them, which take long enough to write.
  ///
  /// - Parameter isPausing: Whether no more are looked up for now.
  /// - Returns: The events, in order.
  mutating func takeEvents(isPausing: Bool = false) -> [GeocodingEvent] {
    guard isPausing || !isRunning || pending.count >= max(64, min(1_000, position - pending.count))
    else {
      return []
    }
    var events: [GeocodingEvent] = []
    if !pending.isEmpty { events.append(.answered(pending, number: number)) }
    pending = []
    if !isRunning, !addresses.isEmpty {
      events.append(.ended(nil, number: number))
      self = AddressRun()
    }
    return events
  }
}
