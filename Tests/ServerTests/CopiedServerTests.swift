#if Server
import Foundation
import SystemFiles
import TestSupport
import Testing

/// A server that was copied to a folder without the resources that the build made beside it.
@Suite("A copied server") struct CopiedServerTests {
  /// Starts a copy of the server in a folder of its own, which ends at once.
  ///
  /// - Returns: What it wrote as errors, and the folder.
  private func start(_ arguments: [String]) throws -> (errors: String, folder: URL) {
    try withTemporaryFolder { folder in
      let program = folder.appending(path: "city-explorer", directoryHint: .notDirectory)
      try BuiltProgram.install(BuiltProgram.url(named: "city-explorer"), as: program)
      let errors = folder.appending(path: "errors")
      try Data().write(to: errors)
      let process = Process()
      process.executableURL = program
      process.arguments = ["serve", "--port", "0"] + arguments
      process.standardError = try FileHandle(forUpdating: errors)
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 1)
      let text = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
      return (text, folder.resolvingSymlinksInPath())
    }
  }

  @Test func `it says which cities to copy`() throws {
    let bundle = ResourceBundle(ofTarget: "GeoNamesCities").name
    let (errors, folder) = try start([])
    let sentence = """
      Error: cities.gazetteer cannot be read: \(bundle), which the build makes beside the program, must be \
      copied to \(folder.path), or another file opened with Gazetteer(mapping:).

      """
    #expect(errors == sentence)
  }

  @Test func `with cities of its own it says which pages to copy`() throws {
    let bundle = ResourceBundle(ofTarget: "CityExplorerServer").name
    let file = try ServerFixture.citiesFile()
    let (errors, folder) = try start(["--cities", file.path])
    let sentence = """
      Error: The resources are missing: \(bundle), which the build makes beside the program, must be copied \
      to \(folder.path).

      """
    #expect(errors == sentence)
  }
}
#endif
