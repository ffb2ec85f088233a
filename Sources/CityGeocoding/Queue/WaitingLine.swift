/// Jobs that wait, the one first whose time comes first; of equal ones, the older one.
struct WaitingLine: Sendable, Equatable {
  struct Place: Sendable, Equatable {
    /// The time before which the job must not begin.
    let time: Duration
    /// The age of the job.
    let sequence: Int
    /// The digest of the address.
    let hash: String

    fileprivate static func < (one: Place, two: Place) -> Bool {
      (one.time, one.sequence) < (two.time, two.sequence)
    }
  }

  /// Those that wait are behind the first `head`, which had their turn.
  private var places: [Place] = []
  private var head = 0

  /// The first of those that wait.
  var first: Place? { head < places.count ? places[head] : nil }

  /// Puts a job where it belongs.
  ///
  /// - Complexity: O(1) on average if it belongs to the end, as most do, or to the front; otherwise
  ///   O(*n*), where *n* is the number of jobs behind it.
  mutating func insert(_ place: Place) {
    guard let last = places.last, head < places.count, place < last else {
      places.append(place)
      return
    }
    if let first, place < first, head > 0 {
      head -= 1
      places[head] = place
      return
    }
    var (low, high) = (head, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    places.insert(place, at: low)
  }

  /// Takes the first job out.
  ///
  /// - Complexity: O(1) on average.
  mutating func removeFirst() -> Place {
    precondition(head < places.count, "Nobody waits.")
    defer {
      head += 1
      if head > 64, 2 * head > places.count {
        places.removeFirst(head)
        head = 0
      }
    }
    return places[head]
  }
}
