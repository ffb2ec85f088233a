import CityGeocoding
import CitySearch
import Foundation

/// The tasks with addresses.
enum GeocodingProbe {
  /// `geocode FILE FIRST COUNT RUN [LIMIT]`: finds addresses, and acknowledges each result by its name.
  ///
  /// The addresses are enqueued if there is no file; otherwise it goes on where the last run was.
  /// Each result has a name of its own: the numbers of the city, of the run, and of the request.
  /// Requests beyond the limit are never answered, so that the program runs until it is killed.
  static func geocode(_ arguments: [String]) async throws {
    guard 4...5 ~= arguments.count else {
      throw Complaint("geocode FILE FIRST COUNT RUN [LIMIT]")
    }
    let (first, count) = try (StorageProbe.number(arguments[1]), StorageProbe.number(arguments[2]))
    let isThere = FileManager.default.fileExists(atPath: arguments[0])
    try await find([arguments[0]] + arguments[3...]) { queue in
      if !isThere { try await queue.enqueue((first..<first + count).map(address)) }
    }
  }

  /// `improve FILE RUN [LIMIT]`: requests all found addresses again, as `geocode` does with others.
  static func improve(_ arguments: [String]) async throws {
    guard 2...3 ~= arguments.count else { throw Complaint("improve FILE RUN [LIMIT]") }
    try await find(arguments) { try await $0.retry { _ in true } }
  }

  /// Starts a queue, and acknowledges its results; the arguments are the file, the run and the limit.
  private static func find(
    _ arguments: [String], _ begin: (GeocodingQueue) async throws -> Void
  ) async throws {
    let limit = arguments.count == 3 ? try StorageProbe.number(arguments[2]) : .max
    let run = try StorageProbe.number(arguments[1])
    let store = store(at: arguments[0])
    var queue: GeocodingQueue? = GeocodingQueue(
      geocoder: NumberingGeocoder(run: run, limit: limit), store: store,
      rate: .unlimited(concurrency: 2), timeLimit: .seconds(3_600))
    guard let updates = try await queue?.updates else { return }
    let acknowledging = Task {
      // The first are those of earlier runs.
      for await case .found(let addresses) in updates.dropFirst() {
        for address in addresses { try StorageProbe.acknowledge(address.match?.name ?? "") }
      }
    }
    try StorageProbe.acknowledge("ready")
    if let queue { try await begin(queue) }
    try await queue?.resume()
    let reason: String?
    do {
      try await queue?.finished()
      reason = nil
    } catch GeocodingQueueError.interrupted(let why) { reason = why }
    // The updates end with the queue. All saved results are acknowledged before the program ends.
    queue = nil
    try await acknowledging.value
    if let reason { throw Complaint(reason) }
  }

  /// The store that a path ends in the name of.
  private static func store(at path: String) -> any GeocodingStore {
    #if SQLite
    if path.hasSuffix(".sqlite") { return GeocodingDatabase(at: URL(filePath: path)) }
    #endif
    return GeocodingJournal(at: URL(filePath: path))
  }

  static func address(_ number: Int) -> PostalAddress { PostalAddress(city: "City \(number)") }

  static func result(named name: String, _ number: Int) -> GeocodingResult {
    GeocodingResult(
      coordinate: Coordinate(latitude: Double(number % 90), longitude: Double(number % 180)),
      confidence: GeocodingConfidence(1, reason: "It is a test."),
      match: GeocodingMatch(name: name, precision: .city))
  }
}

/// Gives each request an answer that no other gets.
private actor NumberingGeocoder: Geocoder {
  private let run: Int
  private let limit: Int
  private var count = 0

  init(run: Int, limit: Int) {
    self.run = run
    self.limit = limit
  }

  func geocode(_ address: PostalAddress) async throws -> GeocodingResult {
    count += 1
    let count = count
    if count > limit { try await Task.sleep(for: .seconds(3_600)) }
    let number = Int(address.city.drop { !$0.isNumber }) ?? 0
    return GeocodingProbe.result(named: "\(number) \(run) \(count)", number)
  }
}
