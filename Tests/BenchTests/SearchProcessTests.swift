import CitySearch
import Fixtures
import Foundation
import GazetteerBuilding
import TestSupport
import Testing

/// `bench search` from outside: the form by which other programs test this package.
@Suite("The command search") struct SearchProcessTests {
  private static func index() throws -> CityIndex {
    CityIndex(try Gazetteer(contentsOf: Fixtures.sample))
  }

  private static func ids(_ query: String, limit: Int = 10) throws -> String {
    let matches = try index().ownNames(beginningWith: query, limit: limit)
    let ids = matches.ids.map(String.init).joined(separator: ",")
    return "\(query)\t\(matches.asTyped.count)\t\(ids)\n"
  }

  private static let byName = ["--order", "name"]

  @Test func `ids are one line per query: query, number of matches, first ten ids`() throws {
    let run = try BenchProcess.search(Self.byName + ["--ids", "san", "new york", "", "zzz"])
    let expected = try ["san", "new york", "", "zzz"].map { try Self.ids($0) }.joined()
    #expect(run.text == expected)
    #expect(run.text.hasSuffix("zzz\t0\t\n"))
    #expect(run.status == 0 && run.errors.isEmpty)
  }

  @Test(arguments: ["RadixTree", "sorted-array", "POINTERTRIE", "LinearScan", "linear-scan"])
  func `every engine answers alike, by its name in any case`(engine: String) throws {
    let run = try BenchProcess.search(
      Self.byName + ["--engine", engine, "--ids", "s", "--limit", "3"])
    #expect(run.text == (try Self.ids("s", limit: 3)))
  }

  @Test(arguments: [
    ("name", CityOrder.name), ("population", .population),
    ("distance:-90,50", .distance(from: Coordinate(latitude: -90, longitude: 50))),
    ("distance:48.85,2.35", .distance(from: Coordinate(latitude: 48.85, longitude: 2.35))),
  ])
  func `an order applies before the limit`(name: String, order: CityOrder) throws {
    let matches = try Self.index().ownNames(beginningWith: "s").ordered(by: order, limit: 4)
    for engine in ["RadixTree", "LinearScan"] {
      let run = try BenchProcess.search(
        ["--order", name, "--limit", "4", "--engine", engine, "--ids", "s"])
      let ids = matches.ids.map(String.init).joined(separator: ",")
      #expect(run.text == "s\t\(matches.asTyped.count)\t\(ids)\n")
    }
  }

  @Test func `a limit of zero leaves the number of matches`() throws {
    let run = try BenchProcess.search(Self.byName + ["--ids", "--limit", "0", "s"])
    #expect(run.text == "s\t\(try Self.index().ownNames(beginningWith: "s").asTyped.count)\t\n")
  }

  @Test func `highlights are one line per match: query, name, length`() throws {
    let run = try BenchProcess.search(
      Self.byName + ["--highlights", "--limit", "5", "saint e", "zzz", "l'"])
    var expected = ""
    for query in ["saint e", "l'"] {
      for match in try Self.index().ownNames(beginningWith: query, limit: 5) {
        expected += "\(query)\t\(match.city.name)\t\(match.highlight.length)\n"
      }
    }
    #expect(run.text == expected)
    #expect(!run.text.isEmpty)
  }

  @Test func `people see the name with the match marked, and where it lies`() throws {
    let run = try BenchProcess.search(["london", "--limit", "1", "--order", "population"])
    let count = try Self.index().ownNames(beginningWith: "london").asTyped.count
    #expect(run.text == "london: 1 of \(count)\n  [London], ENG, GB, 8,961,989\n")
  }

  @Test func `people see the names of divisions and countries of the cities shipped`() throws {
    let run = try BenchProcess(["search", "PARIS", "--limit", "1", "--order", "population"])
    #expect(run.text == "PARIS: 1 of 42\n  [Paris], Île-de-France, France, 2,138,551\n")
  }

  @Test func `lines of standard input are queries with all their blanks`() throws {
    let lines = ["san", " san", "san ", "san  ", "", "SAN\r"]
    let run = try BenchProcess.search(
      Self.byName + ["--ids"], input: Data(lines.map { $0 + "\n" }.joined().utf8))
    #expect(run.text == (try lines.map { try Self.ids($0) }.joined()))
  }

  @Test func `the last line may lack its end`() throws {
    func run(_ input: String) throws -> String {
      try BenchProcess.search(Self.byName + ["--ids"], input: Data(input.utf8)).text
    }
    #expect(try run("a\nsan ") == Self.ids("a") + Self.ids("san "))
    #expect(try run("\n") == Self.ids(""))
    #expect(try run("").isEmpty)
  }

  @Test func `a line that is no UTF-8 is answered, and so is the next`() throws {
    let run = try BenchProcess.search(
      Self.byName + ["--ids"], input: Data([0x73, 0xFF, 0x0A]) + Data("s\0a\nsan\n".utf8))
    let lines = run.output.split(separator: 0x0A)
    #expect(run.status == 0)
    #expect(lines.count == 3)
    #expect(Data(lines[1]).starts(with: Data("s\0a\t".utf8)))
    #expect(Data(lines[2]) + [0x0A] == Data(try Self.ids("san").utf8))
  }

  @Test func `the JSON of the challenge is recognized by its content`() throws {
    let json = """
      [{"country":"UA","name":"Hurzuf","_id":707860,"coord":{"lon":34.283333,"lat":44.549999}},
      {"country":"RU","name":"Novinki","_id":519188,"coord":{"lon":37.666668,"lat":55.683334}}]
      """
    try withTemporaryFile(json, named: "anything") { file in
      let run = try BenchProcess(["search", "--cities", file.path, "--ids", "h", "nov"])
      #expect(run.text == "h\t1\t707860\nnov\t1\t519188\n")
      let people = try BenchProcess(["search", "--cities", file.path, "h"])
      #expect(people.text == "h: 1 of 1\n  [H]urzuf, Ukraine\n")
    }
  }

  @Test func `a file that is wrong ends with its message and a status`() throws {
    try withTemporaryFile("1\t2\n", named: "short.txt") { file in
      let run = try BenchProcess(["search", "--cities", file.path, "--ids", "a"])
      #expect(
        run.errors
          == "Error: \(file.path) has the wrong form: lines must have 19 columns with tabs between "
          + "them, and have 2.\n")
      #expect(run.status != 0 && run.output.isEmpty)
    }
  }
}
