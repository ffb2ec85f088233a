import CitySearch
import Fixtures
import Foundation
import GazetteerBuilding
import SystemFiles
import TestSupport
import Testing

@testable import PrefixBenchmark
@testable import PrefixMeasuring

/// A program that was copied to a folder without the resources that the build made beside it.
@Suite("A copied program") struct CopiedProgramTests {
  /// Gives a copy of `bench` in a folder of its own.
  private func withCopy(_ body: (URL) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let program = folder.appending(path: "bench", directoryHint: .notDirectory)
      try BuiltProgram.install(BuiltProgram.url(named: "bench"), as: program)
      try body(program)
    }
  }

  @Test func `it says in one sentence what to copy, and where to`() throws {
    try withCopy { program in
      let folder = program.deletingLastPathComponent().resolvingSymlinksInPath()
      let own = ["search", "--order", "population", "reykj"]
      let run = try BenchProcess(own, program: program)
      let bundle = ResourceBundle(ofTarget: "GeoNamesCities").name
      let sentence = """
        Error: cities.gazetteer cannot be read: \(bundle), which the build makes beside the program, must \
        be copied to \(folder.path), or another file opened with Gazetteer(mapping:).

        """
      #expect(run.errors == sentence)
      #expect(run.status == 1 && run.output.isEmpty)
      // Doing what the sentence says helps.
      let built = try BuiltProgram.url(named: "bench").deletingLastPathComponent()
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: bundle), withDestinationURL: built.appending(path: bundle))
      let repaired = try BenchProcess(own, program: program)
      #expect(repaired.errors == "" && repaired.status == 0)
      #expect(repaired.text.contains("[Reykj]avík"))
    }
  }

  @Test func `other resources are missed by the name of their bundle, too`() throws {
    try withCopy { program in
      let output = program.deletingLastPathComponent().appending(path: "x.gazetteer").path
      let run = try BenchProcess(["build", "--output", output], program: program)
      #expect(run.status == 1)
      #expect(run.errors.contains(ResourceBundle(ofTarget: "Fixtures").name + "/Data/"))
      #expect(run.errors.contains("there is no such file"))
      #expect(run.errors.split(separator: "\n").count == 1)
    }
  }

  @Test func `with a file of its own it needs no resources`() throws {
    try withCopy { program in
      let file = program.deletingLastPathComponent().appending(path: "own.gazetteer")
      let paris = City(
        id: 1, name: "Paris", countryCode: "FR",
        coordinate: Coordinate(latitude: 48.85, longitude: 2.35))
      try Gazetteer([paris]).write(to: file)
      let run = try BenchProcess(
        ["search", "--cities", file.path, "--ids", "par"], program: program)
      #expect(run.status == 0)
      #expect(run.text.contains("1"))
    }
  }
}
