package import CitySearch
package import Foundation
package import PrefixBenchmark
import Synchronization

/// A search for people in a separate program, which communicates by lines of text.
///
/// `Benchmarks/Programs/README.md` specifies the protocol.
package final class SearchProgram: Sendable {
  package let name: String
  /// How long the program took to read the files and to build its index, in nanoseconds.
  package let buildTime: Double
  /// The size of its index; 0 if unknown.
  package let byteCount: Int
  private let pipe: Mutex<ProgramPipe>
  private let gazetteer: Gazetteer

  /// Starts a program and lets it build its index over cities in a file, and over names of countries and
  /// divisions in another one if there is one.
  ///
  /// Answers must be cities of `gazetteer`.
  ///
  /// - Throws: `Unbuildable` if the program cannot take part.
  package init(
    _ name: String, file: URL, cities: URL, regions: URL?, gazetteer: Gazetteer
  ) throws {
    let pipe = try ProgramPipe(name, file: file, greeting: "search 1")
    try pipe.send("cities \(cities.path)\n")
    if let regions { try pipe.send("regions \(regions.path)\n") }
    try pipe.send("build\n")
    let answer = try pipe.line()
    let words = answer.split(separator: " ")
    guard words.count == 3, words[0] == "built", let time = Double(words[1]), time >= 0,
      let byteCount = Int(words[2]), byteCount >= 0
    else { throw pipe.refusal("must answer \"built NANOSECONDS BYTES\" to build", got: answer) }
    (self.name, buildTime, self.byteCount) = (name, time, byteCount)
    self.gazetteer = gazetteer
    self.pipe = Mutex(pipe)
  }

  /// The first cities for a query, and how long the program took by its own clock.
  ///
  /// - Throws: `Unbuildable` if the program ends or prints something else, `BenchFailure` if an id is none
  ///   of the cities, is there twice, or is beyond the limit.
  package func answer(to query: SearchQuery) throws -> QualitySubject.Answer {
    let answer = try pipe.withLock { pipe in
      try pipe.send("find \(Self.fields(of: query))\n")
      let line = try pipe.line()
      let words = line.split(separator: " ")
      let numbers = words.dropFirst().compactMap { UInt64($0) }
      guard words.first == "found", let time = numbers.first, numbers.count == words.count - 1,
        numbers.allSatisfy({ $0 <= Int64.max })
      else { throw pipe.refusal("must answer \"found NANOSECONDS ID ID …\" to find", got: line) }
      return QualitySubject.Answer(
        ids: numbers.dropFirst().map { City.ID($0) }, time: time - min(time, MonotonicClock.cost))
    }
    let text = query.text.prefix(40)
    if let id = answer.ids.first(where: { gazetteer.row(ofID: $0) == nil }) {
      throw BenchFailure("\(name) answered \"\(text)\" with id \(id), which is none of the cities.")
    }
    guard Set(answer.ids).count == answer.ids.count else {
      throw BenchFailure("\(name) answered \"\(text)\" with an id that is there twice.")
    }
    guard answer.ids.count <= query.limit ?? .max else {
      throw BenchFailure(
        "\(name) answered \"\(text)\" with \(answer.ids.count) ids instead of at most "
          + "\(query.limit ?? .max).")
    }
    return answer
  }

  /// The limit and the text, and where the person is, if anything is known of them.
  private static func fields(of query: SearchQuery) -> String {
    let text = String(query.text.map { $0 == "\t" || $0.isNewline ? " " : $0 })
    var fields = ["\(query.limit ?? .max)", text]
    if let bias = query.bias {
      fields += [
        bias.coordinate.map { "\($0.latitude)" } ?? "",
        bias.coordinate.map { "\($0.longitude)" } ?? "", bias.countryCode?.description ?? "",
      ]
    }
    return fields.joined(separator: "\t")
  }

  package var subject: QualitySubject {
    QualitySubject(name: name, timing: { [self] in try answer(to: $0) })
  }

  /// The figures of its index.
  package var structure: [Figure] {
    [
      Figure(Figure.Key(name, .build), .nanoseconds, [buildTime]),
      Figure(Figure.Key(name, .structure), .bytes, byteCount),
    ]
  }
}
